#include "client/cli/history/replay_texts.h"

#include <cmath>
#include <functional>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "client/cli/history/replay_figures.h"
#include "client/cli/output/show.h"
#include "client/history/transitions/transition_rules.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

using history::ClusterTotals;
using history::FleetReplay;

// Returns the values of both configurations, such as `2 / 5`, or one value if they are equal.
std::string Both(const ReplayResult& result, const std::function<std::string(const FleetReplay&)>& value) {
  std::vector<std::string> values;
  for (const auto& fleet : result.replay.fleets()) values.push_back(value(*fleet));
  if (values.size() > 1 && values[0] == values[1]) values.pop_back();
  return absl::StrJoin(values, " / ");
}

std::string ShowTotal(int64_t milliseconds) {
  return milliseconds == 0 ? "-" : ShowHours(absl::Milliseconds(milliseconds));
}

// A column of a Table with its values, without the name of the cluster.
struct FigureColumn {
  ClusterColumn column;
  std::string (*value)(const FleetReplay& fleet, uint32_t cluster);
};

const ClusterTotals& TotalsOf(const FleetReplay& fleet, uint32_t cluster) {
  return fleet.tracks()[cluster].totals();
}

std::string LeastHeadroom(const FleetReplay& fleet, uint32_t cluster) {
  const double headroom = TotalsOf(fleet, cluster).least_headroom;
  return std::isfinite(headroom) ? ShowPercent(headroom) : "-";
}

std::vector<FigureColumn> FigureColumns(const ReplayResult& result) {
  using Fleet = const FleetReplay&;
  std::vector<FigureColumn> columns = {
      {{"TRANSITIONS", "number"},
       [](Fleet fleet, uint32_t i) { return absl::StrCat(TotalsOf(fleet, i).transitions()); }},
      {{"REVERSALS", "number"}, [](Fleet fleet, uint32_t i) { return absl::StrCat(TotalsOf(fleet, i).reversals); }},
      {{"SHORT", "number"}, [](Fleet fleet, uint32_t i) { return ShowTotal(TotalsOf(fleet, i).short_of_any); }}};
  if (result.ComparesSizing()) {
    columns.push_back(
        {{"OVER", "number"}, [](Fleet fleet, uint32_t i) { return ShowTotal(TotalsOf(fleet, i).oversized); }});
  }
  if (!result.MeasuresNodes()) {
    columns.push_back({{"NO FIT", "number"}, [](Fleet fleet, uint32_t i) {
                         return ShowTotal(TotalsOf(fleet, i).with_outcome[history::kBestEffort]);
                       }});
  }
  columns.push_back({{result.MeasuresNodes() ? "NO SIZE" : "HELD", "number"},
                     [](Fleet fleet, uint32_t i) { return ShowTotal(TotalsOf(fleet, i).without_recommendation()); }});
  columns.push_back({{"LEAST HEADROOM", "least"}, &LeastHeadroom});
  columns.push_back({{"FIRST SIZE", "size"},
                     [](Fleet fleet, uint32_t i) { return OrDash(SizeName(fleet, TotalsOf(fleet, i).first_size)); }});
  columns.push_back({{"LAST SIZE", "size"},
                     [](Fleet fleet, uint32_t i) { return OrDash(SizeName(fleet, fleet.tracks()[i].size())); }});
  return columns;
}

// Returns the notes about memory and CPU.
std::vector<std::string> ResourceNotes(const SampleCounts& samples) {
  std::vector<std::string> notes;
  if (samples.read.with_memory == 0) notes.emplace_back("No sample has memory");
  if (samples.read.with_cpu == 0) notes.emplace_back("No sample has CPU");
  if (const std::string tiny = TinyMemory(samples.read, samples.smallest); !tiny.empty()) {
    notes.push_back(absl::StrCat("Warning: ", tiny));
  }
  return notes;
}

}  // namespace

std::string SpanText(const ReplayResult& result) {
  const history::Replay& replay = result.replay;
  return absl::StrCat(ShowReplayTime(replay.begin()), " to ", ShowReplayTime(replay.end()), ", ",
                      ShowHours(replay.end() - replay.begin()), ": ", Counted(result.worst_first.size(), "cluster"),
                      ", ", Counted(static_cast<size_t>(result.samples.used), "sample"));
}

SmallestSize SmallestSizeOf(const history::Decider& decider) {
  SmallestSize smallest;
  for (const history::ReplaySize& size : decider.sizes()) {
    Quantity capacity;
    if (ParseQuantity(decider.row(size.rank).memory().capacity(), capacity) != QuantityError::kNone) continue;
    const double bytes = static_cast<double>(capacity.nanos) / static_cast<double>(kNanosPerUnit);
    if (bytes > 0 && (smallest.bytes == 0 || bytes < smallest.bytes)) smallest = {size.name, bytes};
  }
  return smallest;
}

std::string TinyMemory(const history::SeriesCounts& counts, const SmallestSize& smallest) {
  const bool is_below_part = counts.most_memory < smallest.bytes * kLeastPartOfSize;
  if (counts.with_memory == 0 || (counts.most_memory >= kLeastMemory && !is_below_part)) return "";
  const std::string limit = counts.most_memory < kLeastMemory
                                ? "1Mi"
                                : absl::StrCat("a thousandth of the memory of ", smallest.name, ", the smallest size");
  return absl::StrCat("the largest memory of the history is ", static_cast<int64_t>(counts.most_memory),
                      " bytes, less than ", limit,
                      ", so the unit is probably wrong; write bytes, or a quantity such as 20Gi");
}

