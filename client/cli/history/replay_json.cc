#include "client/cli/history/replay_json.h"

#include <cmath>
#include <utility>

#include "absl/strings/str_split.h"
#include "client/cli/history/replay_figures.h"
#include "client/cli/history/replay_texts.h"
#include "client/history/transitions/transition_rules.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::cli {
namespace {

using history::ClusterTime;
using history::ClusterTotals;
using history::FleetFigures;
using nlohmann::ordered_json;

std::string SideKey(const ReplayResult& result, size_t side) {
  if (!result.ComparesSizing()) return side == 0 ? "before" : "after";
  return result.figures[side].by == history::SizedBy::kNodes ? "byNodes" : "byResources";
}

// Rounds to thousandths, so that the last digits of a sum do not appear.
double Rounded(double value) {
  return std::round(value * 1000) / 1000;
}

// Rounds down to thousandths, so that a small shortfall stays negative, as in ShowPercent().
double RoundedDown(double value) {
  return std::floor(value * 1000) / 1000;
}

double Seconds(int64_t milliseconds) {
  return static_cast<double>(milliseconds) / 1000;
}

ordered_json TimeJson(const ClusterTime& time) {
  return {{"clusters", time.clusters}, {"seconds", absl::ToDoubleSeconds(time.time)}};
}

ordered_json SizesJson(const FleetFigures& figures) {
  ordered_json list = ordered_json::array();
  for (const history::SizeFigures& size : figures.sizes) {
    ordered_json item = {{"name", size.name},
                         {"clusterHours", Rounded(absl::ToDoubleHours(size.cluster_time))},
                         {"nodeHours", Rounded(size.node_hours)}};
    if (size.cost.has_value()) item["cost"] = Rounded(*size.cost);
    list.push_back(std::move(item));
  }
  return list;
}

ordered_json ReasonsJson(const FleetFigures& figures) {
  ordered_json list = ordered_json::array();
  for (const auto& [kind, time] : figures.without_recommendation) {
    const v1::SizeOutcome outcome = history::IsHold(kind) ? v1::SIZE_OUTCOME_HELD : v1::SIZE_OUTCOME_NO_RECOMMENDATION;
    const bool by_nodes = kind >= history::kNoSizeForNodes;
    ordered_json item = {{"outcome", by_nodes ? "NO_SIZE" : v1::SizeOutcome_Name(outcome)},
                         {"reason", history::ReasonOf(kind)}};
    item.update(TimeJson(time));
    list.push_back(std::move(item));
  }
  return list;
}

ordered_json FiguresJson(const FleetFigures& figures) {
  ordered_json json = {{"transitions", figures.transitions},
                       {"increases", figures.increases},
                       {"decreases", figures.decreases},
                       {"transitionsPerDay", Rounded(figures.transitions_per_day)},
                       {"transitionsPerWeek", Rounded(figures.transitions_per_day * kDaysOfAWeek)}};
  if (figures.transitions > 0) {
    json["busiestDay"] = {{"date", ShowDay(figures.busiest_day)}, {"transitions", figures.transitions_of_busiest_day}};
  }
  json["reversals"] = figures.reversals;
  json["flappingClusters"] = figures.flapping;
  const bool of_nodes = figures.measured == history::SizedBy::kNodes;
  if (of_nodes) {
    json["shortOfNodes"] = TimeJson(figures.short_of_nodes);
  } else {
    json["shortOfMemory"] = TimeJson(figures.short_of_memory);
    json["shortOfCpu"] = TimeJson(figures.short_of_cpu);
  }
  json["short"] = TimeJson(figures.short_of_any);
  json["overProvisioned"] = TimeJson(figures.oversized);
  if (!of_nodes) json["bestEffort"] = TimeJson(figures.best_effort);
  json["withoutRecommendation"] = ReasonsJson(figures);
  json["withoutSize"] = TimeJson(figures.without_size);
  json["absent"] = TimeJson(figures.absent);
  json["nodeHours"] = Rounded(figures.node_hours);
  if (figures.cost.has_value()) json["cost"] = Rounded(*figures.cost);
  json["sizes"] = SizesJson(figures);
  return json;
}

ordered_json DifferenceJson(const FleetFigures& before, const FleetFigures& after) {
  const auto seconds = [](const ClusterTime& a, const ClusterTime& b) {
    return absl::ToDoubleSeconds(b.time - a.time);
  };
  ordered_json json = {{"transitions", after.transitions - before.transitions},
                       {"reversals", after.reversals - before.reversals},
                       {"flappingClusters", after.flapping - before.flapping}};
  const bool of_nodes = after.measured == history::SizedBy::kNodes;
  if (of_nodes) {
    json["shortOfNodesSeconds"] = seconds(before.short_of_nodes, after.short_of_nodes);
  } else {
    json["shortOfMemorySeconds"] = seconds(before.short_of_memory, after.short_of_memory);
    json["shortOfCpuSeconds"] = seconds(before.short_of_cpu, after.short_of_cpu);
  }
  json["shortSeconds"] = seconds(before.short_of_any, after.short_of_any);
  json["overProvisionedSeconds"] = seconds(before.oversized, after.oversized);
  if (!of_nodes) json["bestEffortSeconds"] = seconds(before.best_effort, after.best_effort);
  json["nodeHours"] = Rounded(after.node_hours - before.node_hours);
  if (const auto cost = CostDifference(before, after); cost.has_value()) json["cost"] = Rounded(*cost);
  return json;
}

ordered_json TotalsJson(const history::FleetReplay& fleet, uint32_t cluster) {
  const history::ClusterTrack& track = fleet.tracks()[cluster];
  const ClusterTotals& totals = track.totals();
  ordered_json json = {{"firstSize", SizeName(fleet, totals.first_size)},
                       {"lastSize", SizeName(fleet, track.size())},
                       {"transitions", totals.transitions()},
                       {"reversals", totals.reversals}};
  const bool of_nodes = fleet.decider().measured() == history::SizedBy::kNodes;
  if (of_nodes) {
    json["shortOfNodesSeconds"] = Seconds(totals.short_of_nodes);
  } else {
    json["shortOfMemorySeconds"] = Seconds(totals.short_of_memory);
    json["shortOfCpuSeconds"] = Seconds(totals.short_of_cpu);
  }
  json["shortSeconds"] = Seconds(totals.short_of_any);
  json["overProvisionedSeconds"] = Seconds(totals.oversized);
  if (!of_nodes) json["bestEffortSeconds"] = Seconds(totals.with_outcome[history::kBestEffort]);
  json["withoutRecommendationSeconds"] = Seconds(totals.without_recommendation());
  if (std::isfinite(totals.least_headroom)) json["leastHeadroomRatio"] = RoundedDown(totals.least_headroom);
  ordered_json sizes = ordered_json::object();
  for (size_t i = 0; i < fleet.decider().sizes().size(); ++i) {
    if (totals.at_size[i] > 0) sizes[fleet.decider().sizes()[i].name] = Seconds(totals.at_size[i]);
  }
  json["secondsAtSizes"] = std::move(sizes);
  json["secondsWithoutSize"] = Seconds(totals.at_size.back());
  json["secondsAbsent"] = Seconds(totals.absent);
  return json;
}

ordered_json ClusterJson(const ReplayResult& result, uint32_t cluster) {
  const std::string& name = result.replay.names().clusters.Name(cluster);
  const std::vector<std::string> parts = absl::StrSplit(name, absl::MaxSplits('/', 1));
  // A cluster of which only the control plane namespace is known has a name without a slash.
  return {{"namespace", parts.size() == 2 ? parts[0] : ""}, {"name", parts.back()}};
}

// Adds the transitions of a side, if they were recorded.
void AddTransitions(const ReplayResult& result, size_t side, ordered_json& json) {
  const history::TransitionList* const list = result.transitions[side];
  if (list == nullptr) return;
  const history::FleetReplay& fleet = *result.replay.fleets()[side];
  ordered_json entries = ordered_json::array();
  for (const history::TransitionList::Entry& entry : list->entries()) {
    entries.push_back({{"time", history::ShowTime(entry.milliseconds)},
                       {"cluster", ClusterJson(result, entry.cluster)},
                       {"from", SizeName(fleet, entry.from)},
                       {"to", SizeName(fleet, entry.to)}});
  }
  json["transitionList"] = std::move(entries);
  if (list->left_out() > 0) json["transitionsLeftOut"] = list->left_out();
}

ordered_json ItemJson(const ReplayResult& result, uint32_t cluster) {
  ordered_json item = {{"cluster", ClusterJson(result, cluster)}};
  for (size_t i = 0; i < result.figures.size(); ++i) {
    item[SideKey(result, i)] = TotalsJson(*result.replay.fleets()[i], cluster);
  }
  return item;
}

}  // namespace

