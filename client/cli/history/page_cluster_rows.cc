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

constexpr std::pair<SizeSlot::State, const char*> kStateNames[] = {
    {SizeSlot::kShort, "short"},
    {SizeSlot::kBestEffort, "no fit"},
    {SizeSlot::kWithoutRecommendation, "held"},
    {SizeSlot::kAbsent, "absent"},
};

// The least and the most amount of a row.
struct AmountRange {
  float least = -1;
  float most = -1;

  void Add(float other_least, float other_most) {
    if (other_most < 0) return;
    least = most < 0 ? other_least : std::min(least, other_least);
    most = std::max(most, other_most);
  }
};

std::string ShowAmountRange(const AmountRange& range, QuantityFormat format, std::string (*show)(const Quantity&)) {
  if (range.most < 0) return "-";
  const auto text = [&](float amount) {
    return show({static_cast<Nanos>(static_cast<double>(amount) * 1000) * (kNanosPerUnit / 1000), format});
  };
  const std::string least = text(range.least);
  const std::string most = text(range.most);
  return least == most ? most : absl::StrCat(least, " to ", most);
}

std::vector<std::string> DemandCells(absl::Span<const DemandSlot> slots, const TimeRow& times) {
  AmountRange memory;
  AmountRange cpu;
  for (size_t slot = times.begin; slot < std::min(times.end, slots.size()); ++slot) {
    memory.Add(slots[slot].least_memory, slots[slot].most_memory);
    cpu.Add(slots[slot].least_cpu, slots[slot].most_cpu);
  }
  return {ShowAmountRange(memory, QuantityFormat::kBinarySI, &HumanMemory),
          ShowAmountRange(cpu, QuantityFormat::kDecimalSI, &HumanCpu)};
}

// The sizes, the number of transitions and the states of a row.
std::vector<std::string> SizeCells(const PageSide& side, uint32_t cluster, const TimeRow& times) {
  const absl::Span<const SizeSlot> slots = side.timeline.SizesOf(cluster);
  const std::vector<const history::ReplaySize*> sizes = SizesInOrder(side);
  int16_t lowest = SizeSlot::kNone;
  int16_t highest = SizeSlot::kNone;
  int transitions = 0;
  uint8_t states = 0;
  for (size_t i = times.begin; i < std::min(times.end, slots.size()); ++i) {
    const SizeSlot& slot = slots[i];
    states |= slot.states;
    transitions += slot.increases + slot.decreases;
    if (slot.last == SizeSlot::kNone) continue;
    lowest = lowest == SizeSlot::kNone ? slot.lowest : std::min(lowest, slot.lowest);
    highest = std::max(highest, slot.highest);
  }
  std::string names = "-";
  if (lowest != SizeSlot::kNone) names = sizes[static_cast<size_t>(lowest)]->name;
  if (lowest != highest) absl::StrAppend(&names, " to ", sizes[static_cast<size_t>(highest)]->name);
  std::vector<std::string> words;
  for (const auto& [state, word] : kStateNames) {
    if ((states & state) != 0) words.emplace_back(word);
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
