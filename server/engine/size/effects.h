#ifndef CPSIZER_SERVER_ENGINE_SIZE_EFFECTS_H_
#define CPSIZER_SERVER_ENGINE_SIZE_EFFECTS_H_

#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Reads a text of at most 20 characters that matches ^\d+(B|KiB|MiB|GiB|TiB)?$ and fits into 63 bits, as the Go runtime
// requires. Returns nothing for another text.
absl::optional<Quantity> ReadMemoryLimit(absl::string_view text);

// Returns whether the request is for the container of the kube-apiserver.
bool IsKubeApiServer(const v1::ResourceRequest& request);

// Adds each error in the effects of the sizes.
void CheckEffects(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings);

// Warns about effects that only some sizes set: they remain when a cluster changes to a size that does not set them.
// machineHealthCheckTimeout does not remain, so it may be on some sizes only.
// Also warns about requests and memory limits above the effective capacity of the size, and adds the findings of
// compare_effects.h.
void WarnAboutEffects(const v1::ClusterSizingConfigurationSpec& spec, const SizeLadder& ladder, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_EFFECTS_H_
