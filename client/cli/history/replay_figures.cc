#include "client/cli/history/replay_figures.h"

#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/cli/history/replay_result.h"
#include "client/cli/output/show.h"

namespace cpsizer::cli {
namespace {

using history::ClusterTime;
using history::FleetFigures;

// Collects the rows.
class FigureList {
 public:
  explicit FigureList(absl::Span<const FleetFigures> fleets) : fleets_(fleets) {}

  // Adds a number with `decimals` digits after the point.
  void AddNumber(std::string name, int decimals, const std::function<double(const FleetFigures&)>& value) {
    ReplayFigure& figure = figures_.emplace_back();
    figure.name = std::move(name);
    for (const FleetFigures& fleet : fleets_) {
      figure.values.push_back(absl::StrFormat("%.*f", decimals, value(fleet)));
    }
    SetChange(decimals, "", value);
  }

  // Adds a number of clusters and their time. Leaves it out if no cluster has such a time, unless `always`.
  void AddTime(std::string name, bool always, const std::function<ClusterTime(const FleetFigures&)>& value) {
    bool any = always;
    std::vector<std::string> values;
    for (const FleetFigures& fleet : fleets_) {
      const ClusterTime time = value(fleet);
      any |= time.clusters > 0;
      values.push_back(time.clusters == 0 ? "-"
                                          : absl::StrCat(Counted(static_cast<size_t>(time.clusters), "cluster"), ", ",
                                                         ShowHours(time.time)));
    }
    if (!any) return;
    figures_.push_back({std::move(name), std::move(values), ""});
    SetChange(1, " h", [&value](const FleetFigures& fleet) { return absl::ToDoubleHours(value(fleet).time); });
  }

  void AddText(std::string name, const std::function<std::string(const FleetFigures&)>& value) {
    ReplayFigure& figure = figures_.emplace_back();
    figure.name = std::move(name);
    for (const FleetFigures& fleet : fleets_) figure.values.push_back(value(fleet));
    figure.change = "";
  }

  // Replaces the change of the last figure, if there is one.
  void MarkChangeUnknown() {
    if (fleets_.size() > 1) figures_.back().change = "unknown";
  }

  std::vector<ReplayFigure> Take() { return std::move(figures_); }

 private:
  // Sets the change of the last figure: `-` if it is zero with these digits.
  void SetChange(int decimals, absl::string_view unit, const std::function<double(const FleetFigures&)>& value) {
    if (fleets_.size() < 2) return;
    const double change = value(fleets_.back()) - value(fleets_.front());
    const bool is_zero = std::abs(change) < 0.5 * std::pow(10, -decimals);
    figures_.back().change = is_zero ? "-" : absl::StrCat(absl::StrFormat("%+.*f", decimals, change), unit);
  }