std::vector<std::string> HistoryNotes(const SampleCounts& samples) {
  const history::SeriesCounts& counts = samples.read;
  std::vector<std::string> left_out;
  const auto add = [&left_out](int64_t count, absl::string_view word) {
    if (count > 0) left_out.push_back(Counted(static_cast<size_t>(count), word));
  };
  add(samples.ignored, "ignored sample");
  add(counts.duplicates, "duplicate");
  add(counts.gaps, "gap");
  if (counts.other_series > 0) left_out.push_back(absl::StrCat(counts.other_series, " other series"));
  std::vector<std::string> notes;
  if (!left_out.empty()) notes.push_back(absl::StrCat("Left out: ", absl::StrJoin(left_out, ", ")));
  if (samples.resources) {
    for (std::string& note : ResourceNotes(samples)) notes.push_back(std::move(note));
  }
  if (samples.oom_kills > 0) notes.push_back(absl::StrCat("OOM kills of pods that were counted: ", samples.oom_kills));
  if (counts.mixed_steps > 0) {
    notes.push_back(absl::StrCat("Clusters or pods whose samples have different steps: ", counts.mixed_steps));
  }
  if (counts.capped > 0) {
    notes.push_back(
        absl::StrCat("Clusters whose demand is a target within the limits of their VPA, because there is no ",
                     "uncapped target; the demand can be larger: ", counts.capped));
  }
  if (!counts.missing_clusters.empty()) {
    notes.push_back(absl::StrCat("HostedClusters of -f without samples: ", counts.missing_clusters.size(), " of ",
                                 counts.hosted_clusters, " (", ListNames(counts.missing_clusters), ")"));
  }
  if (!counts.unchecked_stores.empty()) {
    notes.push_back(absl::StrCat("The stores of the server could not be checked (", counts.unchecked_stores,
                                 "). If it is a Thanos, a store that is down can make the history incomplete"));
  }
  return notes;
}

std::vector<std::string> NotesOf(const ReplayResult& result) {
  std::vector<std::string> notes = HistoryNotes(result.samples);
  const auto& fleets = result.replay.fleets();
  for (size_t i = 0; i < fleets.size(); ++i) {
    const std::string why = history::WhyNeverMoving(fleets[i]->rules());
    if (why.empty()) continue;
    // A comparison of sizings has one configuration.
    if (result.ComparesSizing() && i > 0) break;
    const bool has_change = fleets.size() > 1 && !result.ComparesSizing();
    const absl::string_view side = !has_change ? "" : i == 0 ? " before the change" : " after the change";
    notes.push_back(absl::StrCat("No scheduled cluster gets another size", side, ": ", why));
  }
  if (const std::vector<std::string> names = SizesWithoutPrice(result); !names.empty()) {
    const bool unknown = !CostDifference(result.figures.front(), result.figures.back()).has_value();
    notes.push_back(absl::StrCat("The cost does not include the nodes of ", ListNames(names),
                                 ", for which --price is not set", unknown ? ", so its change is not known" : ""));
  }
  return notes;
}

std::vector<std::string> SizesWithoutPrice(const ReplayResult& result) {
  std::vector<std::string> names;
  for (const history::FleetFigures& figures : result.figures) {
    if (!figures.cost.has_value()) continue;
    for (const history::SizeFigures& size : figures.sizes) {
      if (size.node_hours == 0 || size.cost.has_value() || absl::c_linear_search(names, size.name)) continue;
      names.push_back(size.name);
    }
  }
  return names;
}

std::vector<std::string> ClusterTexts(const ReplayResult& result, uint32_t cluster) {
  const std::string& name = result.replay.names().clusters.Name(cluster);
  const std::vector<std::string> parts = absl::StrSplit(name, absl::MaxSplits('/', 1));
  std::vector<std::string> texts = {parts.size() == 2 ? parts[0] : "-", parts.back()};
  for (const FigureColumn& figure : FigureColumns(result)) {
    texts.push_back(Both(result, [&](const FleetReplay& fleet) { return figure.value(fleet, cluster); }));
  }
  return texts;
}

std::vector<ClusterColumn> ClusterColumns(const ReplayResult& result) {
  std::vector<ClusterColumn> columns = {{"NAMESPACE", "text"}, {"NAME", "text"}};
  for (const FigureColumn& figure : FigureColumns(result)) columns.push_back(figure.column);
  return columns;
}

std::string RolloutText(const ReplayResult& result) {
  if (!result.replay.rollout().has_value()) return "";
  const history::Rollout& rollout = *result.replay.rollout();
  if (rollout.stuck > 0) {
    return absl::StrCat(Counted(rollout.stuck, "cluster"), " cannot move to the new size, because ",
                        history::WhyNeverMoving(result.replay.fleets().back()->rules()), ".");
  }
  const std::string change = result.ComparesSizing()
                                 ? absl::StrCat("the fleet is sized ", SideWord(result, 1), " from the end on")
                                 : "the new configuration is applied at the end";
  if (rollout.moved == 0) return absl::StrCat("No cluster moves to another size if ", change, ".");
  return absl::StrCat("If ", change, ", ", Counted(rollout.moved, "cluster"), rollout.moved == 1 ? " moves" : " move",
                      " to another size",
                      rollout.duration > absl::ZeroDuration()
                          ? absl::StrCat("; this takes at least ", absl::FormatDuration(rollout.duration), ".")
                          : " at once.");
}

}  // namespace cpsizer::cli
