#ifndef CPSIZER_CLIENT_CLI_VERBS_VALIDATE_NODE_REQUESTS_H_
#define CPSIZER_CLIENT_CLI_VERBS_VALIDATE_NODE_REQUESTS_H_

#include <vector>

#include "client/objects/capacity_objects.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer::cli {

// Adds RESOURCE_REQUEST_ABOVE_NODES for each request of a size that is above what every node has allocatable. Without
// nodes, adds nothing.
void AddRequestsAboveNodes(const v1::ClusterSizingConfiguration& config,
                           const std::vector<objects::FoundCapacityNode>& nodes, v1::ValidateConfigResponse& response);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_VERBS_VALIDATE_NODE_REQUESTS_H_
