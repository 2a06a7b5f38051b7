#ifndef CPSIZER_CLIENT_HISTORY_SERIES_SERIES_READER_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_SERIES_READER_H_

// DRAFT: the shape that the replay uses; more members and files are up to the implementation.
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "client/history/series/sample.h"

namespace cpsizer::history {

struct SeriesOptions {
  // Names of the metrics in query_range files; empty: the defaults.
  std::string memory_metric;
  std::string cpu_metric;
};

// What was read and what was left out.
struct SeriesCounts {
  int64_t samples = 0;
  int64_t duplicates = 0;  // the same cluster, pod and time again; the first one counts
};

// Reads the history in `paths` (files or folders; "-" is standard input): CSV, or the JSON of Prometheus query_range.
// Calls `take` for each sample, in the order of time; at the same time, in the order of the names. The memory does not
// depend on the length of the history.
// Errors: InvalidArgument that names file, line, column and value; NotFound; ResourceExhausted for a bound.
absl::Status ReadSeries(const std::vector<std::string>& paths, const SeriesOptions& options, HistoryNames& names,
                        absl::FunctionRef<absl::Status(const Sample&)> take, SeriesCounts& counts);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_SERIES_READER_H_
