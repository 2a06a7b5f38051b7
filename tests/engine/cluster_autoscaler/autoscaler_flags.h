#ifndef CPSIZER_TESTS_ENGINE_CLUSTER_AUTOSCALER_AUTOSCALER_FLAGS_H_
#define CPSIZER_TESTS_ENGINE_CLUSTER_AUTOSCALER_AUTOSCALER_FLAGS_H_

#include <string>
#include <vector>

namespace cpsizer::testing {

// Returns the error with which the cluster-autoscaler refuses these arguments, or an empty text if it accepts them.
// Checks the names, types and ranges of the flags, repeated flags, and flags that must not be used together.
std::string CommandLineError(const std::vector<std::string>& arguments);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_CLUSTER_AUTOSCALER_AUTOSCALER_FLAGS_H_
