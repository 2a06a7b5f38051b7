#ifndef CPSIZER_CLIENT_HISTORY_FIT_SHARE_EVIDENCE_H_
#define CPSIZER_CLIENT_HISTORY_FIT_SHARE_EVIDENCE_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/history/fit/evidence.h"
#include "client/history/fit/resource.h"
#include "client/history/fit/share_quantile.h"
#include "client/history/series/sample.h"

namespace cpsizer::history {

// A value is used for this time after its sample. Prometheus does the same.
inline constexpr int64_t kUsageLifetimeMilliseconds = 5 * 60'000;

// The quantile of the shares that is proposed: the kube-apiserver has at least this share in 95 % of the samples.
inline constexpr double kShareQuantile = 0.05;

// The share of the kube-apiserver in the usage of its nodes, at one size and for one resource.
struct ShareEvidence {
  int64_t clusters = 0;
  int64_t samples = 0;
  absl::Duration span = absl::ZeroDuration();  // from the first to the last sample
  double share = 0;                            // the quantile; 0 without samples
  // The following are absent if there is too little evidence. They are parts from 0 to 1.
  absl::optional<int> proposed_percent;  // (1 - reserve) * share, rounded down to a whole percent, at least 1
  absl::optional<Interval> interval;     // the 95 % interval of (1 - reserve) * share

  bool has_few_clusters() const { return clusters < kLeastClusters; }
  bool is_short() const { return span < kLeastSpan; }
};

// The shares of one cluster at one size, for one resource.
struct ClusterShares {
  ShareCounts counts = {};
  int64_t samples = 0;
  int64_t first = std::numeric_limits<int64_t>::max();  // the times of the first and the last sample
  int64_t last = 0;
};

// Collects the shares of the kube-apiserver in the usage of its nodes. The samples must be added in the order of time,
// and at the same time those of the kube-apiserver first. Memory: 1.6 kB for each cluster and size that it had.
// Not thread-safe.
class ShareCollector {
 public:
  // Adds the usage of a pod of the kube-apiserver, or of its only pod.
  void AddUsage(const Sample& sample);

  // Adds the usage of all request-serving nodes of a cluster, which had the size with this number. The share is the
  // usage of the pods that have a sample in the last kUsageLifetimeMilliseconds, divided by this usage.
  void AddNodes(const Sample& sample, int size);

  // Returns the evidence of a resource at a size. `reserve` is the part of the share that is not proposed.
  ShareEvidence EvidenceOf(Resource resource, int size, double reserve) const;

  // The values of nodes without usage of the kube-apiserver at the time, and those that are below this usage. Both are
  // left out.
  int64_t unmatched() const { return unmatched_; }
  int64_t below_usage() const { return below_usage_; }

 private:
  struct Usage {
    uint32_t pod = 0;
    PerResource<double> amount = {};
    PerResource<int64_t> milliseconds = {INT64_MIN / 2, INT64_MIN / 2};
  };

  // Returns the usage of the pods of `cluster`, or nothing if there is none.
  absl::optional<double> UsageOf(uint32_t cluster, Resource resource, int64_t now) const;

  std::vector<std::vector<Usage>> pods_;                                          // of each cluster
  absl::btree_map<std::pair<int, uint32_t>, PerResource<ClusterShares>> shares_;  // by size and cluster
  int64_t unmatched_ = 0;
  int64_t below_usage_ = 0;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_FIT_SHARE_EVIDENCE_H_
