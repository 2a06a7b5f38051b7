#ifndef CPSIZER_SERVER_PROCESS_TOKEN_BUCKET_H_
#define CPSIZER_SERVER_PROCESS_TOKEN_BUCKET_H_

#include <cstdint>
#include <mutex>

#include "absl/time/time.h"
#include "absl/types/optional.h"

namespace cpsizer::server {

// Limits the rate of events and counts the suppressed events. Thread-safe. WorkerPool explains why std::mutex is used.
class TokenBucket {
 public:
  // Allows `burst` events immediately, and one more event after each `interval`.
  TokenBucket(int burst, absl::Duration interval);

  // If the event is allowed, returns the number of events that were suppressed since the last allowed event. If the
  // event is suppressed, returns nullopt. If `now` is earlier than in the last call, no tokens are added.
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
