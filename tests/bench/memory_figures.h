#ifndef CPSIZER_TESTS_BENCH_MEMORY_FIGURES_H_
#define CPSIZER_TESTS_BENCH_MEMORY_FIGURES_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "tests/bench/call_cases.h"
#include "tests/bench/measured_servers.h"

namespace cpsizer::bench {

inline constexpr int64_t kFewCalls = 500'000;
inline constexpr int64_t kManyCalls = 2'000'000;
inline constexpr int kIdleConnections = 1'000;

// The resident memory of cpsizer-server, in bytes, if no other server is named.
struct MemoryFigures {
  // The memory after the first call, of cpsizer-server and of the echo server E.
  int64_t idle = 0;
  int64_t echo_idle = 0;
  // The memory after kFewCalls and after kManyCalls calls of one process.
  int64_t after_few = 0;
  int64_t after_many = 0;
  // The memory for each of kIdleConnections connections that have made a call.
  int64_t for_connection = 0;
};

// Measures the memory. The calls take one to two minutes. `payload` is the request. Errors: Internal if a server does
// not start, a connection cannot be made, or a call fails.
absl::StatusOr<MemoryFigures> MeasureMemory(const MeasuredServers& servers, const Payload& payload);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_MEMORY_FIGURES_H_
