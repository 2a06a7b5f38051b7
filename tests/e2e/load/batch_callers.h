#ifndef CPSIZER_TESTS_E2E_LOAD_BATCH_CALLERS_H_
#define CPSIZER_TESTS_E2E_LOAD_BATCH_CALLERS_H_

#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "cpsizer/v1/recommend_size.pb.h"

namespace cpsizer::e2e {

// Callers of BatchRecommendSize that send the same request again and again: at once after an answer, after a pause when
// they were refused.
struct BatchLoad {
  int callers = 0;
  absl::Duration pause;
  int64_t answers = 0;  // it ends with so many, all callers together
};

// What the callers saw.
struct BatchFigures {
  // Of each call that was answered or refused, how long it took.
  std::vector<absl::Duration> answered;
  std::vector<absl::Duration> refused;
  // Refusals that do not say when to try again.
  int64_t without_retry_info = 0;
  // Calls that ended in any other way: what they said.
  std::vector<std::string> failures;
};

// Puts the load on the server at `address`, over one new connection, from this thread.
BatchFigures PutBatchLoad(const std::string& address, const v1::BatchRecommendSizeRequest& request,
                          const BatchLoad& load);

// The value below which this share of `durations` lies; zero if there are none.
absl::Duration Percentile(std::vector<absl::Duration> durations, double share);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_LOAD_BATCH_CALLERS_H_
