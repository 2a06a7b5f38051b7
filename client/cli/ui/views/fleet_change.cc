#include "client/cli/ui/views/fleet_change.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "client/cli/output/message_json.h"
#include "client/cli/size/diff_outlook.h"
#include "client/cli/size/diff_output.h"
#include "client/cli/size/fleet_diff.h"
#include "client/cli/size/size_nodes.h"
#include "client/cli/ui/api/api_answer.h"
#include "client/cli/ui/api/row_json.h"

namespace cpsizer::cli {
namespace {

using nlohmann::ordered_json;

// Decides all clusters. The responses are brief, except for the sizes of the first one.
absl::StatusOr<FleetResponse> DecideBriefly(const FleetInput& input, BlockingService& client) {
  FleetResponse all;
  bool has_ladder = false;
  const absl::Status status = DecideInParts(input, client, [&](size_t /*first*/, FleetResponse& part) {
    for (v1::BatchRecommendSizeResult& result : part.results) {
      if (result.has_response()) {
        google::protobuf::RepeatedPtrField<v1::SizeRow> sizes;
        if (!std::exchange(has_ladder, has_ladder || result.response().sizes_size() > 0)) {
          sizes.Swap(result.mutable_response()->mutable_sizes());
        }
        MakeBrief(*result.mutable_response());
        sizes.Swap(result.mutable_response()->mutable_sizes());
      }
      all.results.push_back(std::move(result));
    }
  });
  if (!status.ok()) return status;
  return all;
}

// Adds the node-hours to the sizes of a diff. Each side has the placeholders of its own configuration.
void AddNodeHours(const std::vector<SizeCount>& counts, const FleetChange& change, ordered_json& sizes) {
  const std::vector<SizeNodeHours> before = NodeHoursPerDay(counts, change.before.configuration.config);
  const std::vector<SizeNodeHours> after = NodeHoursPerDay(counts, change.after.configuration.config);
  for (size_t i = 0; i < counts.size(); ++i) {
    if (!before[i].hours_before.has_value()) continue;
    sizes[i]["nodeHoursPerDayBefore"] = *before[i].hours_before;
    sizes[i]["nodeHoursPerDay"] = *after[i].hours;
  }
}

void AppendSide(const char* side, const v1::RecommendSizeResponse& response, std::string& text) {
  absl::StrAppend(&text, ",\"", side, "\":");
  if (response.sizes_size() == 0) return AppendCompactJson(response, text);
  // The first response has the sizes, for CompareFleets().
  v1::RecommendSizeResponse brief = response;
  MakeBrief(brief);
  AppendCompactJson(brief, text);
}

// Returns DiffJson() as text. A tree of the responses would need most of the time of an edit.
std::string DiffTextOf(const FleetDiff& diff, const ordered_json& totals) {
  std::string text = "{\"items\":[";
  bool first = true;
  for (const ClusterDiff& cluster : diff.clusters) {
    if (cluster.move == Move::kStays) continue;
    absl::StrAppend(&text, first ? "{" : ",{", CompactMembers(DiffItemJson(cluster)));
    first = false;
    if (cluster.error_before == nullptr) AppendSide("before", *cluster.before, text);
    if (cluster.error_after == nullptr) AppendSide("after", *cluster.after, text);
    text.push_back('}');
  }
  absl::StrAppend(&text, "],", CompactMembers(totals), "}");
  return text;
}

}  // namespace

absl::StatusOr<ChangeEffects> CompareDecisions(const PageOptions& options, const FleetChange& change,
                                               const FleetSnapshot& snapshot, BlockingService& client,
                                               CurrentDecisions& current) {
  const absl::Span<const objects::HostedCluster> clusters = snapshot.inputs->inventory.clusters;
  const absl::StatusOr<CurrentDecisions::Decisions> before = current.Get(snapshot.revision, [&] {
    return DecideBriefly({change.before, options.decision, clusters, options.now()}, client);
  });
  if (!before.ok()) return before.status();
  const absl::StatusOr<FleetResponse> after =
      DecideBriefly({change.after, options.decision, clusters, options.now()}, client);
  if (!after.ok()) return after.status();
  const FleetDiff diff = CompareFleets(clusters, (*before)->results, after->results,
                                       OperatorRules(change.before.configuration.config, options.now()),
                                       OperatorRules(change.after.configuration.config, options.now()));
  const DiffOutlook outlook = OutlookOf(diff, change.prices, change.before.configuration.config,
                                        change.after.configuration.config, options.now());
  ordered_json totals = DiffTotalsJson(diff, outlook);
  AddNodeHours(diff.counts, change, totals["sizes"]);
  return ChangeEffects{DiffTextOf(diff, totals), totals.value("rollout", ordered_json()), outlook.no_rollout};
}

}  // namespace cpsizer::cli
