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
// Equal to the recommender of the Vertical Pod Autoscaler 1.8.1, to the digit, with these limits: all pods have the
// same labels; the recommender does not restart, because the weights in its checkpoints are rounded; it checks the age
// of its state only when a sample is added; and it does not delete state without a CPU sample, because the history
// probably has no CPU. docs/replay.md lists what the recommender has apart from this state. Not thread-safe.
//
// Source: vertical-pod-autoscaler, pkg/recommender/model/container.go, pkg/recommender/model/cluster.go and
// pkg/recommender/logic.
class VpaRecommender {
 public:
  // `options` must outlive this object, and CheckOptions() must accept it.
  explicit VpaRecommender(const RecommenderOptions& options);

  // Adds a sample of `pod`. `time` must be between the years 1900 and 2200. Samples that upstream discards are ignored:
  // NaN, a CPU sample that is not newer than the last one of the pod, and a memory sample that is older.
  void AddCpu(uint32_t pod, absl::Time time, double cores);
  void AddMemory(uint32_t pod, absl::Time time, double bytes);

  // Adds an OOM kill of `pod`, whose memory request was `request_bytes`, 0 if it has none. The kill counts as a memory
  // peak above the request and above the last peak of the window. A kill that is an interval older than the last memory
  // sample is ignored. The limits of `time` are those of a sample.
  void AddOomKill(uint32_t pod, absl::Time time, double request_bytes);

  // Returns the uncapped target. Without samples, this is the minimum.
  Recommendation Recommend() const;

 private:
  struct Pod {
    absl::Time last_cpu = absl::InfinitePast();
    absl::Time last_memory = absl::InfinitePast();
    absl::Time window_end = absl::InfinitePast();  // InfinitePast() before the first memory sample
    // The memory peaks in the window: of usage, and of OOM kills. The larger one is in the histogram.
    int64_t peak = 0;
    int64_t oom_peak = 0;
  };

  // Deletes the histograms if the last CPU sample is too old at `now`. Checks it at most once per hour.
  void DeleteOldState(absl::Time now);
  // Adds the memory `amount` of a sample or of an OOM kill at `time`.
  void AddMemoryPeak(Pod& pod, absl::Time time, int64_t amount, bool is_oom_kill);

  const RecommenderOptions& options_;
  DecayingHistogram cpu_;
  DecayingHistogram memory_;
  absl::Time last_cpu_ = absl::InfinitePast();  // of all pods; InfinitePast() if the CPU histogram is empty
  absl::Time last_deletion_ = absl::InfinitePast();
  absl::flat_hash_map<uint32_t, Pod> pods_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_RECOMMENDER_VPA_RECOMMENDER_H_
