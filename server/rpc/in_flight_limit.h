#ifndef CPSIZER_SERVER_RPC_IN_FLIGHT_LIMIT_H_
#define CPSIZER_SERVER_RPC_IN_FLIGHT_LIMIT_H_

#include <atomic>

namespace cpsizer::server {

// Counts the operations in flight, and rejects new operations above a limit. Thread-safe, without a lock.
class InFlightLimit {
 public:
  explicit InFlightLimit(int limit) : limit_(limit) {}

  // Returns true if the limit is not reached. In this case the caller must call Leave() once.
  bool TryEnter() {
    int count = count_.load(std::memory_order_relaxed);
    while (count < limit_) {
      if (count_.compare_exchange_weak(count, count + 1, std::memory_order_relaxed)) return true;
    }
    return false;
  }

  // Must be called once after each TryEnter() that has returned true, when the operation has ended.
  void Leave() { count_.fetch_sub(1, std::memory_order_relaxed); }

  int limit() const { return limit_; }
  // Returns the number of operations in flight, for metrics. Other threads may change it at any time.
  int count() const { return count_.load(std::memory_order_relaxed); }

 private:
  const int limit_;
  std::atomic<int> count_{0};
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_IN_FLIGHT_LIMIT_H_
