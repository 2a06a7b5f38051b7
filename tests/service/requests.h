#ifndef CPSIZER_TESTS_SERVICE_REQUESTS_H_
#define CPSIZER_TESTS_SERVICE_REQUESTS_H_

#include <string>

#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::testing {

// Returns a request with this memory demand. The configuration has the sizes small (32Gi), medium (64Gi) and large
// (128Gi), and a fraction of 0.5.
v1::RecommendSizeRequest SizeRequest(const std::string& memory = "20Gi");

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_SERVICE_REQUESTS_H_
