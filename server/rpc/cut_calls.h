#ifndef CPSIZER_SERVER_RPC_CUT_CALLS_H_
#define CPSIZER_SERVER_RPC_CUT_CALLS_H_

#include <atomic>
#include <chrono>
#include <cstdint>

namespace cpsizer::server {

// Counts the calls that the server cancels because they have not finished when the server shuts down. gRPC does not
// report whether the caller or the server cancelled a call. For this reason this class checks whether the cancellation
// was before or after the shutdown. Thread-safe, without a lock.
class CutCalls {
 public:
  using Clock = std::chrono::steady_clock;

  // The tolerance for the time of the cancellation, because gRPC uses another clock. A call that the caller cancels
  // within this time before the shutdown may be counted too.
  static constexpr std::chrono::milliseconds kSlack{100};

  // Sets the time at which the server will cancel the calls in flight.
  void ExpectAt(Clock::time_point end) { from_.store((end - kSlack).time_since_epoch(), std::memory_order_relaxed); }
  // Returns whether ExpectAt() was called.
  bool expected() const { return from_.load(std::memory_order_relaxed) != kNever; }

  // Counts the cancelled call if `now`, the end of the call, shows that the server has cancelled it.
  void Count(Clock::time_point now) {
    if (now.time_since_epoch() >= from_.load(std::memory_order_relaxed)) count_.fetch_add(1, std::memory_order_relaxed);
  }
  int64_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  static constexpr Clock::duration kNever = Clock::duration::max();

  std::atomic<Clock::duration> from_{kNever};
  std::atomic<int64_t> count_{0};
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_CUT_CALLS_H_
