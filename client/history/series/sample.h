#ifndef CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "client/history/series/oom_kills.h"

namespace cpsizer::history {

// Numbers the names of a history in the order in which they are first met, so that a sample holds a number in place of
// texts. Not thread-safe.
class Names {
 public:
  Names() = default;
  Names(Names&&) = default;
  Names& operator=(Names&&) = default;

  // Returns the number of `name`, which it adds if it is new.
  uint32_t Number(absl::string_view name);

  // Returns whether `name` has a number.
  bool Contains(absl::string_view name) const { return numbers_.contains(name); }

  // The name with `number`, which Number() returned. The reference stays valid.
  const std::string& Name(uint32_t number) const { return names_[number]; }

  size_t size() const { return names_.size(); }

 private:
  std::deque<std::string> names_;  // does not move its elements
  absl::flat_hash_map<absl::string_view, uint32_t> numbers_;
};

// The names of the clusters ("namespace/name") and of the pods ("namespace/cluster/pod") of a history. A cluster of
// which only the control plane namespace is known has the name of that namespace, without a slash.
//
// The OOM kills are here because each reader adds to the names, and a kill is not a sample.
struct HistoryNames {
  Names clusters;
  Names pods;
  OomKills oom_kills;
};

// One row of a history at a time: the memory and the CPU of a cluster, or of one pod of it, and the number of nodes of
// a cluster.
struct Sample {
  int64_t milliseconds;  // since 1970
  uint32_t cluster;      // a number of HistoryNames::clusters
  uint32_t pod;          // a number of HistoryNames::pods, or kNoPod
  double memory_bytes;   // NaN if the row has none
  double cpu_cores;      // NaN if the row has none
  double nodes = kNoValue;

  static constexpr uint32_t kNoPod = UINT32_MAX;
  static constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_H_