ordered_json SamplesJson(const SampleCounts& samples) {
  const history::SeriesCounts& counts = samples.read;
  ordered_json json = {{"used", samples.used}, {"ignored", samples.ignored}};
  json["withMemory"] = counts.with_memory;
  json["withCpu"] = counts.with_cpu;
  if (counts.with_nodes > 0) json["withNodes"] = counts.with_nodes;
  json["oomKills"] = samples.oom_kills;
  json["duplicates"] = counts.duplicates;
  json["gaps"] = counts.gaps;
  json["otherSeries"] = counts.other_series;
  json["mixedSteps"] = counts.mixed_steps;
  json["cappedClusters"] = counts.capped;
  json["clustersWithoutSamples"] = counts.missing_clusters;
  if (!counts.unchecked_stores.empty()) json["uncheckedStores"] = counts.unchecked_stores;
  return json;
}

ordered_json ReplayJson(const ReplayResult& result) {
  ordered_json json = {{"begin", ShowReplayTime(result.replay.begin())},
                       {"end", ShowReplayTime(result.replay.end())},
                       {"samples", SamplesJson(result.samples)}};
  for (size_t i = 0; i < result.figures.size(); ++i) {
    ordered_json& side = json[SideKey(result, i)] = FiguresJson(result.figures[i]);
    AddTransitions(result, i, side);
  }
  if (result.figures.size() > 1) json["difference"] = DifferenceJson(result.figures.front(), result.figures.back());
  if (result.figures.front().cost.has_value()) json["withoutPrice"] = SizesWithoutPrice(result);
  if (const auto& rollout = result.replay.rollout(); rollout.has_value()) {
    json["rollout"] = {{"clusters", rollout->moved},
                       {"atLeastSeconds", absl::ToDoubleSeconds(rollout->duration)},
                       {"neverMove", rollout->stuck},
                       {"neverMoveReason", history::WhyNeverMoving(result.replay.fleets().back()->rules())}};
  }
  json["notes"] = NotesOf(result);
  json["items"] = ordered_json::array();
  for (const uint32_t cluster : result.worst_first) json["items"].push_back(ItemJson(result, cluster));
  return json;
}

}  // namespace cpsizer::cli
