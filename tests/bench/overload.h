#ifndef CPSIZER_TESTS_BENCH_OVERLOAD_H_
#define CPSIZER_TESTS_BENCH_OVERLOAD_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/bench/load_generator.h"
#include "tests/bench/measured_servers.h"

namespace cpsizer::bench {

// Measures unary calls at several times the rate that cpsizer-server can answer.
struct OverloadResult {
  std::string name;
  double capacity = 0;  // responses per second, without a limit of the rate
  Measurement half;     // at half of the capacity
  Measurement more;     // at 1.5 times the capacity
  Measurement most;     // at 4 times the capacity
};

// Measures requests about 500 pods and configurations with 100 sizes, over 8 and 64 connections. `window` is the
// duration of each measurement. Errors: the errors of the server.
absl::StatusOr<std::vector<OverloadResult>> MeasureOverload(const MeasuredServers& servers, absl::Duration window);

// Prints a Markdown table with the goals.
void PrintOverload(const std::vector<OverloadResult>& results);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_OVERLOAD_H_
