#ifndef CPSIZER_SERVER_RPC_CALL_COSTS_H_
#define CPSIZER_SERVER_RPC_CALL_COSTS_H_

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>

#include "server/rpc/methods.h"

namespace cpsizer::server {

// Estimates the duration of a call from the durations of earlier calls of the same method. Assumes that the duration
// is proportional to the size of the request. Thread-safe, without a lock.
class CallCosts {
 public:
  // Returns zero if no call of `method` was added.
  std::chrono::nanoseconds Expected(Method method, size_t request_bytes) const {
    const double nanos = nanos_per_byte_[static_cast<size_t>(method)].load(std::memory_order_relaxed);
    return std::chrono::nanoseconds(static_cast<int64_t>(nanos * static_cast<double>(request_bytes + 1)));
  }

  // Adds a call that has ended. Recent calls have the most weight. Of two calls that end at the same time, one may have
  // no effect.
  void Add(Method method, size_t request_bytes, std::chrono::nanoseconds duration) {
    std::atomic<double>& estimate = nanos_per_byte_[static_cast<size_t>(method)];
    const double seen = static_cast<double>(duration.count()) / static_cast<double>(request_bytes + 1);
    const double old = estimate.load(std::memory_order_relaxed);
    estimate.store(old == 0 ? seen : old + (seen - old) * kWeight, std::memory_order_relaxed);
  }

 private:
  static constexpr double kWeight = 1.0 / 16;

  std::array<std::atomic<double>, kMethodCount> nanos_per_byte_{};
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_CALL_COSTS_H_
