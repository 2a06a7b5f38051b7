#ifndef CPSIZER_TESTS_E2E_LOAD_BATCH_CALLERS_H_
#define CPSIZER_TESTS_E2E_LOAD_BATCH_CALLERS_H_

#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::e2e {

// Callers that send the same BatchRecommendSize request again and again. After a response, a caller sends the next
// request immediately. After a refusal, it waits for a pause first.
struct BatchLoad {
  int callers = 0;
  absl::Duration pause;
  int64_t answers = 0;  // total number of responses at which the load ends
};

// The results of all callers.
struct BatchFigures {
  // The durations of calls with a response, and the durations of refused calls.
  std::vector<absl::Duration> answered;
  std::vector<absl::Duration> refused;
  // The number of refusals without RetryInfo.
  int64_t without_retry_info = 0;
  // The messages of calls that ended with other errors.
  std::vector<std::string> failures;
};

// Calls the server at `address` on one new connection. Makes all calls on the current thread.
BatchFigures PutBatchLoad(const std::string& address, const v1::BatchRecommendSizeRequest& request,
                          const BatchLoad& load);

// Returns the duration that is not exceeded by this share of `durations`. Returns zero if `durations` is empty.
absl::Duration Percentile(std::vector<absl::Duration> durations, double share);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_LOAD_BATCH_CALLERS_H_
