#ifndef CPSIZER_SERVER_PROCESS_TOKEN_BUCKET_H_
#define CPSIZER_SERVER_PROCESS_TOKEN_BUCKET_H_

#include <cstdint>
#include <mutex>

#include "absl/time/time.h"
#include "absl/types/optional.h"

namespace cpsizer::server {

// Limits the rate of events and counts the suppressed ones. Thread-safe; WorkerPool explains why std::mutex.
class TokenBucket {
 public:
  // Allows `burst` events, and one more after each `interval`.
  TokenBucket(int burst, absl::Duration interval);

  // Returns the number of events that were suppressed since the last allowed one if this event is allowed; absent if it
  // is suppressed. A `now` that goes backwards adds no tokens.
  absl::optional<int64_t> Take(absl::Time now);

 private:
  const int burst_;
  const absl::Duration interval_;
  std::mutex mutex_;
  int64_t tokens_;                            // guarded by mutex_
  int64_t held_back_ = 0;                     // guarded by mutex_
  absl::Time filled_ = absl::InfinitePast();  // guarded by mutex_
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TOKEN_BUCKET_H_
