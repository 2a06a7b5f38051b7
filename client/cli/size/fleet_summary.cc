#include "client/cli/size/fleet_summary.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"
#include "client/cli/size/size_counts.h"

namespace cpsizer::cli {
namespace {

std::vector<SizeCount> CountSizes(absl::Span<const FleetRow> rows) {
  SizeCounts counts;
  for (const FleetRow& row : rows) {
    if (row.result->response().sizes_size() == 0) continue;
    counts.AddLadder(row.result->response());
    break;  // because all responses have the same ladder
  }
  for (const FleetRow& row : rows) {
    ++counts.Of(SizeNow(*row.cluster)).before;
    ++counts.Of(row.size_after).after;
  }
  std::vector<SizeCount> sizes = counts.Take();
  std::stable_partition(sizes.begin(), sizes.end(), [](const SizeCount& count) { return !count.size.empty(); });
  return sizes;
}

// Returns what is so for `count` clusters whose recommendation the operator does not apply, such as `are paused`.
std::string Fact(OperatorEffect effect, int count) {
  const absl::string_view be = count == 1 ? "is " : "are ";
  switch (effect) {
    case OperatorEffect::kApplies:
      return "";
    case OperatorEffect::kConfigurationRefused:
      return absl::StrCat(count == 1 ? "stays" : "stay", ", because the operator refuses the configuration");
    case OperatorEffect::kDeleted:
      return absl::StrCat(be, "being deleted");
    case OperatorEffect::kPaused:
      return absl::StrCat(be, "paused");
    case OperatorEffect::kOverrideUnknown:
    case OperatorEffect::kOverridden:
      return absl::StrCat(count == 1 ? "has" : "have", " a size override",
                          effect == OperatorEffect::kOverridden ? "" : " that names no size");
    case OperatorEffect::kNotOptedIn:
      return absl::StrCat(be, "not opted in");
    case OperatorEffect::kNodesNotCounted:
      return absl::StrCat(count == 1 ? "keeps its" : "keep their", " size until the nodes are counted");
    case OperatorEffect::kSizedByResources:
      return absl::StrCat(be, "sized by resources");
  }
  return "";
}

// Returns the number of overrides, and of those that change nothing. Returns an empty text without overrides.
std::string OverridesPart(absl::Span<const FleetRow> rows) {
  int overrides = 0;
  int removable = 0;
  for (const FleetRow& row : rows) {
    const std::string& override_size = row.cluster->size_override;
    if (override_size.empty()) continue;
    ++overrides;
    if (IsSized(*row.cluster) && row.result->response().recommended_size() == override_size) ++removable;
  }
  if (overrides == 0) return "";
  const std::string removed = removable == 0 ? "none" : absl::StrCat(removable);
  return absl::StrCat("; ", Counted(overrides, "size override"), ", ", removed, " can be removed");
}

}  // namespace

void PrintSizeSummary(absl::Span<const FleetRow> rows, const v1::ClusterSizingConfiguration& config, Screen& out) {
  Table table({"SIZE", "NOW", "AFTER", "CHANGE", "NODE-HOURS/DAY", "CHANGE"});
  int64_t total = 0;
  int64_t total_change = 0;
  for (const SizeNodeHours& size : NodeHoursPerDay(CountSizes(rows), config)) {
    const SizeCount& count = size.count;
    std::vector<Cell> row = {{ShowSize(count.size)},
                             {absl::StrCat(count.before)},
                             {absl::StrCat(count.after)},
                             {ShowChange(count.after - count.before)}};
    if (!size.hours.has_value()) {
      row.insert(row.end(), {{"-"}, {"-"}});
    } else {
      const int64_t change = *size.hours - *size.hours_before;
      row.insert(row.end(), {{absl::StrCat(*size.hours)}, {ShowChange(change)}});
      total += *size.hours;
      total_change += change;
    }
    table.AddRow(std::move(row));
  }
  const std::string clusters = absl::StrCat(rows.size());
  table.AddRow(
      {{"total", Style::kBold}, {clusters}, {clusters}, {"-"}, {absl::StrCat(total)}, {ShowChange(total_change)}});
  out.EndLine();
  // A table with one cell, so that the text is wrapped or cut like the lines of a table.
  Table({absl::StrCat("By size, with ", kNodesPerCluster,
                      " request-serving nodes for each cluster and each placeholder:")})
      .Print(out);
  table.Print(out);
}

std::string FleetSummary(absl::Span<const FleetRow> rows, size_t total) {
  int counts[v1::SizeOutcome_ARRAYSIZE] = {};
  int failed = 0;
  int changed = 0;
  absl::btree_map<OperatorEffect, int> unapplied;
  absl::btree_map<OperatorEffect, int> staying;  // of the clusters with another recommended size
  for (const FleetRow& row : rows) {
    const v1::RecommendSizeResponse& response = row.result->response();
    if (row.result->has_error()) ++failed;
    if (!row.result->has_response() || !v1::SizeOutcome_IsValid(response.outcome())) continue;
    ++counts[response.outcome()];
    const std::string& now = SizeNow(*row.cluster);
    const bool stays = row.effect == OperatorEffect::kDeleted || row.effect == OperatorEffect::kConfigurationRefused;
    if (stays && response.recommended_size() != now) ++staying[row.effect];
    if (response.recommended_size().empty() || row.size_after == now) continue;
    ++changed;
    if (row.effect != OperatorEffect::kApplies) ++unapplied[row.effect];
  }
  std::vector<std::string> parts;
  for (int outcome = v1::SIZE_OUTCOME_RECOMMENDED; outcome < v1::SizeOutcome_ARRAYSIZE; ++outcome) {
    const std::string word = ShowEnum(v1::SizeOutcome_Name(static_cast<v1::SizeOutcome>(outcome)), "SIZE_OUTCOME_");
    if (counts[outcome] > 0) parts.push_back(absl::StrCat(counts[outcome], " ", word));
  }
  if (failed > 0) parts.push_back(absl::StrCat(failed, " failed"));
  const std::string of = rows.size() == total ? "" : absl::StrCat(rows.size(), " of ");
  std::string text = absl::StrCat(of, Counted(total, "cluster"), parts.empty() ? "" : ": ", absl::StrJoin(parts, ", "),
                                  "; ", changed, " would change");
  for (const auto& [effect, count] : unapplied) absl::StrAppend(&text, ", ", count, " of them ", Fact(effect, count));
  for (const auto& [effect, count] : staying) absl::StrAppend(&text, "; ", count, " ", Fact(effect, count));
  return absl::StrCat(text, OverridesPart(rows));
}

}  // namespace cpsizer::cli
