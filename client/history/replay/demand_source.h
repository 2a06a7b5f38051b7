#ifndef CPSIZER_CLIENT_HISTORY_REPLAY_DEMAND_SOURCE_H_
#define CPSIZER_CLIENT_HISTORY_REPLAY_DEMAND_SOURCE_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "client/history/recommender/vpa_recommender.h"
#include "client/history/series/oom_kills.h"
#include "client/history/series/sample.h"

namespace cpsizer::history {

// A demand stays for this time after its sample, because the VPA keeps its recommendation while metrics are missing. A
// cluster whose last sample is older is absent: it may have been deleted, or its metrics may have been lost.
inline constexpr int64_t kDemandLifetimeMilliseconds = 24 * 3'600'000;

inline constexpr int64_t kMillisPerByte = 1'000;

// The amounts that the VPA of a cluster recommends, and its number of nodes. An absent amount is not zero.
struct Demand {
  static constexpr int64_t kAbsent = -1;

  int64_t memory_millis = kAbsent;  // thousandths of a byte
  int64_t cpu_nanos = kAbsent;      // nano-cores
  int64_t nodes = kAbsent;

  friend bool operator==(const Demand& a, const Demand& b) {
    return a.memory_millis == b.memory_millis && a.cpu_nanos == b.cpu_nanos && a.nodes == b.nodes;
  }
  template <typename H>
  friend H AbslHashValue(H state, const Demand& demand) {
    return H::combine(std::move(state), demand.memory_millis, demand.cpu_nanos, demand.nodes);
  }
};

// The meaning of the samples of a history.
enum class SeriesKind : uint8_t {
  kDetect,          // samples of pods are usage, samples of clusters are recommendations; not both
  kRecommendation,  // samples of clusters are recommendations of a VPA; samples of pods are ignored
  kUsage,           // samples are usage; samples of clusters without a pod are those of its only pod
  kNodes,           // samples are numbers of nodes; memory and CPU are ignored
};

// The demand of each cluster, from its samples: the last recommendation, or a simulation of the recommender of the VPA
// for usage. Memory: some kilobytes for each cluster with usage, and less than 100 bytes for other clusters.
// Not thread-safe.
class DemandSource {
 public:
  // `options` must outlive this object. So must `kills`, the OOM kills, which the readers of the history add before
  // they return a later sample; null if they do not count. With `with_nodes`, numbers of nodes count with each kind.
  DemandSource(SeriesKind kind, const RecommenderOptions& options, const OomKills* kills = nullptr,
               bool with_nodes = false)
      : kind_(kind), with_nodes_(with_nodes || kind == SeriesKind::kNodes), options_(options), kills_(kills) {}

  // Adds a sample. The times of the samples of a cluster must not decrease. Sets `used` to false if the sample is
  // ignored: it has no amount, or is not of the kind. Errors: InvalidArgument for an amount that is negative or too
  // large, for usage after the year 2199, or if the kind must be detected and the history has both kinds.
  absl::Status Add(const Sample& sample, bool& used);

  // The OOM kills that were counted. A kill counts at the next later sample of its cluster, before this sample and
  // after all samples of its own time, as in the recommender. Kills up to the first sample of the cluster do not count.
  int64_t oom_kills() const { return oom_kills_; }

  // Returns the demand of `cluster`, which has had a sample that was used.
  Demand Of(uint32_t cluster) const;

 private:
  struct Cluster {
    Demand demand;  // the last recommendation
    int64_t memory_milliseconds = 0;
    int64_t cpu_milliseconds = 0;
    int64_t nodes_milliseconds = 0;
    std::unique_ptr<VpaRecommender> recommender;  // null if the samples are recommendations
    int64_t kills_from = 0;                       // the first time whose OOM kills were not checked
  };

  // Returns whether the sample is of the kind, and detects the kind.
  absl::Status Detect(const Sample& sample, bool& used);
  // Adds the number of nodes of a sample, if it counts. Sets `used` to true if it has one.
  absl::Status AddNodes(const Sample& sample, bool& used);
  // Adds the memory and the CPU of a sample.
  absl::Status AddResources(const Sample& sample, bool& used);
  Cluster& At(uint32_t cluster);
  void AddRecommendation(const Sample& sample, const Demand& amounts, Cluster& cluster);
  absl::Status AddUsage(const Sample& sample, Cluster& cluster);
  // Adds the OOM kills before `sample` that were not checked.
  void AddKillsBefore(const Sample& sample, Cluster& cluster);

  SeriesKind kind_;
  const bool with_nodes_;
  bool detected_ = false;
  const RecommenderOptions& options_;
  const OomKills* const kills_;
  int64_t oom_kills_ = 0;
  std::vector<Cluster> clusters_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REPLAY_DEMAND_SOURCE_H_
