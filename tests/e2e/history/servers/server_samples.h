#ifndef CPSIZER_TESTS_E2E_HISTORY_SERVERS_SERVER_SAMPLES_H_
#define CPSIZER_TESTS_E2E_HISTORY_SERVERS_SERVER_SAMPLES_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "absl/status/statusor.h"

namespace cpsizer::e2e {

// Values by the cluster or pod, and the time in milliseconds since 1970.
using Points = std::map<std::pair<std::string, int64_t>, double>;

struct ServerSamples {
  Points memory;  // bytes
  Points cpu;     // nano-cores
};

// The points of a query, in seconds since 1970.
struct QueryTimes {
  int64_t from = 0;
  int64_t to = 0;
  int64_t step = 0;
};

// Reads the samples of a server as `cpsizer replay` does. CPU recommendations are rounded as in a replay, because
// VictoriaMetrics stores about 13 digits of a fraction: 7.59 for the 7.590000000000001 of kube-state-metrics. Errors:
// those of ReadPrometheus().
absl::StatusOr<ServerSamples> ReadServer(const std::string& url, bool usage, const QueryTimes& times);

// The differences between two servers in one resource.
struct PointDifferences {
  size_t equal = 0;
  size_t different = 0;
  size_t only_in_first = 0;
  size_t only_in_second = 0;
  double mean = 0;      // the mean of the relative differences of all common points
  double greatest = 0;  // the greatest relative difference
};
// Points are equal if their relative difference is at most `tolerance`.
PointDifferences Compare(const Points& first, const Points& second, double tolerance = 0);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_HISTORY_SERVERS_SERVER_SAMPLES_H_
