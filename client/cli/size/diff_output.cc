#include "client/cli/size/diff_output.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
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

std::string WhyOf(const ClusterDiff& cluster) {
  return cluster.error == nullptr ? Why(*cluster.cluster, *cluster.after) : OrDash(cluster.error->message());
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

void PrintMisfits(const FleetDiff& diff, Screen& out) {
  bool first = true;
  for (const ClusterDiff& cluster : diff.clusters) {
    if (cluster.after->outcome() != v1::SIZE_OUTCOME_BEST_EFFORT) continue;
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
  PrintMisfits(diff, out);
}

void PrintDiffNames(const FleetDiff& diff, Screen& out) {
  for (const ClusterDiff& cluster : diff.clusters) {
    if (cluster.move == Move::kStays || cluster.move == Move::kFailed) continue;
    out.Line(
        absl::StrCat(ClusterName(*cluster.cluster), " ", OrDash(cluster.size_before), " ", OrDash(cluster.size_after)));
  }
}

nlohmann::ordered_json DiffJson(const FleetDiff& diff) {
  nlohmann::ordered_json json;
  json["items"] = nlohmann::ordered_json::array();
  for (const ClusterDiff& cluster : diff.clusters) {
    if (cluster.move == Move::kStays) continue;
    nlohmann::ordered_json item = ClusterJson(*cluster.cluster);
    item["move"] = ShowMove(cluster.move).text;
    if (cluster.error != nullptr) {
      item["error"] = ToJson(*cluster.error);
    } else {
      item["before"] = ToJson(*cluster.before);
      item["after"] = ToJson(*cluster.after);
    }
    json["items"].push_back(std::move(item));
  }
  json["sizes"] = nlohmann::ordered_json::array();
  for (const SizeCount& count : diff.counts) {
    json["sizes"].push_back({{"name", count.size}, {"before", count.before}, {"after", count.after}});
  }
  return json;
}

}  // namespace cpsizer::cli
