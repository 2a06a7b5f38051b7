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

// How decisions on many clusters are shown. `clusters` and `results` belong together, one by one; a result that is an
// error is left out of what people read and is part of the structured form.

// One row for each cluster. `wide` adds headroom, fractions and the VPA's age at `now`.
void PrintFleetTable(absl::Span<const objects::HostedCluster> clusters,
                     absl::Span<const v1::BatchRecommendSizeResult> results, bool wide, absl::Time now, Screen& out);

// `namespace/name size`, or `-` for no size.
void PrintFleetNames(absl::Span<const objects::HostedCluster> clusters,
                     absl::Span<const v1::BatchRecommendSizeResult> results, Screen& out);

// `{"items": [{"cluster", "eligible", "currentSize", "response" or "error"}]}`.
nlohmann::ordered_json FleetJson(absl::Span<const objects::HostedCluster> clusters,
                                 absl::Span<const v1::BatchRecommendSizeResult> results);

// How many clusters had which outcome: `12 clusters: 8 recommended, 2 held; 5 would change`.
std::string FleetSummary(absl::Span<const v1::BatchRecommendSizeResult> results);

// The start of an item for a cluster: its name, whether it has opted in, its current size.
nlohmann::ordered_json ClusterJson(const objects::HostedCluster& cluster);

// `large`, `large (best effort)`, `held (small)` or `-`, coloured by what it means.
Cell ShowAnswer(const v1::RecommendSizeResponse& response);

// The sentence about the cluster: the summary, with what only the files tell: `not opted in; medium: ...`.
std::string Why(const objects::HostedCluster& cluster, const v1::RecommendSizeResponse& response);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_OUTPUT_H_
