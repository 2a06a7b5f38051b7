#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/base/print_error.h"
#include "client/cli/output/findings_output.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"
#include "client/cli/replicas/replica_output.h"

namespace cpsizer::cli {
namespace {

Cell ProposalCell(const v1::ReplicasProposal& metric) {
  if (!metric.has_replicas()) return {"failed", Style::kBad};
  const std::string replicas = absl::StrCat(metric.replicas());
  return metric.wins() ? Cell{absl::StrCat(replicas, " wins"), Style::kGood} : Cell{replicas};
}

// Returns the error, if there is one. If not, returns the arithmetic, such as `ceil(2 x 4 ready pods) = 8`, and the
// reason why the number is kept, if it is kept.
std::string Arithmetic(const v1::ReplicasProposal& metric) {
  if (!metric.error().empty()) return metric.error();
  std::string text = metric.arithmetic();
  if (metric.kept_reason() != v1::REPLICAS_KEPT_REASON_UNSPECIFIED) {
    absl::StrAppend(&text, text.empty() ? "" : "; ",
                    "kept: ", ShowEnum(v1::ReplicasKeptReason_Name(metric.kept_reason()), "REPLICAS_KEPT_REASON_"));
  }
  return OrDash(text);
}

// Returns the number of pods in each group, such as `3 ready, 1 missing`. Empty groups other than `ready` are left out.
// Returns "-" if the pods are unknown.
std::string PodsText(const v1::ReplicasProposal& metric) {
  if (!metric.has_pods()) return "-";
  std::vector<std::string> parts = {absl::StrCat(metric.pods().ready(), " ready")};
  const auto add = [&parts](int count, absl::string_view word) {
    if (count > 0) parts.push_back(absl::StrCat(count, " ", word));
  };
  add(metric.pods().unready(), "unready");
  add(metric.pods().missing(), "missing");
  add(metric.pods().ignored(), "ignored");
  add(metric.pods().extraneous(), "extraneous");
  return absl::StrJoin(parts, ", ");
}

// Returns "-" for a ratio that is infinite or not a number: the average value of no replica.
std::string RatioText(double ratio) {
  return std::isfinite(ratio) ? absl::StrCat(ratio) : "-";
}

void PrintMetrics(const v1::RecommendReplicasResponse& response, Screen& out) {
  if (response.metrics().empty()) return;
  Table table({"METRIC", "USAGE", "TARGET", "RATIO", "CORRECTED", "PODS", "PROPOSES", "ARITHMETIC"});
  for (const v1::ReplicasProposal& metric : response.metrics()) {
    const bool measured = !metric.usage().empty();
    table.AddRow({{metric.name()},
                  {ShowMetricAmount(metric.name(), metric.usage())},
                  {ShowMetricAmount(metric.name(), metric.target())},
                  {measured ? RatioText(metric.ratio()) : "-"},
                  {metric.has_corrected_ratio() ? RatioText(metric.corrected_ratio()) : "-"},
                  {PodsText(metric)},
                  ProposalCell(metric),
                  {Arithmetic(metric)}});
  }
  out.EndLine();
  table.Print(out);
}

// Prints each flip with the name of its field as words, such as `cpu resource grows above 110m`.
void PrintFlips(const v1::RecommendReplicasResponse& response, Screen& out) {
  for (const v1::ReplicasProposal& metric : response.metrics()) {
    std::vector<std::string> parts;
    for (const auto& [words, value] : FieldsAsWords(metric.flips())) {
      parts.push_back(absl::StrCat(words, " ", ShowMetricAmount(metric.name(), value)));
    }
    if (!parts.empty()) out.Paragraph(absl::StrCat(metric.name(), " ", absl::StrJoin(parts, ", ")));
  }
}

void PrintSteps(const v1::RecommendReplicasResponse& response, Screen& out) {
  if (response.steps().empty()) return;
  Table table({"STEP", "BEFORE", "AFTER", "WHY"});
  for (const v1::ReplicasStep& step : response.steps()) {
    table.AddRow({{ShowEnum(v1::ReplicasStepKind_Name(step.kind()), "REPLICAS_STEP_KIND_")},
                  {absl::StrCat(step.before())},
                  {absl::StrCat(step.after())},
                  {step.message()}});
  }
  out.EndLine();
  table.Print(out);
}

void PrintConditions(const v1::RecommendReplicasResponse& response, Screen& out) {
  if (response.status().conditions().empty()) return;
  Table table({"CONDITION", "STATUS", "REASON", "MESSAGE"});
  for (const v1::Condition& condition : response.status().conditions()) {
    table.AddRow({{condition.type()}, {condition.status()}, {condition.reason()}, {condition.message()}});
  }
  out.EndLine();
  table.Print(out);
}

void PrintEvents(const v1::RecommendReplicasResponse& response, Screen& out) {
  if (response.events().empty()) return;
  Table table({"EVENT", "REASON", "MESSAGE"});
  for (const v1::ReplicasEvent& event : response.events()) {
    table.AddRow({{event.type()}, {event.reason()}, {event.message()}});
  }
  out.EndLine();
  table.Print(out);
}

}  // namespace

void PrintReplicaExplanation(const NamespacedName& name, const v1::RecommendReplicasResponse& response, bool wide,
                             Screen& out) {
  if (response.outcome() == v1::REPLICAS_OUTCOME_TARGET_UNREADABLE) {
    out.Line(name.Full(), Style::kBold);
  } else {
    out.Text(absl::StrCat(name.Full(), " (now ", response.current_replicas(), "): "), Style::kBold);
    out.Line(absl::StrCat(response.desired_replicas(), response.desired_replicas() == 1 ? " replica" : " replicas"),
             response.outcome() == v1::REPLICAS_OUTCOME_RESCALE ? Style::kGood : Style::kPlain);
  }
  out.Paragraph(ShownSummary(response));
  PrintMetrics(response, out);
  PrintFlips(response, out);
  PrintSteps(response, out);
  PrintConditions(response, out);
  if (wide) PrintEvents(response, out);
  PrintFindings(response.findings(), out);
}

}  // namespace cpsizer::cli