  absl::Span<const FleetFigures> fleets_;
  std::vector<ReplayFigure> figures_;
};

void AddTransitions(FigureList& list) {
  list.AddNumber("transitions", 0, [](const FleetFigures& fleet) { return static_cast<double>(fleet.transitions); });
  list.AddNumber("transitions per day", 1, [](const FleetFigures& fleet) { return fleet.transitions_per_day; });
  list.AddNumber("transitions per week", 1,
                 [](const FleetFigures& fleet) { return fleet.transitions_per_day * kDaysOfAWeek; });
  list.AddText("busiest day", [](const FleetFigures& fleet) {
    if (fleet.transitions == 0) return std::string("-");
    return absl::StrCat(ShowDay(fleet.busiest_day), ": ", fleet.transitions_of_busiest_day);
  });
  list.AddNumber("reversals", 0, [](const FleetFigures& fleet) { return static_cast<double>(fleet.reversals); });
  list.AddNumber("flapping clusters", 0, [](const FleetFigures& fleet) { return static_cast<double>(fleet.flapping); });
}

std::string NameOfKind(int kind) {
  if (kind == history::kNoSizeForNodes) return "no size for the nodes";
  if (kind == history::kNodesUnknown) return "nodes unknown";
  return absl::StrCat(history::IsHold(kind) ? "held" : "no recommendation", ": ", history::ReasonOf(kind));
}

void AddOutcomes(absl::Span<const FleetFigures> fleets, FigureList& list) {
  if (fleets.front().measured == history::SizedBy::kNodes) {
    list.AddTime("short of nodes", true, [](const FleetFigures& fleet) { return fleet.short_of_nodes; });
  } else {
    list.AddTime("short of memory", true, [](const FleetFigures& fleet) { return fleet.short_of_memory; });
    list.AddTime("short of CPU", true, [](const FleetFigures& fleet) { return fleet.short_of_cpu; });
    if (fleets.front().by != fleets.back().by) {
      list.AddTime("short", true, [](const FleetFigures& fleet) { return fleet.short_of_any; });
      list.AddTime("over-provisioned", true, [](const FleetFigures& fleet) { return fleet.oversized; });
    }
    list.AddTime("best effort", true, [](const FleetFigures& fleet) { return fleet.best_effort; });
  }
  std::set<int> kinds;
  for (const FleetFigures& fleet : fleets) {
    for (const auto& [kind, time] : fleet.without_recommendation) kinds.insert(kind);
  }
  for (const int kind : kinds) {
    list.AddTime(NameOfKind(kind), true, [kind](const FleetFigures& fleet) {
      const auto time = fleet.without_recommendation.find(kind);
      return time == fleet.without_recommendation.end() ? ClusterTime() : time->second;
    });
  }
  list.AddTime("without a size", false, [](const FleetFigures& fleet) { return fleet.without_size; });
  list.AddTime("absent", false, [](const FleetFigures& fleet) { return fleet.absent; });
}

// Returns the figures of a size, or empty ones if the configuration does not have it.
history::SizeFigures FiguresOfSize(const FleetFigures& fleet, const std::string& name) {
  for (const history::SizeFigures& size : fleet.sizes) {
    if (size.name == name) return size;
  }
  return {};
}

void AddNodes(absl::Span<const FleetFigures> fleets, FigureList& list) {
  for (const std::string& name : SizeNames(fleets)) {
    list.AddNumber(absl::StrCat("node-hours of ", name), 1,
                   [&name](const FleetFigures& fleet) { return FiguresOfSize(fleet, name).node_hours; });
  }
  list.AddNumber("node-hours", 1, [](const FleetFigures& fleet) { return fleet.node_hours; });
  if (!fleets.front().cost.has_value()) return;
  list.AddNumber("cost", 2, [](const FleetFigures& fleet) { return fleet.cost.value_or(0); });
  if (!CostDifference(fleets.front(), fleets.back()).has_value()) list.MarkChangeUnknown();
}

}  // namespace

std::vector<std::string> SizeNames(absl::Span<const FleetFigures> fleets) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const FleetFigures* fleet : {&fleets.back(), &fleets.front()}) {
    for (const history::SizeFigures& size : fleet->sizes) {
      if (seen.insert(size.name).second) names.push_back(size.name);
    }
  }
  return names;
}

absl::optional<double> CostDifference(const FleetFigures& before, const FleetFigures& after) {
  if (!before.cost.has_value() || !after.cost.has_value()) return absl::nullopt;
  const FleetFigures fleets[] = {before, after};
  for (const std::string& name : SizeNames(fleets)) {
    const history::SizeFigures was = FiguresOfSize(before, name);
    const history::SizeFigures is = FiguresOfSize(after, name);
    const bool has_price = was.cost.has_value() || is.cost.has_value();
    if (!has_price && was.node_hours != is.node_hours) return absl::nullopt;
  }
  return *after.cost - *before.cost;
}

std::string ShowHours(absl::Duration duration) {
  return absl::StrFormat("%.1f h", absl::ToDoubleHours(duration));
}

std::vector<ReplayFigure> FigureRows(absl::Span<const FleetFigures> fleets) {
  FigureList list(fleets);
  AddTransitions(list);
  AddOutcomes(fleets, list);
  AddNodes(fleets, list);
  return list.Take();
}

}  // namespace cpsizer::cli
