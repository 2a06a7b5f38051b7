#ifndef CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_SORTER_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_SORTER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "client/history/series/limits.h"
#include "client/history/series/sample_source.h"
#include "client/history/series/temporary_file.h"

namespace cpsizer::history {

// Sorts samples by time with bounded memory. Samples of the same time keep their order. If the samples do not fit in
// memory, sorted runs of them, in the byte order of the machine, are written to a temporary file. Not thread-safe.
class SampleSorter {
 public:
  // Sorts at most `sort_bytes` of samples in memory. `folder` is for the temporary file.
  explicit SampleSorter(std::string folder, size_t sort_bytes = kSortBytes)
      : file_(std::move(folder)), capacity_(sort_bytes / sizeof(Sample)) {}

  // Errors: ResourceExhausted if there are more than kMaxSortedRuns runs, or if the disk is full.
  absl::Status Add(const Sample& sample);

  // Writes the samples that were added since the last call, and adds a source for each run of them to `sources`. This
  // object must outlive the sources. Errors: as Add().
  absl::Status Flush(std::vector<std::unique_ptr<SampleSource>>& sources);
  // As Flush(), but keeps the samples in memory if nothing was written before. Must be the last call.
  absl::Status Finish(std::vector<std::unique_ptr<SampleSource>>& sources);

 private:
  absl::Status WriteRun();

  TemporaryFile file_;
  const size_t capacity_;
  std::vector<Sample> samples_;  // not written
  std::vector<size_t> run_sizes_;
  size_t runs_with_source_ = 0;
  uint64_t bytes_with_source_ = 0;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_SORTER_H_
