#ifndef CPSIZER_TESTS_BENCH_REQUESTS_H_
#define CPSIZER_TESTS_BENCH_REQUESTS_H_

#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::bench {

// The number of sizes in the configuration of the call benchmark.
inline constexpr int kUsualSizes = 5;

// The resourceVersion in MakeConfiguration(). The load generator can replace it by the number of the call, so that each
// call has another configuration.
inline constexpr char kResourceVersion[] = "0000000000";

// Returns a valid, realistic configuration with `sizes` sizes. Each size has both capacities and its own fractions.
v1::ClusterSizingConfiguration MakeConfiguration(int sizes);

// Returns a request with MakeConfiguration(sizes) and an explicit demand that needs a size in the middle of the ladder.
v1::RecommendSizeRequest MakeRequest(int sizes, v1::Detail detail);
// Returns the same request with the status of a VPA instead of the explicit demand.
v1::RecommendSizeRequest MakeVpaRequest(int sizes, v1::Detail detail);

// MakeBatch() returns a batch about `items` clusters. Its configuration has `sizes` sizes. All items share the
// configuration, or each item contains it.
enum class Configuration { kShared, kInEachItem };
v1::BatchRecommendSizeRequest MakeBatch(int items, int sizes, Configuration configuration, v1::Detail detail);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_REQUESTS_H_
