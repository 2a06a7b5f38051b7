#ifndef CPSIZER_CLIENT_HISTORY_TIMELINE_TRANSITION_LIST_H_
#define CPSIZER_CLIENT_HISTORY_TIMELINE_TRANSITION_LIST_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/history/replay/fleet_observer.h"

namespace cpsizer::history {

// Records the transitions of a fleet with one configuration, in their order: at most kMostTransitions, and the number
// of the later ones. Not thread-safe.
class TransitionList : public FleetObserver {
 public:
  // About 2.4 MB.
  static constexpr size_t kMostTransitions = 100'000;

  struct Entry {
    int64_t milliseconds;  // since 1970
    uint32_t cluster;
    int from;  // numbers of sizes
    int to;
  };

  void Begin(uint32_t, int64_t) override {}
  void Add(uint32_t, const ClusterPeriod&) override {}
  void AddTransition(uint32_t cluster, int64_t now, int from, int to) override {
    if (entries_.size() == kMostTransitions) {
      ++left_out_;
    } else {
      entries_.push_back({now, cluster, from, to});
    }
  }

  const std::vector<Entry>& entries() const { return entries_; }
  int64_t left_out() const { return left_out_; }

 private:
  std::vector<Entry> entries_;
  int64_t left_out_ = 0;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_TIMELINE_TRANSITION_LIST_H_
