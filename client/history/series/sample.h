#ifndef CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

namespace cpsizer::history {

// Numbers the names of a history in the order in which they are first met, so that a sample holds a number in place of
// texts. Not thread-safe.
class Names {
 public:
  // Returns the number of `name`, which it adds if it is new.
  uint32_t Number(absl::string_view name);

  // The name with `number`, which Number() returned.
  const std::string& Name(uint32_t number) const { return names_[number]; }

  size_t size() const { return names_.size(); }

 private:
  absl::flat_hash_map<std::string, uint32_t> numbers_;
  std::vector<std::string> names_;
};

// The names of the clusters ("namespace/name") and of the pods ("namespace/cluster/pod") of a history.
struct HistoryNames {
  Names clusters;
  Names pods;
};

// One row of a history: the memory and the CPU of a cluster, or of one pod of it, at a time.
struct Sample {
  int64_t milliseconds;  // since 1970
  uint32_t cluster;      // a number of HistoryNames::clusters
  uint32_t pod;          // a number of HistoryNames::pods, or kNoPod
  double memory_bytes;   // NaN if the row has none
  double cpu_cores;      // NaN if the row has none

  static constexpr uint32_t kNoPod = UINT32_MAX;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_H_
