#ifndef CPSIZER_SERVER_ENGINE_SIZE_CRITERIA_H_
#define CPSIZER_SERVER_ENGINE_SIZE_CRITERIA_H_

#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Adds each error in the intervals of node counts: exactly one interval must contain each count. O(n log n).
void CheckCriteria(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings);

// Warns if the order of the sizes by node count differs from the order of the ladder.
void WarnAboutCriteria(const v1::ClusterSizingConfigurationSpec& spec, const SizeLadder& ladder, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_CRITERIA_H_
