#ifndef CPSIZER_TESTS_E2E_LOAD_BATCH_CALLERS_H_
#define CPSIZER_TESTS_E2E_LOAD_BATCH_CALLERS_H_

#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::e2e {

// Callers of BatchRecommendSize that repeat the same request: immediately after a response, and after a pause if the
// call was refused.
struct BatchLoad {
  int callers = 0;
  absl::Duration pause;
  int64_t answers = 0;  // the load ends after this number of responses to all callers together
};

// The results of the callers.
struct BatchFigures {
  // The durations of the calls that were answered, and of those that were refused.
  std::vector<absl::Duration> answered;
  std::vector<absl::Duration> refused;
  // The number of refusals without RetryInfo.
  int64_t without_retry_info = 0;
  // The messages of calls that ended with other errors.
  std::vector<std::string> failures;
};

// Calls the server at `address` over one new connection. All calls are made on the current thread.
BatchFigures PutBatchLoad(const std::string& address, const v1::BatchRecommendSizeRequest& request,
                          const BatchLoad& load);

// Returns the value that this share of `durations` does not exceed; zero if `durations` is empty.
absl::Duration Percentile(std::vector<absl::Duration> durations, double share);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_LOAD_BATCH_CALLERS_H_
