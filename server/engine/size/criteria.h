#ifndef CPSIZER_SERVER_ENGINE_SIZE_CRITERIA_H_
#define CPSIZER_SERVER_ENGINE_SIZE_CRITERIA_H_

#include "cpsizer/size_ladder.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Adds every error in the intervals of node counts: together they must cover each count once. O(n log n).
void CheckCriteria(const v1::ClusterSizingConfigurationSpec& spec, Findings& findings);

// Warns if node counts order the sizes differently from the ladder.
void WarnAboutCriteria(const v1::ClusterSizingConfigurationSpec& spec, const SizeLadder& ladder, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_CRITERIA_H_
