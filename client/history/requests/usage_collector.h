#ifndef CPSIZER_CLIENT_HISTORY_REQUESTS_USAGE_COLLECTOR_H_
#define CPSIZER_CLIENT_HISTORY_REQUESTS_USAGE_COLLECTOR_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "client/history/fit/resource.h"
#include "client/history/requests/container_name.h"
#include "client/history/requests/replica_maxima.h"
#include "client/history/requests/usage_evidence.h"
#include "client/history/requests/value_sketch.h"
#include "client/history/series/sample.h"

namespace cpsizer::history {

// Collects the usage of the containers of hosted control planes, by size and container. A sample is used when it is
// added and is not kept: the memory is for the largest usage of each container of a pod on each day, and for a sketch
// of the usage of each container at each size (limits.h). The order of the samples does not matter.
//
// Not thread-safe.
class UsageCollector {
 public:
  // The pods of `names` are those of SeriesOptions::by_container. Must outlive this object.
  explicit UsageCollector(const HistoryNames& names) : names_(names) {}

  // Adds a sample of a container in a pod of a cluster, which had the size with the number `size` at this time. A
  // sample of another pod is counted and not used. Errors: ResourceExhausted for a limit.
  absl::Status Add(const Sample& sample, int size);

  // Must be called after the last sample, and before the following functions.
  void Finish();

  // Returns the containers that have samples at a size, in the order of their names.
  std::vector<ContainerName> ContainersOf(int size) const;

  // Returns the evidence about the usage of a container at a size. `quantile` (0 to 1) is that of UsageEvidence::peak.
  UsageEvidence EvidenceOf(int size, const ContainerName& container, Resource resource, double quantile) const;

  // The samples without a container of a Deployment or a StatefulSet.
  int64_t other_samples() const { return other_samples_; }

  // The OOM kills of containers that have samples.
  int64_t oom_kills() const { return oom_kills_; }

 private:
  static constexpr uint32_t kUnknown = UINT32_MAX;
  static constexpr uint32_t kOther = UINT32_MAX - 1;

  // A container at a size, and the number of this pair.
  using Key = std::pair<int, ContainerName>;

  struct Use {
    ValueSketch values;
    int64_t first = std::numeric_limits<int64_t>::max();  // the times of the first and the last sample
    int64_t last = 0;
  };
  struct Group {
    PerResource<Use> uses;
    std::vector<uint32_t> series;  // by cluster, after Finish()
    int64_t oom_kills = 0;
  };
  // A container of a pod, at a size.
  struct Series {
    uint32_t cluster;
    uint32_t group;
    DailyMaxima maxima;
  };

  // Returns the number of the container of a pod, or kOther.
  uint32_t ContainerOf(uint32_t pod);
  absl::Status AddSeries(const Sample& sample, int size, uint32_t& series);
  void CountOomKills();
  const Group* Find(int size, const ContainerName& container) const;

  const HistoryNames& names_;
  std::vector<uint32_t> container_of_pod_;
  std::map<ContainerName, uint32_t> container_numbers_;
  std::vector<ContainerName> containers_;
  absl::flat_hash_map<std::pair<int, uint32_t>, uint32_t> series_numbers_;  // by size and pod
  std::vector<Series> series_;
  std::map<Key, uint32_t> group_numbers_;
  std::vector<Group> groups_;
  size_t container_days_ = 0;
  DayRange days_ = {std::numeric_limits<int>::max(), 0};
  int64_t other_samples_ = 0;
  int64_t oom_kills_ = 0;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REQUESTS_USAGE_COLLECTOR_H_
