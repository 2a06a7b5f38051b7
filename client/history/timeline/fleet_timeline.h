#ifndef CPSIZER_CLIENT_HISTORY_TIMELINE_FLEET_TIMELINE_H_
#define CPSIZER_CLIENT_HISTORY_TIMELINE_FLEET_TIMELINE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "client/history/replay/decider.h"
#include "client/history/replay/fleet_observer.h"
#include "client/history/timeline/time_grid.h"

namespace cpsizer::history {

// The least and the most demand in a slot of time. Negative: the cluster had no such demand.
struct DemandSlot {
  float least_memory = -1;  // bytes
  float most_memory = -1;
  float least_cpu = -1;  // cores
  float most_cpu = -1;
  float least_nodes = -1;
  float most_nodes = -1;
};

// The sizes that a cluster had in a slot of time, as places in the order of sizes, and its states.
struct SizeSlot {
  static constexpr int16_t kNone = -1;

  enum State : uint8_t {
    kShort = 1,                  // the demand was above the effective capacity of the size
    kBestEffort = 2,             // no size held the demand
    kWithoutRecommendation = 4,  // no size was recommended
    kAbsent = 8,                 // there were no samples
  };

  int16_t lowest = kNone;
  int16_t highest = kNone;
  int16_t last = kNone;
  uint8_t states = 0;     // all states that occurred in the slot, however short
  uint8_t increases = 0;  // transitions in the slot, at most 255
  uint8_t decreases = 0;
};

// Adds what happened after `slot` to it, so that it is for the time of both.
void Merge(const DemandSlot& later, DemandSlot& slot);
void Merge(const SizeSlot& later, SizeSlot& slot);

// Records how a fleet and each of its clusters changed over time with one configuration. The memory does not depend on
// the length of the history: the time is divided into at most TimeGrid::kMaxSlots slots, which take up to 9 KiB for
// each cluster. Not thread-safe.
class FleetTimeline : public FleetObserver {
 public:
  // `sizes` are those of the configuration. The demand is the same with each configuration, so only the first timeline
  // of a replay needs to record it.
  FleetTimeline(absl::Span<const ReplaySize> sizes, bool with_demand);

  void Begin(uint32_t cluster, int64_t now) override;
  void Add(uint32_t cluster, const ClusterPeriod& period) override;
  void AddTransition(uint32_t cluster, int64_t now, int from, int to) override;

  const TimeGrid& grid() const { return grid_; }

  // The slots of a cluster, by their number in the grid. Slots before the first demand of the cluster are empty; slots
  // after the last entry are too.
  absl::Span<const DemandSlot> DemandOf(uint32_t cluster) const;
  absl::Span<const SizeSlot> SizesOf(uint32_t cluster) const;

  // The places of TimeAt() after those of the sizes.
  size_t without_size() const { return rank_of_.size(); }
  size_t absent() const { return rank_of_.size() + 1; }
  size_t places() const { return rank_of_.size() + 2; }

  // The time that all clusters together spent in a slot at a place: at the size with this place in the order of sizes,
  // without a size, or absent. In milliseconds.
  int64_t TimeAt(size_t slot, size_t place) const;

 private:
  struct Cluster {
    std::vector<DemandSlot> demand;
    std::vector<SizeSlot> sizes;
  };

  // Adds a part of a period that begins at `begin` and ends at `end`, in which the cluster is absent or not.
  void AddPart(Cluster& cluster, const ClusterPeriod& period, int64_t begin, int64_t end, bool is_absent);
  SizeSlot SlotFor(const ClusterPeriod& period, bool is_absent) const;
  // Makes place for `time`.
  void Widen(int64_t time);
  int16_t RankOf(int size) const;

  const bool with_demand_;
  std::vector<int16_t> rank_of_;  // by the number of the size
  bool begun_ = false;
  TimeGrid grid_;
  std::vector<Cluster> clusters_;
  std::vector<std::vector<int64_t>> time_at_;  // by slot and place
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_TIMELINE_FLEET_TIMELINE_H_
