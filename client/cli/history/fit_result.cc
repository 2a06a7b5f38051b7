#include "client/cli/history/fit_result.h"

#include <algorithm>
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

// Returns a percentage as a fraction, such as `0.65`, or as a capacity, such as `110%`.
std::string PercentText(int percent, history::FitKind kind) {
  if (kind == history::FitKind::kCapacities) return absl::StrCat(percent, "%");
  return absl::StrFormat("%.2f", percent / 100.0);
}

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
                  {OrDash(MissingEvidence(evidence.clusters, evidence.span))}});
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
double TenThousandths(double value) {
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
                         {"share", TenThousandths(evidence.share)}};
    if (evidence.proposed_percent.has_value()) {
      item["proposedPercent"] = *evidence.proposed_percent;
      item["interval"] = {TenThousandths(evidence.interval->low), TenThousandths(evidence.interval->high)};
    } else {
      item["reason"] = MissingEvidence(evidence.clusters, evidence.span);
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
                    {"cost", TenThousandths(choice.figures.cost)},
                    {"shortRatio", choice.figures.short_ratio},
                    {"reversalsPerWeek", TenThousandths(choice.figures.reversals_per_week)},
                    {"transitions", choice.figures.transitions},
                    {"meetsTargets", Meets(choice.figures, result.targets)}});
  }
  return list;
}

}  // namespace

std::string MissingEvidence(int64_t clusters, absl::Duration span) {
  std::vector<std::string> parts;
  if (clusters < history::kLeastClusters) {
    parts.push_back(absl::StrCat(Counted(static_cast<size_t>(clusters), "cluster"), " of ", history::kLeastClusters));
  }
  if (span < history::kLeastSpan) {
    // Rounded down, so that a little less than 7 days is not shown as 7.
    parts.push_back(absl::StrFormat("%.1f of %.0f days", std::floor(absl::ToDoubleHours(span) / 24 * 10) / 10,
                                    absl::ToDoubleHours(history::kLeastSpan) / 24));
  }
  if (parts.empty()) return "";
  return absl::StrCat("too little evidence: ", absl::StrJoin(parts, " and "));
}

std::string MarkWord(FitMark mark) {
  switch (mark) {
    case FitMark::kPresent:
      return "present";
    case FitMark::kShares:
      return "shares";
    case FitMark::kProposed:
      return "proposed";
    case FitMark::kNearest:
      return "nearest";
    case FitMark::kNone:
      break;
  }
  return "";
}

std::string ValuesText(const FitChoice& choice, history::FitKind kind) {
  std::vector<std::string> parts;
  for (const history::Resource resource : history::kResources) {
    std::vector<int> percents = choice.percents[history::Index(resource)];
    if (percents.empty()) continue;
    if (std::all_of(percents.begin(), percents.end(), [&](int percent) { return percent == percents.front(); })) {
      percents.resize(1);
    }
    const auto append = [kind](std::string* out, int percent) { out->append(PercentText(percent, kind)); };
    parts.push_back(absl::StrCat(history::NameOf(resource), " ", absl::StrJoin(percents, "/", append)));
  }
  return absl::StrJoin(parts, ", ");
}

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
  for (const auto& [size, price] : result.prices) prices[size] = TenThousandths(price);
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
