#include "client/cli/history/page_cluster_chart.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/history/replay_figures.h"
#include "client/cli/report/step_path.h"

namespace cpsizer::cli {
namespace {

using history::DemandSlot;
using history::ReplaySize;
using history::SizeSlot;

constexpr int kMemoryHeight = 110;
constexpr int kCpuHeight = 80;
// A strip shows the name of a size in a part of at least this share of the time.
constexpr double kNamedShare = 0.14;

// A resource in the chart.
struct ChartResource {
  const char* name;
  AxisUnit unit;
  int height;
  float DemandSlot::*least;
  float DemandSlot::*most;
  absl::optional<Nanos> ReplaySize::*capacity;
};

constexpr ChartResource kChartResources[] = {
    {"memory", AxisUnit::kMemory, kMemoryHeight, &DemandSlot::least_memory, &DemandSlot::most_memory,
     &ReplaySize::memory},
    {"CPU", AxisUnit::kCores, kCpuHeight, &DemandSlot::least_cpu, &DemandSlot::most_cpu, &ReplaySize::cpu},
};

// The sizes of a cluster with one configuration.
struct SideSizes {
  std::vector<const ReplaySize*> in_order;
  std::vector<SizeSlot> slots;
};

SideSizes SizesOf(const ReplayPage& page, const PageSide& side, uint32_t cluster) {
  const absl::Span<const SizeSlot> slots = side.timeline.SizesOf(cluster);
  SideSizes sizes = {SizesInOrder(side), {slots.begin(), slots.end()}};
  sizes.slots.resize(SlotsOf(page));
  return sizes;
}

SlotValues DemandValues(absl::Span<const DemandSlot> slots, float DemandSlot::*amount) {
  SlotValues values;
  for (const DemandSlot& slot : slots) {
    values.push_back(slot.*amount < 0 ? absl::nullopt : absl::make_optional<double>(slot.*amount));
  }
  return values;
}

// The capacity of the lowest, highest or last size of each slot.
SlotValues CapacityValues(const SideSizes& sizes, const ChartResource& resource, int16_t SizeSlot::*place) {
  SlotValues values(sizes.slots.size());
  for (size_t slot = 0; slot < sizes.slots.size(); ++slot) {
    const int16_t rank = sizes.slots[slot].*place;
    if (rank == SizeSlot::kNone) continue;
    const absl::optional<Nanos>& capacity = sizes.in_order[static_cast<size_t>(rank)]->*resource.capacity;
    if (capacity.has_value()) values[slot] = static_cast<double>(*capacity) / static_cast<double>(kNanosPerUnit);
  }
  return values;
}

// Returns whether a slot has transitions between the size before it and its last size. With a single transition, the
// step to the last size shows it.
bool HasSeveralTransitions(const SizeSlot& slot) {
  return slot.increases + slot.decreases > 1;
}

// Returns vertical lines from the lowest to the highest capacity of slots with several transitions.
std::string CapacitySpans(const SideSizes& sizes, const ChartResource& resource, double top) {
  SlotValues lowest = CapacityValues(sizes, resource, &SizeSlot::lowest);
  for (size_t slot = 0; slot < lowest.size(); ++slot) {
    if (!HasSeveralTransitions(sizes.slots[slot])) lowest[slot] = absl::nullopt;
  }
  return Spans(lowest, CapacityValues(sizes, resource, &SizeSlot::highest), top);
}

double MostOf(const SlotValues& values, double most) {
  for (const absl::optional<double>& value : values) most = std::max(most, value.value_or(0));
  return most;
}

// Returns whether any value is present.
bool HasValue(const SlotValues& values) {
  return std::any_of(values.begin(), values.end(), [](const auto& value) { return value.has_value(); });
}

void AddMarkers(const SideSizes& sizes, const SlotValues& capacities, absl::string_view css_class, TimePlot& plot) {
  for (size_t slot = 0; slot < sizes.slots.size(); ++slot) {
    const SizeSlot& at = sizes.slots[slot];
    if ((at.increases == 0 && at.decreases == 0) || !capacities[slot].has_value()) continue;
    TimePlot::Marker marker = TimePlot::Marker::kBoth;
    if (at.increases == 0) marker = TimePlot::Marker::kDecrease;
    if (at.decreases == 0) marker = TimePlot::Marker::kIncrease;
    plot.AddMarker(static_cast<double>(slot) + (HasSeveralTransitions(at) ? 0.5 : 0), *capacities[slot], marker,
                   css_class);
  }
}

// Adds the demand and the capacities. Returns false if the cluster has neither, and adds no panel then.
bool AddChartResource(const ReplayPage& page, uint32_t cluster, absl::Span<const SideSizes> sizes,
                      const ChartResource& resource, bool with_markers, TimePlot& plot) {
  const absl::Span<const DemandSlot> demand = page.sides.front().timeline.DemandOf(cluster);
  const SlotValues least = DemandValues(demand, resource.least);
  const SlotValues most_demand = DemandValues(demand, resource.most);
  std::vector<SlotValues> capacities;
  double most = MostOf(most_demand, 0);
  bool has_capacity = false;
  for (const SideSizes& side : sizes) {
    capacities.push_back(CapacityValues(side, resource, &SizeSlot::last));
    most = MostOf(capacities.back(), most);
    has_capacity |= HasValue(capacities.back());
  }
  if (!has_capacity && !HasValue(most_demand)) return false;
  const std::vector<Tick> ticks = ValueTicks(most, resource.unit);
  const double top = ticks.back().value;
  std::string shapes = SvgPath("band", StepArea(SlotValues(least.size(), 0.0), least, top));
  absl::StrAppend(&shapes, SvgPath("range", StepArea(least, most_demand, top)),
                  SvgPath("demand", StepLine(most_demand, top)));
  for (size_t side = 0; side < sizes.size(); ++side) {
    const std::string css_class = absl::StrCat("capacity side", sizes.size() > 1 ? side : 1);
    absl::StrAppend(&shapes, SvgPath(css_class, StepLine(capacities[side], top)),
                    SvgPath(css_class, CapacitySpans(sizes[side], resource, top)));
  }
  plot.AddPanel(has_capacity ? resource.name : absl::StrCat(resource.name, ", not a part of decisions"), ticks,
                resource.height, shapes);
  for (size_t side = 0; side < sizes.size() && with_markers; ++side) {
    AddMarkers(sizes[side], capacities[side], absl::StrCat("side", sizes.size() > 1 ? side : 1), plot);
  }
  return has_capacity;
}

// Returns the name of the last size in each slot; empty if there is none.
std::vector<std::string> NamesOfSlots(const SideSizes& sizes) {
  std::vector<std::string> names;
  for (const SizeSlot& slot : sizes.slots) {
    names.push_back(slot.last == SizeSlot::kNone ? "" : sizes.in_order[static_cast<size_t>(slot.last)]->name);
  }
  return names;
}

// Returns the height of a size in a strip: larger sizes are higher, so that they differ by more than their color.
double HeightOf(const ReplayPage& page, const std::string& size) {
  const auto sizes = static_cast<double>(SizeNames(page.result.figures).size());
  return static_cast<double>(PlaceOfSize(page, size) + 1) / sizes;
}

void AddSizeStrip(const ReplayPage& page, absl::string_view name, const std::vector<std::string>& sizes,
                  TimePlot& plot) {
  std::vector<std::string> different = sizes;
  std::sort(different.begin(), different.end());
  different.erase(std::unique(different.begin(), different.end()), different.end());
  std::string shapes;
  for (const std::string& size : different) {
    if (size.empty()) continue;
    std::vector<bool> slots;
    slots.reserve(sizes.size());
    for (const std::string& at : sizes) slots.push_back(at == size);
    absl::StrAppend(&shapes, SvgPath(SizeClass(page, "s", size), StripArea(slots, HeightOf(page, size))));
  }
  plot.AddStrip(name, shapes);
  for (size_t begin = 0, end = 0; begin < sizes.size(); begin = end) {
    while (end < sizes.size() && sizes[end] == sizes[begin]) ++end;
    const double last = std::min(static_cast<double>(end), FrameOf(page).slots());
    const double width = last - static_cast<double>(begin);
    if (!sizes[begin].empty() && width >= kNamedShare * FrameOf(page).slots()) {
      plot.AddStripText(static_cast<double>(begin) + width / 2, sizes[begin]);
    }
  }
}

std::vector<bool> SlotsWith(const SideSizes& sizes, SizeSlot::State state) {
  std::vector<bool> slots;
  for (const SizeSlot& slot : sizes.slots) slots.push_back((slot.states & state) != 0);
  return slots;
}

// Adds one strip for each configuration, or one for both if they are equal.
template <typename Slots, typename Add>
void AddStrips(const ReplayPage& page, absl::string_view name, const std::vector<Slots>& of_sides, const Add& add) {
  if (of_sides.front() == of_sides.back()) return add(std::string(name), of_sides.front());
  for (size_t side = 0; side < of_sides.size(); ++side) add(SideName(page, side, name), of_sides[side]);
}

void AddAllStrips(const ReplayPage& page, absl::Span<const SideSizes> sizes, TimePlot& plot) {
  std::vector<std::vector<std::string>> names;
  for (const SideSizes& side : sizes) names.push_back(NamesOfSlots(side));
  AddStrips(page, "size", names, [&](const std::string& name, const std::vector<std::string>& of_side) {
    AddSizeStrip(page, name, of_side, plot);
  });
  for (const ClusterState& strip : kClusterStates) {
    std::vector<std::vector<bool>> slots;
    bool any = false;
    for (const SideSizes& side : sizes) {
      slots.push_back(SlotsWith(side, strip.state));
      any |= std::find(slots.back().begin(), slots.back().end(), true) != slots.back().end();
    }
    if (!any) continue;
    AddStrips(page, strip.name, slots, [&](const std::string& name, const std::vector<bool>& of_side) {
      plot.AddStrip(name, SvgPath(strip.css_class, StripArea(of_side)));
    });
  }
}

}  // namespace

std::string ClusterChart(const ReplayPage& page, uint32_t cluster) {
  std::vector<SideSizes> sizes;
  for (const PageSide& side : page.sides) sizes.push_back(SizesOf(page, side, cluster));
  TimePlot plot(FrameOf(page));
  bool with_markers = true;
  for (const ChartResource& resource : kChartResources) {
    if (AddChartResource(page, cluster, sizes, resource, with_markers, plot)) with_markers = false;
  }
  AddAllStrips(page, sizes, plot);
  return plot.Finish(absl::StrCat("Demand of ", page.result.replay.names().clusters.Name(cluster),
                                  " and effective capacity of its size over time. The table after the chart has the "
                                  "values."));
}

}  // namespace cpsizer::cli
