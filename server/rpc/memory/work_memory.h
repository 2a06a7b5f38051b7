#ifndef CPSIZER_SERVER_RPC_MEMORY_WORK_MEMORY_H_
#define CPSIZER_SERVER_RPC_MEMORY_WORK_MEMORY_H_

#include <atomic>
#include <cstddef>

#include "absl/status/status.h"

namespace cpsizer::server {

// Limits the memory of the requests and responses of all calls in flight together. Thread-safe, without a lock.
class WorkMemory {
 public:
  // A call with less memory is not counted. Most calls use less memory. The number of such calls is limited by the
  // number of threads that run calls.
  static constexpr size_t kCountedBytes = size_t{1} << 20;

  explicit WorkMemory(size_t limit) : limit_(limit) {}

  // The memory of one call. It is counted until this object is destroyed. Must be used on only one thread.
  class Share {
   public:
    explicit Share(WorkMemory& memory) : memory_(memory) {}
    ~Share() { memory_.held_.fetch_sub(bytes_, std::memory_order_relaxed); }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    // Increases the memory of the call to `bytes`. Changes nothing if `bytes` is below kCountedBytes, or not above the
    // memory of the call. If the memory of all calls together would exceed the limit, returns false and changes
    // nothing. If no other call is counted, always returns true, because the call has a budget of its own.
    bool Take(size_t bytes);

   private:
    WorkMemory& memory_;
    size_t bytes_ = 0;
  };

  // Returns the number of counted bytes.
  size_t held() const { return held_.load(std::memory_order_relaxed); }

 private:
  const size_t limit_;
  std::atomic<size_t> held_{0};
};

// Returns the error for a call for which there is not enough memory: ResourceExhausted, reason TOO_MUCH_WORK_IN_FLIGHT,
// with RetryInfo.
absl::Status TooMuchWork();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_MEMORY_WORK_MEMORY_H_
