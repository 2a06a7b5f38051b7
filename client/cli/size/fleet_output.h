#ifndef CPSIZER_CLIENT_CLI_SIZE_FLEET_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_SIZE_FLEET_OUTPUT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/cli/base/screen.h"
#include "client/cli/output/table.h"
#include "client/cli/size/fleet_rows.h"
#include "client/objects/inventory.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {

// These functions print decisions on many clusters. The tables have a row for each cluster, also for a cluster whose
// decision failed. `-o name` leaves out such clusters, because scripts read it as a list of sizes.

// The answer of a cluster whose decision failed.
inline constexpr absl::string_view kFailed = "FAILED";

// The table of a fleet, with one line for each cluster. On a narrow terminal, the demands are cut first, and then the
// names. If `wide`, the table also has headroom, fractions, the age of the VPA at `now` and the reason. On a narrow
// terminal, a row of this wide table continues on the next line.
class FleetTable {
 public:
  FleetTable(bool wide, absl::Time now) : wide_(wide), now_(now) {}

  // Prints rows below the rows that are already printed, or below the header if no rows are printed yet.
  void Print(absl::Span<const FleetRow> rows, Screen& out);
  // Like Print(), for clusters that are deleted.
  void PrintDeleted(absl::Span<const objects::HostedCluster> clusters, Screen& out);

 private:
  Table Make() const;
  void Finish(const Table& table, Screen& out);

  const bool wide_;
  const absl::Time now_;
  std::vector<int> widths_;  // the widths of the columns that are already printed
};

// Prints a line `namespace/name size` for each row with a response. The size is `-` if there is none.
void PrintFleetNames(absl::Span<const FleetRow> rows, Screen& out);

// Returns the members of ItemStart(), and "response" or "error".
nlohmann::ordered_json FleetItemJson(const FleetRow& row);
// Returns `{"items": [...]}`, with an item as in FleetItemJson() for each row.
nlohmann::ordered_json FleetJson(absl::Span<const FleetRow> rows);
// Prints FleetJson(rows) as JSON. Only one item at a time is in memory.
void PrintFleetJson(absl::Span<const FleetRow> rows, Screen& out);

// Returns the first members of an item for a cluster: `cluster` (its name), `eligible`, and, each if it is set, its
// `currentSize`, `sizeLabel`, `recommendedAnnotation`, `nodeCount`, `sizeOverride`, `sizeOverrideManager`,
// `sizeOverrideTime` and `pausedUntil` (a time, `forever` or `invalid`).
nlohmann::ordered_json ClusterJson(const objects::HostedCluster& cluster);
// Adds `notApplied`, the word of EffectWord(), and `whyNotApplied`, unless the operator applies the recommendation.
void AddEffect(OperatorEffect effect, const objects::HostedCluster& cluster, absl::string_view recommended,
               nlohmann::ordered_json& item);

// Returns the members of an item before those of its result: ClusterJson(), `by` (DecidedBy()) and AddEffect().
nlohmann::ordered_json ItemStart(const objects::HostedCluster& cluster, OperatorEffect effect,
                                 absl::string_view recommended);

// Returns `large`, `large BEST_EFFORT`, `HELD VPA_AT_FLOOR` or `NO_RECOMMENDATION`, with a color for the outcome. If
// the operator does not apply it, the word of `effect` follows, such as `large OVERRIDDEN`. The words in capitals are
// topics of `explain`.
Cell ShowAnswer(const v1::RecommendSizeResponse& response, OperatorEffect effect = OperatorEffect::kApplies);

// Returns the rule because of which the decision keeps the current size, such as `VPA_AT_FLOOR`. Returns "-" if the
// size is not kept by a rule, or if an older service does not return the rule.
std::string HoldRuleId(const v1::RecommendSizeResponse& response);

// Returns why a cluster without a VPA has no recommendation.
std::string WhyWithoutVpa(const objects::HostedCluster& cluster);

// Returns why the operator does not apply the recommendation, and the summary of the response, such as `not opted in,
// because ...; medium: ...`.
std::string Why(const objects::HostedCluster& cluster, const v1::RecommendSizeResponse& response,
                OperatorEffect effect);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_SIZE_FLEET_OUTPUT_H_
