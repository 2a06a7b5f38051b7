#include "client/cli/history/fit_json.h"

#include <cmath>
#include <utility>

#include "client/cli/history/replay_json.h"
#include "client/cli/history/replay_result.h"
#include "client/cli/output/configuration_manifest.h"

namespace cpsizer::cli {
namespace {

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
