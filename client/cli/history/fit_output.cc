#include "client/cli/history/fit_output.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/cli/history/replay_figures.h"
#include "client/cli/history/replay_json.h"
#include "client/cli/history/replay_result.h"
#include "client/cli/history/replay_texts.h"
#include "client/cli/output/configuration_manifest.h"
#include "client/cli/output/show.h"
#include "client/cli/output/table.h"

namespace cpsizer::cli {
namespace {

using history::FitKind;

void PrintEvidence(const FitResult& result, Screen& out) {
  Table table({"SIZE", "RESOURCE", "FRACTION", "SHARE", "PROPOSED", "INTERVAL", "CLUSTERS", "SAMPLES", "DAYS", "WHY"});
  for (const FitEvidenceRow& row : result.evidence) {
    const history::ShareEvidence& evidence = row.evidence;
    const bool is_enough = evidence.proposed_percent.has_value();
    table.AddRow({{row.size},
                  {history::NameOf(row.resource)},
                  {PercentText(row.present_percent, FitKind::kFractions)},
                  {evidence.samples == 0 ? "-" : absl::StrFormat("%.3f", evidence.share)},
                  {is_enough ? PercentText(*evidence.proposed_percent, FitKind::kFractions) : "-"},
                  {is_enough ? absl::StrFormat("%.3f to %.3f", evidence.interval->low, evidence.interval->high) : "-"},
                  {absl::StrCat(evidence.clusters)},
                  {absl::StrCat(evidence.samples)},
                  {absl::StrFormat("%.1f", absl::ToDoubleHours(evidence.span) / 24)},
                  {OrDash(MissingEvidence(evidence))}});
  }
  table.Print(out);
  if (result.unmatched > 0) {
    out.Line(absl::StrCat("Left out: ", Counted(static_cast<size_t>(result.unmatched), "value"),
                          " of nodes without usage of the kube-apiserver in the 5 minutes before, or without a size"));
  }
  if (result.below_usage > 0) {
    out.Line(absl::StrCat("Left out: ", Counted(static_cast<size_t>(result.below_usage), "value"),
                          " of nodes below the usage of the kube-apiserver; --node-history must have the total of all "
                          "nodes of a cluster"));
  }
  out.EndLine();
}

bool IsShort(const FitResult& result) {
  return result.clusters < history::kLeastClusters || result.end - result.begin < history::kLeastSpan;
}

void PrintCost(const FitResult& result, Screen& out) {
  std::vector<std::string> prices;
  for (const auto& [size, price] : result.prices) prices.push_back(absl::StrFormat("%s %.2f", size, price));
  out.Paragraph(absl::StrCat("Cost: node-hours, multiplied by ",
                             result.has_prices ? "the price of the size: " : "the relative capacity of the size: ",
                             absl::StrJoin(prices, ", "), "."));
}

void PrintChoices(const FitResult& result, Screen& out) {
  Table table({"CHOICE", "VALUES", "COST", "SHORT TIME", "REVERSALS/WEEK", "TRANSITIONS", "TARGETS"});
  for (const FitChoice& choice : result.choices) {
    table.AddRow({{OrDash(MarkWord(choice.mark))},
                  {ValuesText(choice, result.kind)},
                  {absl::StrFormat("%.1f", choice.figures.cost)},
                  {absl::StrFormat("%.2f%%", choice.figures.short_ratio * 100)},
                  {absl::StrFormat("%.2f", choice.figures.reversals_per_week)},
                  {absl::StrCat(choice.figures.transitions)},
                  {Meets(choice.figures, result.targets) ? "met" : "missed"}});
  }
  table.Print(out);
}

using nlohmann::ordered_json;

// Rounds to ten thousandths, so that the last digits of a sum do not appear.
double Rounded(double value) {
  return std::round(value * 10'000) / 10'000;
}

ordered_json EvidenceJson(const FitResult& result) {
  ordered_json list = ordered_json::array();
  for (const FitEvidenceRow& row : result.evidence) {
    const history::ShareEvidence& evidence = row.evidence;
    ordered_json item = {{"size", row.size},
                         {"resource", history::NameOf(row.resource)},
                         {"presentPercent", row.present_percent},
                         {"clusters", evidence.clusters},
                         {"samples", evidence.samples},
                         {"spanSeconds", absl::ToDoubleSeconds(evidence.span)},
                         {"share", Rounded(evidence.share)}};
    if (evidence.proposed_percent.has_value()) {
      item["proposedPercent"] = *evidence.proposed_percent;
      item["interval"] = {Rounded(evidence.interval->low), Rounded(evidence.interval->high)};
    } else {
      item["reason"] = MissingEvidence(evidence);
    }
    list.push_back(std::move(item));
  }
  return list;
}

ordered_json ChoicesJson(const FitResult& result) {
  ordered_json list = ordered_json::array();
  for (const FitChoice& choice : result.choices) {
    ordered_json percents = ordered_json::object();
    for (const history::Resource resource : history::kResources) {
      const std::vector<int>& values = choice.percents[history::Index(resource)];
      if (!values.empty()) percents[history::NameOf(resource)] = values;
    }
    list.push_back({{"mark", MarkWord(choice.mark)},
                    {"percents", std::move(percents)},
                    {"cost", Rounded(choice.figures.cost)},
                    {"shortRatio", choice.figures.short_ratio},
                    {"reversalsPerWeek", Rounded(choice.figures.reversals_per_week)},
                    {"transitions", choice.figures.transitions},
                    {"meetsTargets", Meets(choice.figures, result.targets)}});
  }
  return list;
}

}  // namespace

void PrintFit(const FitResult& result, Screen& out) {
  out.Line(absl::StrCat(
      ShowReplayTime(result.begin), " to ", ShowReplayTime(result.end), ", ", ShowHours(result.end - result.begin),
      ": ", Counted(result.clusters, "cluster"), ", ", Counted(static_cast<size_t>(result.samples.used), "sample"),
      "; ", Counted(result.evaluated, "configuration"), " replayed", result.is_complete ? "" : ", a part of the grid"));
  for (const std::string& note : HistoryNotes(result.samples)) out.Line(note);
  if (IsShort(result)) {
    out.Line(absl::StrCat("The history is short. Fewer than ", history::kLeastClusters, " clusters or less than ",
                          absl::ToInt64Hours(history::kLeastSpan) / 24, " days are little evidence"));
  }
  out.EndLine();
  if (!result.evidence.empty()) PrintEvidence(result, out);
  PrintChoices(result, out);
  out.EndLine();
  PrintCost(result, out);
  out.Paragraph(absl::StrFormat("Targets: short time at most %g%%, reversals of a cluster per week at most %g.",
                                result.targets.short_ratio * 100, result.targets.reversals_per_week));
  out.Paragraph(result.summary);
}

ordered_json FitJson(const FitResult& result) {
  ordered_json prices = ordered_json::object();
  for (const auto& [size, price] : result.prices) prices[size] = Rounded(price);
  ordered_json json = {
      {"begin", ShowReplayTime(result.begin)},
      {"end", ShowReplayTime(result.end)},
      {"clusters", result.clusters},
      {"samples", SamplesJson(result.samples)},
      {"evaluated", result.evaluated},
      {"isComplete", result.is_complete},
      {"targets",
       {{"shortRatio", result.targets.short_ratio}, {"reversalsPerWeek", result.targets.reversals_per_week}}},
      {"prices", std::move(prices)},
      {"evidence", EvidenceJson(result)},
      {"leftOut", {{"unmatched", result.unmatched}, {"belowUsage", result.below_usage}}},
      {"choices", ChoicesJson(result)},
      {"summary", result.summary}};
  if (result.proposal.has_value()) json["proposal"] = ManifestJson(AsWritten(*result.proposal));
  return json;
}

}  // namespace cpsizer::cli
