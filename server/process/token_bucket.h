#ifndef CPSIZER_SERVER_PROCESS_TOKEN_BUCKET_H_
#define CPSIZER_SERVER_PROCESS_TOKEN_BUCKET_H_

#include <cstdint>
#include <mutex>

#include "absl/time/time.h"
#include "absl/types/optional.h"

namespace cpsizer::server {

// Lets events through at a bounded rate and counts the others. Thread-safe; see WorkerPool for why std::mutex.
class TokenBucket {
 public:
  // `burst` events at once, and one more for each `interval` that passes.
  TokenBucket(int burst, absl::Duration interval);

  // Absent: hold this event back. Present: let it through; the value is how many were held back since the last one that
  // was let through. A `now` that goes backwards earns nothing.
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
