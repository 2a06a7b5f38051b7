#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_OUTPUT_H_

#include <nlohmann/json.hpp>
#include <string>

#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/cli/base/screen.h"
#include "client/cli/output/table.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// Prints decisions on many clusters. `clusters` and `results` have the same order; errors are left out of tables and
// names, and included in structured output.

// One row for each cluster. `wide` adds headroom, fractions and the VPA's age at `now`.
void PrintFleetTable(absl::Span<const objects::HostedCluster> clusters,
                     absl::Span<const v1::BatchRecommendSizeResult> results, bool wide, absl::Time now, Screen& out);

// `namespace/name size`, or `-` for no size.
void PrintFleetNames(absl::Span<const objects::HostedCluster> clusters,
                     absl::Span<const v1::BatchRecommendSizeResult> results, Screen& out);

// `{"items": [{"cluster", "eligible", "currentSize", "response" or "error"}]}`.
nlohmann::ordered_json FleetJson(absl::Span<const objects::HostedCluster> clusters,
                                 absl::Span<const v1::BatchRecommendSizeResult> results);

// The number of clusters by outcome: `12 clusters: 8 recommended, 2 held; 5 would change`.
std::string FleetSummary(absl::Span<const v1::BatchRecommendSizeResult> results);

// The start of an item for a cluster: its name, whether it has opted in, its current size.
nlohmann::ordered_json ClusterJson(const objects::HostedCluster& cluster);

// `large`, `large (best effort)`, `held (small)` or `-`, with a color for the outcome.
Cell ShowAnswer(const v1::RecommendSizeResponse& response);

// The summary of a cluster, with facts that only the files have: `not opted in; medium: ...`.
std::string Why(const objects::HostedCluster& cluster, const v1::RecommendSizeResponse& response);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_OUTPUT_H_
