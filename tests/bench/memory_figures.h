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

// The resident memory of cpsizer-server, in bytes.
struct MemoryFigures {
  // After the first call; also that of E.
  int64_t idle = 0;
  int64_t echo_idle = 0;
  // After kFewCalls and kManyCalls of one process.
  int64_t after_few = 0;
  int64_t after_many = 0;
  // Per connection, of kIdleConnections that have made a call.
  int64_t for_connection = 0;
};

// Takes a minute or two, the time of the calls. `payload` is the request. Errors: Internal if a server does not
// start, a connection cannot be made, or a call fails.
absl::StatusOr<MemoryFigures> MeasureMemory(const MeasuredServers& servers, const Payload& payload);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_MEMORY_FIGURES_H_
