#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_DRY_RUN_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_DRY_RUN_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/sidecar/size/plan.h"

namespace cpsizer::sidecar {

// Returns one or more sentences about what the sidecar would write for a cluster. The sentences do not contain the name
// of the cluster.
std::vector<std::string> DryRunSentences(const HostedCluster& cluster, VpaAction vpa, const SizePlan& size);

// Returns the result of comparing the current size with the decided size: `agree`, `disagree`, `absent` (there is no
// current size) or `held`. Empty for a cluster that is not sized.
absl::string_view AgreementOf(const HostedCluster& cluster, const SizePlan& size);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_DRY_RUN_H_
