#include "client/cli/size/diff_output.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/output/table.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/fleet_output.h"

namespace cpsizer::cli {
namespace {

Cell ShowMove(Move move) {
  switch (move) {
    case Move::kStays:
      return {"stays", Style::kDim};
    case Move::kOutcome:
      return {"outcome", Style::kWarning};
    case Move::kUp:
      return {"up", Style::kWarning};
    case Move::kDown:
      return {"down", Style::kWarning};
    case Move::kAcross:
      return {"across", Style::kWarning};
    case Move::kFailed:
      return {"failed", Style::kBad};
  }
  return {"-"};
}

// The configurations with which the decision of a cluster failed, as an index of kSides.
enum FailedSide : uint8_t { kBefore, kAfter, kBoth, kSideCount };

struct SideWords {
  const char* key;  // in JSON
  absl::string_view name;
};

constexpr SideWords kSides[kSideCount] = {
    {"before", kCurrentConfiguration}, {"after", kNewConfiguration}, {"both", "both configurations"}};

// Requires that a decision of the cluster failed.
FailedSide SideOf(const ClusterDiff& cluster) {
  if (cluster.error_after == nullptr) return kBefore;
  return cluster.error_before == nullptr ? kAfter : kBoth;
}

// Returns the first error of a cluster, or null.
const google::rpc::Status* ErrorOf(const ClusterDiff& cluster) {
  return cluster.error_before != nullptr ? cluster.error_before : cluster.error_after;
}

std::string WithConfiguration(FailedSide side, const google::rpc::Status& error) {
  return absl::StrCat("with ", kSides[side].name, ": ", OrDash(error.message()));
}

std::string WhyOf(const ClusterDiff& cluster) {
  const google::rpc::Status* const error = ErrorOf(cluster);
  if (error == nullptr) return Why(*cluster.cluster, *cluster.after, cluster.effect);
  const FailedSide side = SideOf(cluster);
  if (side != kBoth || error->message() == cluster.error_after->message()) return WithConfiguration(side, *error);
  return absl::StrCat(WithConfiguration(kBefore, *error), "; ", WithConfiguration(kAfter, *cluster.error_after));
}

// Returns the number of clusters whose decision failed, for each side.
std::array<size_t, kSideCount> CountFailures(const FleetDiff& diff) {
  std::array<size_t, kSideCount> counts = {};
  for (const ClusterDiff& cluster : diff.clusters) {
    if (cluster.move == Move::kFailed) ++counts[SideOf(cluster)];
  }
  return counts;
}

size_t Sum(const std::array<size_t, kSideCount>& counts) {
  return std::accumulate(counts.begin(), counts.end(), size_t{0});
}

// Prints a line such as `3 clusters failed: 1 with the current configuration, 2 with both configurations. ...`.
void PrintFailures(const FleetDiff& diff, Screen& out) {
  const std::array<size_t, kSideCount> counts = CountFailures(diff);
  std::vector<std::string> parts;
  for (size_t side = 0; side < kSideCount; ++side) {
    if (counts[side] > 0) parts.push_back(absl::StrCat(counts[side], " with ", kSides[side].name));
  }
  if (parts.empty()) return;
  out.EndLine().Paragraph(absl::StrCat(Counted(Sum(counts), "cluster"), " failed: ", absl::StrJoin(parts, ", "),
                                       ". A failed decision is counted with the current size."));
}

// Returns the size after a decision, or "-" if there is none or the decision failed.
std::string ShowSizeAfter(const v1::RecommendSizeResponse& response, const std::string& size) {
  return response.outcome() == v1::SIZE_OUTCOME_UNSPECIFIED ? "-" : OrDash(size);
}

void PrintMoves(const FleetDiff& diff, bool wide, Screen& out) {
  Table table({"NAMESPACE", "NAME", "BEFORE", "AFTER", "MOVE", "WHY"});
  bool empty = true;
  for (const ClusterDiff& cluster : diff.clusters) {
    if (!wide && cluster.move == Move::kStays) continue;
    empty = false;
    table.AddRow({{cluster.cluster->namespace_name},
                  {cluster.cluster->name},
                  {ShowSizeAfter(*cluster.before, cluster.size_before)},
                  {ShowSizeAfter(*cluster.after, cluster.size_after)},
                  ShowMove(cluster.move),
                  {WhyOf(cluster)}});
  }
  if (empty) {
    out.Line("no cluster would move", Style::kGood);
  } else {
    table.Print(out);
  }
}

void PrintCounts(const FleetDiff& diff, Screen& out) {
  Table table({"SIZE", "BEFORE", "AFTER", "CHANGE"});
  for (const SizeCount& count : diff.counts) {
    table.AddRow({{ShowSize(count.size)},
                  {absl::StrCat(count.before)},
                  {absl::StrCat(count.after)},
                  {ShowChange(count.after - count.before)}});
  }
  table.Print(out);
}

// After the change, no size fits this cluster.
bool IsMisfit(const ClusterDiff& cluster) {
  return cluster.after->outcome() == v1::SIZE_OUTCOME_BEST_EFFORT;
}

void PrintMisfits(const FleetDiff& diff, Screen& out) {
  bool first = true;
  for (const ClusterDiff& cluster : diff.clusters) {
    if (!IsMisfit(cluster)) continue;
    if (first) out.EndLine().Line("Clusters that no size fits:", Style::kBad);
    first = false;
    out.Paragraph(absl::StrCat(ClusterName(*cluster.cluster), ": ", cluster.after->summary()), 2);
  }
}

}  // namespace

void PrintDiffTable(const FleetDiff& diff, bool wide, Screen& out) {
  PrintMoves(diff, wide, out);
  out.EndLine();
  PrintCounts(diff, out);
  PrintFailures(diff, out);
  PrintMisfits(diff, out);
}

void PrintOutlook(const DiffOutlook& outlook, Screen& out) {
  PrintEffectsDiff(outlook.effects, out);
  std::vector<std::string> lines;
  if (outlook.rollout.has_value()) lines.push_back(RolloutLine(*outlook.rollout));
  if (outlook.cost.has_value()) lines.push_back(CostLine(*outlook.cost));
  lines.erase(std::remove(lines.begin(), lines.end(), ""), lines.end());
  if (!lines.empty()) out.EndLine();
  for (const std::string& line : lines) out.Paragraph(line);
}

void PrintDiffNames(const FleetDiff& diff, Screen& out) {
  for (const ClusterDiff& cluster : diff.clusters) {
    if (cluster.move == Move::kStays || cluster.move == Move::kFailed) continue;
    out.Line(
        absl::StrCat(ClusterName(*cluster.cluster), " ", OrDash(cluster.size_before), " ", OrDash(cluster.size_after)));
  }
}

nlohmann::ordered_json DiffItemJson(const ClusterDiff& cluster) {
  nlohmann::ordered_json item = ClusterJson(*cluster.cluster);
  AddEffect(cluster.effect, *cluster.cluster, cluster.after->recommended_size(), item);
  item["move"] = ShowMove(cluster.move).text;
  if (cluster.move == Move::kFailed) {
    item["side"] = kSides[SideOf(cluster)].key;
    item["error"] = ToJson(*ErrorOf(cluster));
  }
  return item;
}

nlohmann::ordered_json DiffTotalsJson(const FleetDiff& diff, const DiffOutlook& outlook) {
  nlohmann::ordered_json json;
  json["sizes"] = nlohmann::ordered_json::array();
  for (const SizeCount& count : diff.counts) {
    json["sizes"].push_back({{"name", count.size}, {"before", count.before}, {"after", count.after}});
  }
  json["failed"] = Sum(CountFailures(diff));
  json["bestEffort"] = nlohmann::ordered_json::array();
  for (const ClusterDiff& cluster : diff.clusters) {
    if (!IsMisfit(cluster)) continue;
    nlohmann::ordered_json item = ClusterJson(*cluster.cluster);
    item["summary"] = cluster.after->summary();
    json["bestEffort"].push_back(std::move(item));
  }
  if (outlook.rollout.has_value()) json["rollout"] = RolloutJson(*outlook.rollout);
  if (outlook.cost.has_value()) json["cost"] = CostJson(*outlook.cost);
  if (!outlook.effects.clusters.empty()) json["restarts"] = EffectsDiffJson(outlook.effects);
  return json;
}

nlohmann::ordered_json DiffJson(const FleetDiff& diff, const DiffOutlook& outlook) {
  nlohmann::ordered_json json;
  json["items"] = nlohmann::ordered_json::array();
  for (const ClusterDiff& cluster : diff.clusters) {
    if (cluster.move == Move::kStays) continue;
    nlohmann::ordered_json item = DiffItemJson(cluster);
    if (cluster.error_before == nullptr) item["before"] = ToJson(*cluster.before);
    if (cluster.error_after == nullptr) item["after"] = ToJson(*cluster.after);
    json["items"].push_back(std::move(item));
  }
  json.update(DiffTotalsJson(diff, outlook));
  return json;
}

DiffOutlook OutlookOf(const FleetDiff& diff, const NodePrices& prices, const v1::ClusterSizingConfiguration& before,
                      const v1::ClusterSizingConfiguration& after, absl::Time now) {
  DiffOutlook outlook;
  absl::StatusOr<RolloutForecast> rollout = ForecastRollout(diff, after, now);
  if (rollout.ok()) {
    outlook.rollout = *std::move(rollout);
  } else {
    outlook.no_rollout = absl::StrCat("the rollout is not simulated: ", std::string(rollout.status().message()));
  }
  if (!prices.empty()) outlook.cost = CostOf(diff.counts, prices, before, after);
  outlook.effects = CompareEffects(diff, before, after);
  return outlook;
}

}  // namespace cpsizer::cli
