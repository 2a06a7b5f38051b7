#ifndef CPSIZER_CLIENT_HISTORY_RECOMMENDER_VPA_RECOMMENDER_H_
#define CPSIZER_CLIENT_HISTORY_RECOMMENDER_VPA_RECOMMENDER_H_

#include <cstdint>

#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "client/history/recommender/histogram.h"
#include "client/history/recommender/recommender_options.h"

namespace cpsizer::history {

struct Recommendation {
  int64_t cpu_millicores = 0;
  int64_t memory_bytes = 0;

  friend bool operator==(const Recommendation&, const Recommendation&) = default;
};

// The state of the recommender for one container of the target of a VPA: two histograms, which all pods share. It has a
// size of about 3 KiB, and 100 bytes for each pod.
//
// Equal to the recommender of the Vertical Pod Autoscaler 1.8.1, to the digit, with these limits: usage has no OOM
// events; all pods have the same labels; the recommender does not restart, because the weights in its checkpoints are
// rounded; and it does not delete its state, as it does for a container without a CPU sample in the last 8 days.
// Not thread-safe.
//
// Source: vertical-pod-autoscaler, pkg/recommender/model/container.go and pkg/recommender/logic.
class VpaRecommender {
 public:
  // `options` must outlive this object, and CheckOptions() must accept it.
  explicit VpaRecommender(const RecommenderOptions& options);

  // Adds a sample of `pod`. `time` must be between the years 1900 and 2200. Samples that upstream discards are ignored:
  // NaN, a CPU sample that is not newer than the last one of the pod, and a memory sample that is older.
  void AddCpu(uint32_t pod, absl::Time time, double cores);
  void AddMemory(uint32_t pod, absl::Time time, double bytes);

  // Returns the uncapped target. Without samples, this is the minimum.
  Recommendation Recommend() const;

 private:
  struct Pod {
    absl::Time last_cpu = absl::InfinitePast();
    absl::Time last_memory = absl::InfinitePast();
    absl::Time window_end = absl::InfinitePast();  // InfinitePast() before the first memory sample
    int64_t peak = 0;                              // the memory peak in the window
  };

  const RecommenderOptions& options_;
  DecayingHistogram cpu_;
  DecayingHistogram memory_;
  absl::flat_hash_map<uint32_t, Pod> pods_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_RECOMMENDER_VPA_RECOMMENDER_H_
