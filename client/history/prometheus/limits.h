#ifndef CPSIZER_CLIENT_HISTORY_PROMETHEUS_LIMITS_H_
#define CPSIZER_CLIENT_HISTORY_PROMETHEUS_LIMITS_H_

#include <cstddef>
#include <cstdint>

#include "absl/time/time.h"

// Limits of the reads of a history from Prometheus. The memory depends on these limits, and not on the length of the
// history.
namespace cpsizer::history {

// The points per series of one query. Source: the limit of /api/v1/query_range of Prometheus.
inline constexpr int64_t kMaxPointsOfQuery = 11'000;
// The points of the first query, whose number of series is not known: an hour with steps of 5 minutes.
inline constexpr int64_t kFirstPoints = 12;
// A query has at most this many times the points of the query before it.
inline constexpr int64_t kMaxGrowth = 8;

// The length of a response after decompression. A point has about 35 bytes, and the labels of a series have about 200.
inline constexpr size_t kMaxResponseBytes = size_t{32} << 20;
// The points of a query are chosen so that its response has about this length.
inline constexpr size_t kUsualResponseBytes = size_t{12} << 20;

// The time for one response. Prometheus by default ends a query after 2 minutes.
inline constexpr absl::Duration kQueryTimeout = absl::Seconds(150);
// A time of the history is given up after this many failures in a row. Responses that are too long do not count,
// because the time of the next query is half as long.
inline constexpr int kMaxFailures = 5;

// A text of a server in a message is cut to this length.
inline constexpr size_t kMaxServerTextBytes = 300;

// The points per series of a whole history: almost 10 years with steps of 5 minutes.
inline constexpr int64_t kMaxPointsOfHistory = 1'000'000;

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_PROMETHEUS_LIMITS_H_
