#include "client/history/timeline/fleet_timeline.h"

#include <algorithm>

#include "client/history/replay/outcome_kind.h"

namespace cpsizer::history {
namespace {

void Merge(float least, float most, float& total_least, float& total_most) {
  if (most < 0) return;
  total_least = total_most < 0 ? least : std::min(total_least, least);
  total_most = std::max(total_most, most);
}

uint8_t AddSaturated(uint8_t a, uint8_t b) {
  return static_cast<uint8_t>(std::min(a + b, 255));
}

void Merge(const std::vector<int64_t>& later, std::vector<int64_t>& slot) {
  if (slot.empty()) slot.resize(later.size());
  for (size_t place = 0; place < later.size(); ++place) slot[place] += later[place];
}

// Merges each slot with the next one.
template <typename Slot>
void MergePairs(std::vector<Slot>& slots) {
  const size_t merged = (slots.size() + 1) / 2;
  for (size_t i = 0; i < merged; ++i) {
    if (i > 0) slots[i] = slots[2 * i];
    if (2 * i + 1 < slots.size()) Merge(slots[2 * i + 1], slots[i]);
  }
  slots.resize(merged);
}

template <typename Slot>
Slot& At(std::vector<Slot>& slots, size_t place) {
  if (slots.size() <= place) slots.resize(place + 1);
  return slots[place];
}

DemandSlot DemandSlotOf(const Demand& demand) {
  DemandSlot slot;
  if (demand.memory_millis >= 0) {
    slot.least_memory = slot.most_memory =
        static_cast<float>(demand.memory_millis) / static_cast<float>(kMillisPerByte);
  }
  if (demand.cpu_nanos >= 0) {
    slot.least_cpu = slot.most_cpu = static_cast<float>(demand.cpu_nanos) / static_cast<float>(kNanosPerUnit);
  }
  if (demand.nodes >= 0) slot.least_nodes = slot.most_nodes = static_cast<float>(demand.nodes);
  return slot;
}

}  // namespace

void Merge(const DemandSlot& later, DemandSlot& slot) {
  Merge(later.least_memory, later.most_memory, slot.least_memory, slot.most_memory);
  Merge(later.least_cpu, later.most_cpu, slot.least_cpu, slot.most_cpu);
  Merge(later.least_nodes, later.most_nodes, slot.least_nodes, slot.most_nodes);
}

void Merge(const SizeSlot& later, SizeSlot& slot) {
  slot.states |= later.states;
  slot.increases = AddSaturated(slot.increases, later.increases);
  slot.decreases = AddSaturated(slot.decreases, later.decreases);
  if (later.last == SizeSlot::kNone) return;
  slot.lowest = slot.lowest == SizeSlot::kNone ? later.lowest : std::min(slot.lowest, later.lowest);
  slot.highest = std::max(slot.highest, later.highest);
  slot.last = later.last;
}

FleetTimeline::FleetTimeline(absl::Span<const ReplaySize> sizes, bool with_demand) : with_demand_(with_demand) {
  rank_of_.reserve(sizes.size());
  for (const ReplaySize& size : sizes) rank_of_.push_back(static_cast<int16_t>(size.rank));
}

int16_t FleetTimeline::RankOf(int size) const {
  return size == Decider::kNoSize ? SizeSlot::kNone : rank_of_[static_cast<size_t>(size)];
}

void FleetTimeline::Begin(uint32_t cluster, int64_t now) {
  if (!begun_) grid_ = TimeGrid(now);
  begun_ = true;
  At(clusters_, cluster);
}

void FleetTimeline::Add(uint32_t cluster, const ClusterPeriod& period) {
  Widen(period.end - 1);
  AddPart(clusters_[cluster], period, period.begin, period.absent_from, /*is_absent=*/false);
  AddPart(clusters_[cluster], period, period.absent_from, period.end, /*is_absent=*/true);
}

void FleetTimeline::AddPart(Cluster& cluster, const ClusterPeriod& period, int64_t begin, int64_t end, bool is_absent) {
  if (begin >= end) return;
  const SizeSlot size = SlotFor(period, is_absent);
  size_t place = absent();
  if (!is_absent) place = period.size == Decider::kNoSize ? without_size() : static_cast<size_t>(size.last);
  const DemandSlot demand = DemandSlotOf(period.demand);
  for (size_t slot = grid_.SlotOf(begin); slot <= grid_.SlotOf(end - 1); ++slot) {
    std::vector<int64_t>& time_at = At(time_at_, slot);
    time_at.resize(places());
    time_at[place] += std::min(end, grid_.StartOf(slot + 1)) - std::max(begin, grid_.StartOf(slot));
    Merge(size, At(cluster.sizes, slot));
    if (with_demand_ && !is_absent) Merge(demand, At(cluster.demand, slot));
  }
}

SizeSlot FleetTimeline::SlotFor(const ClusterPeriod& period, bool is_absent) const {
  SizeSlot slot;
  if (is_absent) {
    slot.states = SizeSlot::kAbsent;
    return slot;
  }
  slot.lowest = slot.highest = slot.last = RankOf(period.size);
  if (period.short_of_memory || period.short_of_cpu || period.short_of_nodes) slot.states |= SizeSlot::kShort;
  if (period.outcome == kBestEffort) slot.states |= SizeSlot::kBestEffort;
  if (period.outcome >= kFirstHold) slot.states |= SizeSlot::kWithoutRecommendation;
  return slot;
}

void FleetTimeline::AddTransition(uint32_t cluster, int64_t now, int from, int to) {
  // A transition does not widen the grid, so that the grids of two timelines of one replay stay equal.
  SizeSlot& slot = At(clusters_[cluster].sizes, std::min(grid_.SlotOf(now), TimeGrid::kMaxSlots - 1));
  uint8_t& count = RankOf(to) > RankOf(from) ? slot.increases : slot.decreases;
  count = AddSaturated(count, 1);
}

void FleetTimeline::Widen(int64_t time) {
  for (int doublings = grid_.Widen(time); doublings > 0; --doublings) {
    MergePairs(time_at_);
    for (Cluster& cluster : clusters_) {
      MergePairs(cluster.demand);
      MergePairs(cluster.sizes);
    }
  }
}

absl::Span<const DemandSlot> FleetTimeline::DemandOf(uint32_t cluster) const {
  if (cluster >= clusters_.size()) return {};
  return clusters_[cluster].demand;
}

absl::Span<const SizeSlot> FleetTimeline::SizesOf(uint32_t cluster) const {
  if (cluster >= clusters_.size()) return {};
  return clusters_[cluster].sizes;
}

int64_t FleetTimeline::TimeAt(size_t slot, size_t place) const {
  return slot < time_at_.size() && !time_at_[slot].empty() ? time_at_[slot][place] : 0;
}

}  // namespace cpsizer::history
