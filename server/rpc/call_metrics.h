#ifndef CPSIZER_SERVER_RPC_CALL_METRICS_H_
#define CPSIZER_SERVER_RPC_CALL_METRICS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/process/histogram.h"
#include "server/process/sharded_counters.h"

namespace cpsizer::server {

// The number of status codes of gRPC: 0 to 16.
inline constexpr size_t kStatusCodes = 17;

// Returns the name that gRPC metrics use for a status code, such as `OK` or `InvalidArgument`.
absl::string_view StatusCodeWord(size_t code);

// Counts the calls of one method. Thread-safe, without a lock.
class CallMetrics {
 public:
  CallMetrics();
  CallMetrics(const CallMetrics&) = delete;
  CallMetrics& operator=(const CallMetrics&) = delete;

  void Started(size_t request_bytes);
  void Finished(absl::StatusCode code, std::chrono::nanoseconds took, size_t response_bytes);

  int64_t started() const { return counts_.Sum(kStarted); }
  int64_t handled(size_t code) const { return counts_.Sum(code); }
  // Returns the number of calls that are started and not finished. It is computed from other counters, because a
  // counter for it would cost two more writes per call.
  int64_t in_flight() const;
  const Histogram& seconds() const { return seconds_; }
  const Histogram& request_bytes() const { return request_bytes_; }
  const Histogram& response_bytes() const { return response_bytes_; }

 private:
  // The index of the counter of started calls. The indices before it are the status codes of handled calls.
  static constexpr size_t kStarted = kStatusCodes;

  ShardedCounters counts_{kStarted + 1};
  Histogram seconds_;
  Histogram request_bytes_;
  Histogram response_bytes_;  // only successful calls
};

// Counts a call as started in the constructor, and as finished in Finish(). Finish() must be called once. This object
// contains only a pointer and a time, so it can be copied with the call.
class CountedCall {
 public:
  CountedCall(CallMetrics& metrics, size_t request_bytes)
      : metrics_(&metrics), start_(std::chrono::steady_clock::now()) {
    metrics.Started(request_bytes);
  }

  void Finish(absl::StatusCode code, size_t response_bytes) const {
    metrics_->Finished(code, std::chrono::steady_clock::now() - start_, response_bytes);
  }

 private:
  CallMetrics* metrics_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_CALL_METRICS_H_
