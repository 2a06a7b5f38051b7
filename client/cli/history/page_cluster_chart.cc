#include "client/cli/history/page_cluster_chart.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/history/replay_figures.h"
#include "client/cli/report/chart_element.h"
#include "client/cli/report/html_page.h"

namespace cpsizer::cli {
namespace {

using history::DemandSlot;
using history::ReplaySize;
using history::SizeSlot;
using nlohmann::json;

json DemandAmount(float amount) {
  return amount < 0 ? json() : ChartNumber(amount);
}

json SizeCapacity(const absl::optional<Nanos>& capacity) {
  if (!capacity.has_value()) return nullptr;
  return ChartNumber(static_cast<double>(*capacity) / static_cast<double>(kNanosPerUnit));
}

json DemandOf(const ReplayPage& page, uint32_t cluster) {
  const absl::Span<const DemandSlot> slots = page.sides.front().timeline.DemandOf(cluster);
  std::vector<DemandSlot> demand(slots.begin(), slots.end());
  demand.resize(SlotsOf(page));
  std::vector<json> values;
  values.reserve(demand.size());
  for (const DemandSlot& slot : demand) {
    values.push_back(json::array({DemandAmount(slot.least_memory), DemandAmount(slot.most_memory),
                                  DemandAmount(slot.least_cpu), DemandAmount(slot.most_cpu)}));
  }
  return ChartRuns(values);
}

json SlotsOfSide(const ReplayPage& page, const PageSide& side, uint32_t cluster) {
  const absl::Span<const SizeSlot> slots = side.timeline.SizesOf(cluster);
  std::vector<SizeSlot> sizes(slots.begin(), slots.end());
  sizes.resize(SlotsOf(page));
  std::vector<json> values;
  values.reserve(sizes.size());
  for (const SizeSlot& slot : sizes) {
    values.push_back(json::array({slot.last, slot.lowest, slot.highest, slot.increases, slot.decreases, slot.states}));
  }
  return ChartRuns(values);
}

}  // namespace

std::string SizesOfCharts(const ReplayPage& page) {
  const auto count = static_cast<double>(SizeNames(page.result.figures).size());
  json sides = json::array();
  for (const PageSide& side : page.sides) {
    json& sizes = sides.emplace_back(json::array());
    for (const ReplaySize* size : SizesInOrder(side)) {
      // Larger sizes are higher, so that they differ by more than their color.
      sizes.push_back({{"name", size->name},
                       {"style", SizeStyle(page, size->name)},
                       {"height", ChartNumber(static_cast<double>(PlaceOfSize(page, size->name) + 1) / count)},
                       {"memory", SizeCapacity(size->memory)},
                       {"cpu", SizeCapacity(size->cpu)}});
    }
  }
  return absl::StrCat("<div hidden data-sizes=\"", JsonAttribute(sides), "\"></div>\n");
}

std::string ClusterChart(const ReplayPage& page, uint32_t cluster) {
  json sides = json::array();
  for (const PageSide& side : page.sides) sides.push_back(SlotsOfSide(page, side, cluster));
  return ChartElement(absl::StrCat("Demand of ", page.result.replay.names().clusters.Name(cluster),
                                   " and effective capacity of its size over time. The table after the chart has the "
                                   "values."),
                      FrameOf(page), {{"demand", DemandOf(page, cluster)}, {"sides", std::move(sides)}});
}

}  // namespace cpsizer::cli
