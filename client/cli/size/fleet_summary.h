#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_SUMMARY_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_SUMMARY_H_

#include <cstddef>
#include <string>

#include "absl/types/span.h"
#include "client/cli/base/screen.h"
#include "client/cli/size/fleet_rows.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::cli {

// Prints how many clusters of `rows` have each size now and after their decisions, and what the nodes of each size
// cost then, in node-hours a day. A cluster that is held, fails or has no recommendation stays at its size. A cluster
// with dedicated request serving occupies two nodes of its size, and so does each placeholder of `config`; other nodes
// are not counted. Sizes are in the order of the ladder, then those that only clusters have.
void PrintSizeSummary(absl::Span<const FleetRow> rows, const v1::ClusterSizingConfiguration& config, Screen& out);

// The number of clusters by outcome: `2 of 12 clusters: 2 held; 0 would change`. `total` counts those not shown too.
std::string FleetSummary(absl::Span<const FleetRow> rows, size_t total);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_SUMMARY_H_
