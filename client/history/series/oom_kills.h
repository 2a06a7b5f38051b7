#ifndef CPSIZER_CLIENT_HISTORY_SERIES_OOM_KILLS_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_OOM_KILLS_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"

namespace cpsizer::history {

// The OOM kills of a history, by cluster: they are rare, so they are kept in memory, and not among the samples.
// Clusters and pods are numbers of HistoryNames. Not thread-safe.
class OomKills {
 public:
  // About 64 MiB.
  static constexpr size_t kMost = 1'000'000;

  // The time of a kill in milliseconds since 1970, and the pod.
  using Key = std::pair<int64_t, uint32_t>;
  // The kills of a cluster in the order of time, with the memory request; NaN: RequestOf() has it.
  using Kills = absl::btree_map<Key, double>;

  // Adds a kill of a pod with the memory request `request_bytes`, 0 if it had none. The same kill may be added again.
  // Errors, also of the next two functions: ResourceExhausted for more than kMost kills.
  absl::Status Add(uint32_t cluster, uint32_t pod, int64_t milliseconds, double request_bytes);

  // Adds the kill at `seconds` since 1970: a sample of the time of the last kill, which repeats itself.
  absl::Status AddTime(uint32_t cluster, uint32_t pod, double seconds);

  // Adds a kill at `milliseconds` if the pod had fewer `restarts` before: a sample of the number of restarts, while the
  // last one was an OOM kill.
  absl::Status AddRestarts(uint32_t cluster, uint32_t pod, int64_t milliseconds, double restarts);

  // Sets the memory request of a pod, which does not change while the pod exists.
  void SetRequest(uint32_t pod, double bytes) { requests_[pod] = bytes; }

  // Returns the kills of a cluster. Null if it has none.
  const Kills* Of(uint32_t cluster) const;
  // Returns the memory request of a pod, or 0 if it is not known.
  double RequestOf(uint32_t pod) const;

 private:
  absl::flat_hash_map<uint32_t, Kills> clusters_;
  absl::flat_hash_map<uint32_t, double> requests_;
  absl::flat_hash_map<uint32_t, double> restarts_;
  size_t size_ = 0;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_OOM_KILLS_H_
