#ifndef CPSIZER_CLIENT_HISTORY_SERIES_SERIES_READER_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_SERIES_READER_H_

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "client/history/series/sample.h"
#include "client/history/series/series_options.h"

namespace cpsizer::history {

// Reads the history in `paths` (files or folders, see ListHistoryFiles(); "-" is standard input): CSV, or the JSON of
// Prometheus query_range. A file whose first character is `{` is JSON. Calls `take` for each sample, in the order of
// time; at the same time, in the order of the names. The files and their rows may be in any order.
//
// If there are several values for the same cluster, pod and time, the largest one counts; the others are counted as
// duplicates. All JSON is read before the first call of `take`, so that `take` sees nothing of a
// history with an incomplete response. A malformed row of an ordered CSV file is found after earlier samples were
// taken.
//
// With SeriesOptions::by_container, samples are taken as they are read, without an order, also several of the same
// time, and also of a file that has an error further down.
//
// The memory does not depend on the length of the history (limits.h). CSV files that are ordered by time are read
// twice: once to check the order. Other input is sorted, and is written to temporary files if it does not fit in
// memory.
//
// Errors: InvalidArgument that names file, line, column and value, or for a history without samples; NotFound;
// ResourceExhausted for a limit or a full disk; Unavailable for a response that is an error or is not complete, and for
// a file that cannot be read to its end; FailedPrecondition for a file that changed; the errors of `take`.
absl::Status ReadSeries(const std::vector<std::string>& paths, const SeriesOptions& options, HistoryNames& names,
                        absl::FunctionRef<absl::Status(const Sample&)> take, SeriesCounts& counts);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_SERIES_READER_H_
