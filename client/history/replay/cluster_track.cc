#include "client/history/replay/cluster_track.h"

#include <algorithm>
#include <numeric>

namespace cpsizer::history {
namespace {

Nanos MemoryNanos(const Demand& demand) {
  return static_cast<Nanos>(demand.memory_millis) * (kNanosPerUnit / kMillisPerByte);
}

// Returns whether a size holds a demand. At least one amount must take part.
bool Holds(const ReplaySize& size, const Demand& demand) {
  bool takes_part = false;
  bool fits = true;
  const auto compare = [&](const absl::optional<Nanos>& capacity, Nanos amount) {
    if (!capacity.has_value() || amount < 0) return;
    takes_part = true;
    fits &= amount <= *capacity;
  };
  compare(size.memory, MemoryNanos(demand));
  compare(size.cpu, demand.cpu_nanos);
  compare(size.nodes, demand.nodes);
  return takes_part && fits;
}

// Returns whether the demand is above the capacity, and lowers `headroom`.
bool IsShort(const absl::optional<Nanos>& capacity, Nanos demand, double& headroom) {
  if (!capacity.has_value() || demand < 0) return false;
  if (demand > 0) {
    headroom = std::min(headroom, static_cast<double>(*capacity - demand) / static_cast<double>(demand));
  }
  return demand > *capacity;
}

}  // namespace

int64_t ClusterTotals::without_recommendation() const {
  return std::accumulate(with_outcome.begin() + kFirstHold, with_outcome.end(), int64_t{0});
}

void ClusterTrack::Begin(absl::Span<const ReplaySize> sizes, int64_t now) {
  totals_.at_size.resize(sizes.size() + 1);
  now_ = now;
}

int64_t ClusterTrack::PresentTime(int64_t now, int64_t last_sample) const {
  return std::max<int64_t>(std::min(now, last_sample + kDemandLifetimeMilliseconds) - now_, 0);
}

ClusterPeriod ClusterTrack::PeriodUntil(int64_t now, int64_t last_sample) const {
  const int64_t absent_from = now_ + PresentTime(now, last_sample);
  return {now_, absent_from, now, demand_, size_, outcome_, short_of_memory_, short_of_cpu_, short_of_nodes_};
}

void ClusterTrack::AdvanceTo(int64_t now, int64_t last_sample) {
  const int64_t present = PresentTime(now, last_sample);
  totals_.absent += now - now_ - present;
  now_ = now;
  if (present == 0) return;
  const size_t place = size_ == Decider::kNoSize ? totals_.at_size.size() - 1 : static_cast<size_t>(size_);
  totals_.at_size[place] += present;
  totals_.with_outcome[static_cast<size_t>(outcome_)] += present;
  if (short_of_memory_) totals_.short_of_memory += present;
  if (short_of_cpu_) totals_.short_of_cpu += present;
  if (short_of_nodes_) totals_.short_of_nodes += present;
  if (short_of_memory_ || short_of_cpu_ || short_of_nodes_) totals_.short_of_any += present;
  if (oversized_) totals_.oversized += present;
  totals_.least_headroom = std::min(totals_.least_headroom, headroom_);
}

void ClusterTrack::SetDemand(absl::Span<const ReplaySize> sizes, const Demand& demand, int outcome) {
  demand_ = demand;
  outcome_ = outcome;
  Compare(sizes);
}

void ClusterTrack::SetFirstSize(absl::Span<const ReplaySize> sizes, int size) {
  totals_.first_size = size;
  size_ = size;
  Compare(sizes);
}

void ClusterTrack::AddTransition(absl::Span<const ReplaySize> sizes, int to, int64_t reversal_window) {
  if (totals_.transitions() > 0 && to == previous_size_ && now_ - last_transition_ <= reversal_window) {
    ++totals_.reversals;
  }
  const bool is_increase = sizes[static_cast<size_t>(to)].rank > sizes[static_cast<size_t>(size_)].rank;
  ++(is_increase ? totals_.increases : totals_.decreases);
  last_transition_ = now_;
  previous_size_ = size_;
  size_ = to;
  Compare(sizes);
}

void ClusterTrack::Compare(absl::Span<const ReplaySize> sizes) {
  headroom_ = std::numeric_limits<double>::infinity();
  short_of_memory_ = short_of_cpu_ = short_of_nodes_ = oversized_ = false;
  if (size_ == Decider::kNoSize) return;
  const ReplaySize& size = sizes[static_cast<size_t>(size_)];
  short_of_memory_ = IsShort(size.memory, MemoryNanos(demand_), headroom_);
  short_of_cpu_ = IsShort(size.cpu, demand_.cpu_nanos, headroom_);
  short_of_nodes_ = IsShort(size.nodes, demand_.nodes, headroom_);
  for (const ReplaySize& other : sizes) oversized_ |= other.rank < size.rank && Holds(other, demand_);
}

}  // namespace cpsizer::history
