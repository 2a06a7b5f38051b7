#ifndef CPSIZER_CLIENT_HISTORY_SERIES_RANGE_JSON_READER_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_RANGE_JSON_READER_H_

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "client/history/series/input.h"
#include "client/history/series/sample.h"
#include "client/history/series/series_options.h"
#include "client/history/series/series_selector.h"

namespace cpsizer::history {

// Reads responses of /api/v1/query_range of Prometheus, one after the other: a file that curl saved, or the body of a
// response. Calls `take` for each value of the series that `selector` selects, in the order of the input. Each sample
// has either memory or CPU. NaN and infinite values are gaps, which are counted, because a query returns them where it
// has no data: for example, the quotient of two zeros.
//
// A response that is not complete is an error, even if some of its samples were taken before: the status `error`, a
// warning (Thanos reports a store that is down as a warning), and `isPartial` of VictoriaMetrics. Notes in `infos` are
// not about missing data, and are ignored.
//
// The memory does not depend on the length of the input.
// Errors: InvalidArgument that names the file, the line, the column and the value; Unavailable for a response that is
// an error or is not complete; the errors of `input`, `selector` and `take`.
absl::Status ReadRangeJson(Input& input, SeriesSelector& selector, SeriesCounts& counts,
                           absl::FunctionRef<absl::Status(const Sample&)> take);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_RANGE_JSON_READER_H_
