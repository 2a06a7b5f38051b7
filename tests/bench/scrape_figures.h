#ifndef CPSIZER_TESTS_BENCH_SCRAPE_FIGURES_H_
#define CPSIZER_TESTS_BENCH_SCRAPE_FIGURES_H_

#include <cstddef>

#include "absl/status/statusor.h"
#include "tests/bench/measured_servers.h"

namespace cpsizer::bench {

// The cost of one request to /metrics of the admin port.
struct ScrapeFigures {
  size_t bytes = 0;          // the length of the page
  double server_micros = 0;  // the CPU time of the server
};

// Requests the page many times. Errors: Internal if the server does not start or a request fails.
absl::StatusOr<ScrapeFigures> MeasureScrapes(const MeasuredServers& servers);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_SCRAPE_FIGURES_H_
