#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/history/page_cluster_chart.h"
#include "client/cli/report/html_page.h"
#include "cpsizer/quantity.h"

namespace cpsizer::cli {
namespace {

using history::DemandSlot;
using history::SizeSlot;

// Returns a range of amounts, or `-` if there is none.
std::string ShowAmountRange(float least, float most, QuantityFormat format, std::string (*show)(const Quantity&)) {
  if (most < 0) return "-";
  const auto text = [&](float amount) {
    return show({static_cast<Nanos>(static_cast<double>(amount) * 1000) * (kNanosPerUnit / 1000), format});
  };
  const std::string low = text(least);
  const std::string high = text(most);
  return low == high ? high : absl::StrCat(low, " to ", high);
}

std::vector<std::string> DemandCells(absl::Span<const DemandSlot> slots, const TimeRow& times) {
  DemandSlot row;
  for (size_t i = times.begin; i < std::min(times.end, slots.size()); ++i) Merge(slots[i], row);
  return {ShowAmountRange(row.least_memory, row.most_memory, QuantityFormat::kBinarySI, &HumanMemory),
          ShowAmountRange(row.least_cpu, row.most_cpu, QuantityFormat::kDecimalSI, &HumanCpu)};
}

// The sizes, the number of transitions and the states of a row.
std::vector<std::string> SizeCells(const PageSide& side, uint32_t cluster, const TimeRow& times) {
  const absl::Span<const SizeSlot> slots = side.timeline.SizesOf(cluster);
  const std::vector<const history::ReplaySize*> sizes = SizesInOrder(side);
  SizeSlot row;
  int transitions = 0;  // may be above the limit of a slot
  for (size_t i = times.begin; i < std::min(times.end, slots.size()); ++i) {
    Merge(slots[i], row);
    transitions += slots[i].increases + slots[i].decreases;
  }
  std::string names = "-";
  if (row.lowest != SizeSlot::kNone) names = sizes[static_cast<size_t>(row.lowest)]->name;
  if (row.lowest != row.highest) absl::StrAppend(&names, " to ", sizes[static_cast<size_t>(row.highest)]->name);
  std::vector<std::string> words;
  for (const ClusterState& state : kClusterStates) {
    if ((row.states & state.state) != 0) words.emplace_back(state.name);
  }
  return {names, absl::StrCat(transitions), words.empty() ? "-" : absl::StrJoin(words, ", ")};
}

}  // namespace

std::string ClusterTimeTable(const ReplayPage& page, uint32_t cluster) {
  std::vector<std::string> headers = {"from", "memory", "CPU"};
  for (size_t side = 0; side < page.sides.size(); ++side) {
    for (const char* header : {"size", "transitions", "states"}) headers.push_back(SideName(page, side, header));
  }
  std::vector<std::vector<std::string>> rows;
  for (const TimeRow& times : TimeRowsOf(page)) {
    std::vector<std::string> row = {times.time};
    const auto append = [&row](std::vector<std::string> cells) {
      std::move(cells.begin(), cells.end(), std::back_inserter(row));
    };
    append(DemandCells(page.sides.front().timeline.DemandOf(cluster), times));
    for (const PageSide& side : page.sides) append(SizeCells(side, cluster, times));
    rows.push_back(std::move(row));
  }
  const std::string& name = page.result.replay.names().clusters.Name(cluster);
  return Folded("Table of this chart", HtmlTable(absl::StrCat("Demand and sizes of ", name), headers, rows));
}

}  // namespace cpsizer::cli
