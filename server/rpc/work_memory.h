#ifndef CPSIZER_SERVER_RPC_WORK_MEMORY_H_
#define CPSIZER_SERVER_RPC_WORK_MEMORY_H_

#include <atomic>
#include <cstddef>

#include "absl/status/status.h"

namespace cpsizer::server {

// Limits the memory that all calls in progress take together for their requests and responses. Thread-safe, without a
// lock.
class WorkMemory {
 public:
  // A call that takes less is not counted. Most calls do, and there are only as many as threads that run them.
  static constexpr size_t kCountedBytes = size_t{1} << 20;

  explicit WorkMemory(size_t limit) : limit_(limit) {}

  // The memory of one call, which counts until this object is destroyed. Must be used only on one thread.
  class Share {
   public:
    explicit Share(WorkMemory& memory) : memory_(memory) {}
    ~Share() { memory_.held_.fetch_sub(bytes_, std::memory_order_relaxed); }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    // Sets the memory of the call to `bytes` in total. Returns false, and changes nothing, if the calls together
    // would exceed the limit. A single call is always allowed: its own budget limits it.
    bool Take(size_t bytes);

   private:
    WorkMemory& memory_;
    size_t bytes_ = 0;
  };

  // Returns the bytes that are counted now.
  size_t held() const { return held_.load(std::memory_order_relaxed); }

 private:
  const size_t limit_;
  std::atomic<size_t> held_{0};
};

// Returns the error of a call for which there is no memory: ResourceExhausted, reason TOO_MUCH_WORK_IN_FLIGHT, with
// RetryInfo.
absl::Status TooMuchWork();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_WORK_MEMORY_H_
