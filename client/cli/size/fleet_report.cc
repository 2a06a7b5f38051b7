#include "client/cli/size/fleet_report.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/report_status.h"
#include "client/cli/output/progress.h"
#include "client/cli/output/structured.h"
#include "client/cli/size/fleet_summary.h"
#include "client/cli/size/policy_note.h"
#include "client/cli/size/report_items.h"

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
  const OperatorRules rules(sources.configuration.config, input.now, answer.findings);
  const std::vector<FleetRow> rows = SelectRows(clusters, answer.results, rules, options.view);
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

}  // namespace cpsizer::cli
