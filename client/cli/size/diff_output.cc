#include "client/cli/size/diff_output.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/output/table.h"
#include "client/cli/size/fleet.h"
#include "client/cli/size/fleet_output.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kBothConfigurations = "both configurations";

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

// Returns the first error of a cluster, or null.
const google::rpc::Status* ErrorOf(const ClusterDiff& cluster) {
  return cluster.error_before != nullptr ? cluster.error_before : cluster.error_after;
}

std::string WithConfiguration(absl::string_view which, const google::rpc::Status& error) {
  return absl::StrCat("with ", which, ": ", OrDash(error.message()));
}

std::string WhyOf(const ClusterDiff& cluster) {
  const google::rpc::Status* const before = cluster.error_before;
  const google::rpc::Status* const after = cluster.error_after;
  if (before == nullptr && after == nullptr) return Why(*cluster.cluster, *cluster.after);
  if (after == nullptr) return WithConfiguration(kCurrentConfiguration, *before);
  if (before == nullptr) return WithConfiguration(kNewConfiguration, *after);
  if (before->message() == after->message()) return WithConfiguration(kBothConfigurations, *before);
  return absl::StrCat(WithConfiguration(kCurrentConfiguration, *before), "; ",
                      WithConfiguration(kNewConfiguration, *after));
}

// The number of clusters whose decision failed with one configuration, or with both.
struct FailureCounts {
  size_t before = 0;
  size_t after = 0;
  size_t both = 0;

  size_t all() const { return before + after + both; }
};

FailureCounts CountFailures(const FleetDiff& diff) {
  FailureCounts counts;
  for (const ClusterDiff& cluster : diff.clusters) {
    if (cluster.move != Move::kFailed) continue;
    size_t& count = cluster.error_after == nullptr    ? counts.before
                    : cluster.error_before == nullptr ? counts.after
                                                      : counts.both;
    ++count;
  }
  return counts;
}

// Prints a line such as `3 clusters failed: 1 with the current configuration, 2 with both configurations. ...`.
void PrintFailures(const FleetDiff& diff, Screen& out) {
  const FailureCounts counts = CountFailures(diff);
  std::vector<std::string> parts;
  if (counts.before > 0) parts.push_back(absl::StrCat(counts.before, " with ", kCurrentConfiguration));
  if (counts.after > 0) parts.push_back(absl::StrCat(counts.after, " with ", kNewConfiguration));
  if (counts.both > 0) parts.push_back(absl::StrCat(counts.both, " with ", kBothConfigurations));
  if (parts.empty()) return;
  out.EndLine().Paragraph(absl::StrCat(Counted(counts.all(), "cluster"), " failed: ", absl::StrJoin(parts, ", "),
                                       ". A failed decision is counted with the current size."));
}

// Returns the key of the configuration with which the decision failed.
absl::string_view FailedSide(const ClusterDiff& cluster) {
  if (cluster.error_after == nullptr) return "before";
  return cluster.error_before == nullptr ? "after" : "both";
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
  PrintFailures(diff, out);
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
    if (cluster.move == Move::kFailed) {
      item["side"] = std::string(FailedSide(cluster));
      item["error"] = ToJson(*ErrorOf(cluster));
    }
    if (cluster.error_before == nullptr) item["before"] = ToJson(*cluster.before);
    if (cluster.error_after == nullptr) item["after"] = ToJson(*cluster.after);
    json["items"].push_back(std::move(item));
  }
  json["sizes"] = nlohmann::ordered_json::array();
  for (const SizeCount& count : diff.counts) {
    json["sizes"].push_back({{"name", count.size}, {"before", count.before}, {"after", count.after}});
  }
  json["failed"] = CountFailures(diff).all();
  return json;
}

}  // namespace cpsizer::cli
