#ifndef CPSIZER_TESTS_BENCH_REQUESTS_H_
#define CPSIZER_TESTS_BENCH_REQUESTS_H_

#include "cpsizer/v1/cluster_sizing_configuration.pb.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::bench {

// Sizes of the configuration in a request of the call benchmark.
inline constexpr int kUsualSizes = 5;

// Returns a valid, realistic configuration: `sizes` sizes, each with both capacities and its own fractions.
v1::ClusterSizingConfiguration MakeConfiguration(int sizes);

// Returns a request with such a ladder and an explicit demand for a size in its middle.
v1::RecommendSizeRequest MakeRequest(int sizes, v1::Detail detail);
// The same with the status of a VPA.
v1::RecommendSizeRequest MakeVpaRequest(int sizes, v1::Detail detail);

// Makes requests about `items` clusters; the configuration, of `sizes` sizes, is shared or in each item.
enum class Configuration { kShared, kInEachItem };
v1::BatchRecommendSizeRequest MakeBatch(int items, int sizes, Configuration configuration, v1::Detail detail);

}  // namespace cpsizer::bench

#endif  // CPSIZER_TESTS_BENCH_REQUESTS_H_
