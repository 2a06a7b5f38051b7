#ifndef CPSIZER_TESTS_BENCH_MACHINE_REQUESTS_H_
#define CPSIZER_TESTS_BENCH_MACHINE_REQUESTS_H_

#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::bench {

// Samples of the request in the call benchmark: those of half an hour, one a minute for each node.
inline constexpr int kUsualSamples = 100;

// Returns a request about three nodes with this many samples in total, one per minute, and this many sizes: 90 % of
// CPU and 50 % of memory, with triggers on both in both directions. The current size is the smallest one, and the
// next larger one is correct if there are enough samples for the windows of half an hour (90 are) and two sizes.
v1::RecommendMachineRequest MachineRequest(int samples, int sizes);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_MACHINE_REQUESTS_H_
