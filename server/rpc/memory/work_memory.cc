#include "server/rpc/memory/work_memory.h"

#include "cpsizer/status.h"

namespace cpsizer::server {

bool WorkMemory::Share::Take(size_t bytes) {
  if (bytes < kCountedBytes || bytes <= bytes_) return true;
  const size_t more = bytes - bytes_;
  const size_t before = memory_.held_.fetch_add(more, std::memory_order_relaxed);
  const bool alone = before == bytes_;
  if (!alone && before + more > memory_.limit_) {
    memory_.held_.fetch_sub(more, std::memory_order_relaxed);
    return false;
  }
  bytes_ = bytes;
  return true;
}

absl::Status TooMuchWork() {
  return CallErrorWithRetry(CallError::kTooMuchWorkInFlight,
                            "the calls in flight have reached the memory limit of this server; retry later");
}

}  // namespace cpsizer::server
