#ifndef CPSIZER_CLIENT_HISTORY_PROMETHEUS_PROMETHEUS_READER_H_
#define CPSIZER_CLIENT_HISTORY_PROMETHEUS_PROMETHEUS_READER_H_

#include <cstdint>
#include <functional>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/history/prometheus/history_queries.h"
#include "client/history/prometheus/prometheus_server.h"
#include "client/history/series/sample.h"
#include "client/history/series/series_options.h"

namespace cpsizer::history {

// The part of the history of a Prometheus to read.
struct PrometheusHistory {
  HistoryQueries queries;
  // The points of the queries, in milliseconds since 1970: `from`, `from` + `step` and so on, up to `to`.
  int64_t from = 0;
  int64_t to = 0;
  int64_t step = 0;
};

// Reads a history from Prometheus with range queries. Calls `take` for each sample, in the order of time; at the same
// time, in the order of the names. `series` must have the metrics of the queries.
//
// The time is divided into slices (TimeSlices), so that the memory does not depend on the length of the history: it is
// that of one response and of the samples of one slice. Samples of a slice are taken after all of its queries have
// succeeded. A query that fails with a failure that can pass (MakeQueryFailure()) is sent again, up to kMaxFailures
// times, after the Retry-After of the server or a backoff; `sleep` waits for this time. If a response is too long or
// takes too long, the slice is halved.
//
// A response with warnings is an error, because its data is not complete. So is a Thanos with a store that fails
// (ThanosStores). So is a Prometheus that cannot be reached for
// the first query.
//
// Errors, with a sentence that names the server and the time of the slice: Unavailable if Prometheus cannot be reached,
// refuses a query, does not respond in time, or sends a response that is not complete or malformed; InvalidArgument for
// a history without samples; ResourceExhausted for a limit or a full disk. Also the errors of `take`, unchanged.
absl::Status ReadPrometheus(const PrometheusHistory& history, const SeriesOptions& series, PrometheusServer& server,
                            const std::function<void(absl::Duration)>& sleep, HistoryNames& names,
                            absl::FunctionRef<absl::Status(const Sample&)> take, SeriesCounts& counts);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_PROMETHEUS_PROMETHEUS_READER_H_
