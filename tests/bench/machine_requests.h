#ifndef CPSIZER_TESTS_BENCH_MACHINE_REQUESTS_H_
#define CPSIZER_TESTS_BENCH_MACHINE_REQUESTS_H_

#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::bench {

// The number of samples in the request of the call benchmark: the samples of half an hour, one per minute for each
// node.
inline constexpr int kUsualSamples = 100;

// Returns a request about three nodes with `samples` samples in total, one per minute, and `sizes` sizes. The nodes use
// 90 % of CPU and 50 % of memory. There are triggers for both resources in both directions, with windows of half an
// hour. The current size is the smallest size. If there are at least two sizes and at least 90 samples, the correct
// decision is the next larger size.
v1::RecommendMachineRequest MachineRequest(int samples, int sizes);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_MACHINE_REQUESTS_H_
