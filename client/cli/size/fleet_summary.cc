#include "client/cli/size/fleet_summary.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"
#include "client/cli/size/size_counts.h"
#include "client/cli/size/size_nodes.h"

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
    ++counts.Of(row.cluster->current_size).before;
    ++counts.Of(SizeAfterDecision(*row.cluster, row.result->response())).after;
  }
  std::vector<SizeCount> sizes = counts.Take();
  std::stable_partition(sizes.begin(), sizes.end(), [](const SizeCount& count) { return !count.size.empty(); });
  return sizes;
}

}  // namespace

void PrintSizeSummary(absl::Span<const FleetRow> rows, const v1::ClusterSizingConfiguration& config, Screen& out) {
  Table table({"SIZE", "NOW", "RECOMMENDED", "CHANGE", "NODE-HOURS/DAY", "CHANGE"});
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
  int not_opted_in = 0;
  for (const FleetRow& row : rows) {
    const v1::RecommendSizeResponse& response = row.result->response();
    if (row.result->has_error()) ++failed;
    if (!row.result->has_response() || !v1::SizeOutcome_IsValid(response.outcome())) continue;
    ++counts[response.outcome()];
    changed += response.changed() ? 1 : 0;
    not_opted_in += response.changed() && !row.cluster->eligible ? 1 : 0;
  }
  std::vector<std::string> parts;
  for (int outcome = v1::SIZE_OUTCOME_RECOMMENDED; outcome < v1::SizeOutcome_ARRAYSIZE; ++outcome) {
    const std::string word = ShowEnum(v1::SizeOutcome_Name(static_cast<v1::SizeOutcome>(outcome)), "SIZE_OUTCOME_");
    if (counts[outcome] > 0) parts.push_back(absl::StrCat(counts[outcome], " ", word));
  }
  if (failed > 0) parts.push_back(absl::StrCat(failed, " failed"));
  const std::string of = rows.size() == total ? "" : absl::StrCat(rows.size(), " of ");
  return absl::StrCat(of, Counted(total, "cluster"), parts.empty() ? "" : ": ", absl::StrJoin(parts, ", "), "; ",
                      changed, " would change",
                      not_opted_in == 0 ? ""
                                        : absl::StrCat(", ", not_opted_in, " of them ",
                                                       not_opted_in == 1 ? "is" : "are", " not opted in"));
}

}  // namespace cpsizer::cli
