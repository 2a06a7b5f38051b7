#ifndef CPSIZER_SERVER_ENGINE_SIZE_COMPARE_EFFECTS_H_
#define CPSIZER_SERVER_ENGINE_SIZE_COMPARE_EFFECTS_H_

#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Warns about effects that are smaller on a larger size: memory limits, limits of requests in flight, and requests of
// containers. The order of the sizes is that of the ladder; without capacities, it is the order of node counts.
void WarnAboutShrinkingEffects(const v1::ClusterSizingConfigurationSpec& spec, const SizeLadder& ladder,
                               Findings& findings);

// Warns about requests without an amount, and notes memory limits above the memory request of the kube-apiserver.
void WarnAboutRequestsOfSize(const v1::Effects& effects, int size, Findings& findings);

// Warns about containers whose memory or CPU only some of the sizes set that set a request of the container.
void WarnAboutPartlySetAmounts(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_COMPARE_EFFECTS_H_
