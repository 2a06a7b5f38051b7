#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_SUMMARY_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_SUMMARY_H_

#include <cstddef>
#include <string>

#include "absl/types/span.h"
#include "client/cli/base/screen.h"
#include "client/cli/size/fleet_rows.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

// Prints how many clusters of `rows` have each size now and after their decisions. Also prints the cost of the nodes of
// each size after the decisions, in node-hours per day. A cluster that is held, fails or has no recommendation keeps
// its size, and a cluster with a size override has the size of the override. Two nodes are counted for each cluster
// with dedicated request serving and for each placeholder of `config`; other nodes are not counted. The order is the
// order of the ladder, followed by sizes that only clusters have.
void PrintSizeSummary(absl::Span<const FleetRow> rows, const v1::ClusterSizingConfiguration& config, Screen& out);

// Returns the number of clusters by outcome, such as `2 of 12 clusters: 2 held; 0 would change`. `total` includes the
// clusters that are not shown.
std::string FleetSummary(absl::Span<const FleetRow> rows, size_t total);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_SUMMARY_H_
