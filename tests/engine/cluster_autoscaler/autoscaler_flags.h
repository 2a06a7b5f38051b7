#ifndef CPSIZER_TESTS_ENGINE_CLUSTER_AUTOSCALER_AUTOSCALER_FLAGS_H_
#define CPSIZER_TESTS_ENGINE_CLUSTER_AUTOSCALER_AUTOSCALER_FLAGS_H_

#include <string>
#include <vector>

namespace cpsizer::testing {

// Returns why the cluster-autoscaler does not start with these arguments; empty if it starts. Checks the names, types
// and ranges of its flags, whether they may be repeated, and which flags exclude each other.
std::string CommandLineError(const std::vector<std::string>& arguments);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_CLUSTER_AUTOSCALER_AUTOSCALER_FLAGS_H_
