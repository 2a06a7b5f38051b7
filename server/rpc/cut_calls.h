#ifndef CPSIZER_SERVER_RPC_CUT_CALLS_H_
#define CPSIZER_SERVER_RPC_CUT_CALLS_H_

#include <atomic>
#include <chrono>
#include <cstdint>

namespace cpsizer::server {

// Counts the calls that a server cancels because it ends before them. gRPC does not tell whose doing the end of a call
// was; the time does. Thread-safe, without a lock.
class CutCalls {
 public:
  using Clock = std::chrono::steady_clock;

  // gRPC goes by another clock. Whose caller gives up so soon before the end may be counted with them.
  static constexpr std::chrono::milliseconds kSlack{100};

  // The server cancels whatever is in flight at `end`.
  void ExpectAt(Clock::time_point end) { from_.store((end - kSlack).time_since_epoch(), std::memory_order_relaxed); }
  // Whether it is about to.
  bool expected() const { return from_.load(std::memory_order_relaxed) != kNever; }

  // A call that was cancelled ends.
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
