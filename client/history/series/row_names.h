#ifndef CPSIZER_CLIENT_HISTORY_SERIES_ROW_NAMES_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_ROW_NAMES_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/history/series/sample.h"

namespace cpsizer::history {

// Finds the numbers of the names in the rows of a file without a hash, if the rows name the clusters in the same order
// as before: for example, all clusters at the first time, and all again at the next time. Not thread-safe.
class RowNames {
 public:
  // `names` must outlive this object.
  explicit RowNames(const HistoryNames& names) : names_(names) {}

  // Sets the cluster and the pod of `sample`, if the row after the last row was the same before. An empty `pod` means
  // kNoPod. Returns false if the numbers are not known.
  bool Find(absl::string_view name_space, absl::string_view cluster, absl::string_view pod, Sample& sample);

  // Keeps the numbers of the last row, after Find() returned false.
  void Learn(const Sample& sample);

 private:
  static constexpr uint32_t kUnknown = UINT32_MAX;

  // For each number, the number that followed it.
  struct Followers {
    uint32_t Next() const { return last < next.size() ? next[last] : kUnknown; }
    void Learn(uint32_t number);

    std::vector<uint32_t> next;
    uint32_t last = 0;
  };

  const HistoryNames& names_;
  Followers clusters_;
  Followers pods_;
  std::vector<uint32_t> cluster_of_pod_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_ROW_NAMES_H_
