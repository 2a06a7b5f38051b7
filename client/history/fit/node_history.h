#ifndef CPSIZER_CLIENT_HISTORY_FIT_NODE_HISTORY_H_
#define CPSIZER_CLIENT_HISTORY_FIT_NODE_HISTORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "client/history/series/sample.h"
#include "client/history/series/sample_sorter.h"
#include "client/history/series/sample_source.h"
#include "client/history/series/series_options.h"

namespace cpsizer::history {

// The usage of the request-serving nodes of clusters: one sample for each cluster and time, with the total of its
// nodes. The samples are kept in the order of time, in a temporary file if they are too many for the memory, so that
// they can be read together with another history. Not thread-safe.
class NodeHistory {
 public:
  // `folder` is for the temporary file; empty: TMPDIR, or /tmp.
  explicit NodeHistory(const std::string& folder);

  // Reads the history in `paths`, as ReadSeries(). Must be called once. Errors: those of ReadSeries(); InvalidArgument
  // for a sample of a pod.
  absl::Status Read(const std::vector<std::string>& paths, const SeriesOptions& options, HistoryNames& names,
                    SeriesCounts& counts);

  // Calls `take` for each sample before `milliseconds` that was not taken yet, in the order of time. Errors:
  // Unavailable if the temporary file cannot be read.
  absl::Status TakeBefore(int64_t milliseconds, absl::FunctionRef<void(const Sample&)> take);

 private:
  // Sets `next_` to the next sample. Returns false after the last sample, and on an error.
  bool Advance();
  absl::Status StatusOfNext() const;

  SampleSorter sorter_;
  std::vector<std::unique_ptr<SampleSource>> sources_;  // one after the other in time
  size_t source_ = 0;
  bool has_next_ = false;
  Sample next_ = {};
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_FIT_NODE_HISTORY_H_
