#ifndef CPSIZER_SERVER_ENGINE_SIZE_NODE_COUNT_H_
#define CPSIZER_SERVER_ENGINE_SIZE_NODE_COUNT_H_

#include <string>
#include <vector>

#include "cpsizer/size_configuration.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Returns the node counts of each size of `spec`, in the order of the configuration.
std::vector<NodeCountRange> ReadNodeCounts(const v1::ClusterSizingConfigurationSpec& spec);

// Adds a finding if the number of nodes of `request` is negative.
void CheckNodeCount(const v1::RecommendSizeRequest& request, Findings& findings);

// Decides the size for the number of nodes of `request`, if it has one. With `explain`, the result has a summary.
void DecideByNodeCount(const std::vector<NodeCountRange>& ranges, const v1::RecommendSizeRequest& request, bool explain,
                       v1::RecommendSizeResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_SIZE_NODE_COUNT_H_
