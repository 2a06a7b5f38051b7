#include "client/cli/size/fleet_report.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/report_status.h"
#include "client/cli/output/progress.h"
#include "client/cli/output/show.h"
#include "client/cli/output/structured.h"
#include "client/cli/output/table.h"
#include "client/cli/size/policy_note.h"
#include "client/cli/size/report_items.h"
#include "client/cli/size/size_counts.h"

namespace cpsizer::cli {
namespace {

absl::StatusOr<FleetResponse> DecideAll(const FleetInput& input, BlockingService& client, Environment& environment) {
  Progress progress(input.clusters.size(), "clusters", environment);
  return DecideFleet(input, client, [&progress](size_t done) { progress.Report(done); });
}

void NotePolicyOf(const FleetInput& input, const FleetResponse& answer, BlockingService& client, Screen& err) {
  std::vector<bool> marks;
  MarkPolicyDependent(input, answer.results, client, marks);
  NotePolicy(marks, err);
}

// Prints a document that is part of a sequence of documents.
void PrintDocument(const nlohmann::ordered_json& json, OutputFormat format, Screen& out) {
  if (format == OutputFormat::kYaml) out.Line("---");
  PrintStructured(json, format, out);
}

// Prints the findings and the summary for output that is not structured. Structured output already contains the
// findings.
void PrintNotes(const FleetOptions& options, const Sources& sources, absl::Span<const FleetRow> rows,
                const FleetResponse& answer, Screen& err) {
  if (IsStructured(options.output)) return;
  ReportWarnings(answer.findings, sources, sources.configuration.file, err);
  ReportItemFindings(rows, answer.findings, sources, RulesThatOnlyHold::kPrint, err);
  if (options.output != OutputFormat::kName) PrintNote(FleetSummary(rows, answer.results.size()), err);
}

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

void PrintFleet(const FleetOptions& options, absl::Span<const FleetRow> rows, FleetTable& table, Screen& out) {
  if (IsStructured(options.output) && options.watch) {
    for (const FleetRow& row : rows) PrintDocument(FleetItemJson(row), options.output, out);
  } else if (options.output == OutputFormat::kJson) {
    PrintFleetJson(rows, out);
  } else if (IsStructured(options.output)) {
    PrintStructured(FleetJson(rows), options.output, out);
  } else if (options.output == OutputFormat::kName) {
    PrintFleetNames(rows, out);
  } else if (!rows.empty()) {
    table.Print(rows, out);
  }
}

void PrintDeletedClusters(const FleetOptions& options, absl::Span<const objects::HostedCluster> clusters,
                          FleetTable& table, Screen& out) {
  if (clusters.empty()) return;
  if (options.output == OutputFormat::kTable || options.output == OutputFormat::kWide) {
    return table.PrintDeleted(clusters, out);
  }
  for (const objects::HostedCluster& cluster : clusters) {
    if (options.output == OutputFormat::kName) {
      out.Line(absl::StrCat(ClusterName(cluster), " (deleted)"));
      continue;
    }
    nlohmann::ordered_json item = ClusterJson(cluster);
    item["deleted"] = true;
    PrintDocument(item, options.output, out);
  }
}

int ReportFleet(const FleetOptions& options, const Sources& sources, absl::Span<const objects::HostedCluster> clusters,
                BlockingService& client, FleetTable& table, Environment& environment, FleetResponse& answer) {
  Screen& err = environment.err;
  const FleetInput input = {sources, options.decision, clusters, environment.now()};
  absl::StatusOr<FleetResponse> decided = DecideAll(input, client, environment);
  if (!decided.ok()) return ReportRefusal(decided.status(), sources, client, sources.configuration.file, err);
  answer = *std::move(decided);
  const std::vector<FleetRow> rows = SelectRows(clusters, answer.results, options.view);
  PrintFleet(options, rows, table, environment.out);
  const bool is_table = options.output == OutputFormat::kTable || options.output == OutputFormat::kWide;
  if (is_table && !options.watch && !rows.empty()) {
    PrintSizeSummary(rows, sources.configuration.config, environment.out);
  }
  PrintNotes(options, sources, rows, answer, err);
  if (options.policy_may_matter) NotePolicyOf(input, answer, client, err);
  int exit_code =
      std::max(ReportItemErrors(clusters, answer.results, sources, err), ReportInvalid(answer.findings, sources, err));
  for (const FleetRow& row : rows) {
    exit_code = std::max(exit_code, ExitCodeOf(row.result->response().findings(), options.fail_on));
  }
  return exit_code;
}

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
