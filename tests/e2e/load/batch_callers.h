#ifndef CPSIZER_TESTS_E2E_LOAD_BATCH_CALLERS_H_
#define CPSIZER_TESTS_E2E_LOAD_BATCH_CALLERS_H_

#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::e2e {

// Callers of BatchRecommendSize that repeat the same request: at once after a response, after a pause if they were
// refused.
struct BatchLoad {
  int callers = 0;
  absl::Duration pause;
  int64_t answers = 0;  // it ends after this many, for all callers together
};

// The results of the callers.
struct BatchFigures {
  // The duration of each call that was answered or refused.
  std::vector<absl::Duration> answered;
  std::vector<absl::Duration> refused;
  // Refusals without RetryInfo.
  int64_t without_retry_info = 0;
  // The messages of calls that ended with other errors.
  std::vector<std::string> failures;
};

// Calls the server at `address`, over one new connection, from this thread.
BatchFigures PutBatchLoad(const std::string& address, const v1::BatchRecommendSizeRequest& request,
                          const BatchLoad& load);

// Returns the value below which this share of `durations` is; zero if there are none.
absl::Duration Percentile(std::vector<absl::Duration> durations, double share);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_LOAD_BATCH_CALLERS_H_
