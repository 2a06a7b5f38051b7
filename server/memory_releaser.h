#ifndef CPSIZER_SERVER_MEMORY_RELEASER_H_
#define CPSIZER_SERVER_MEMORY_RELEASER_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace cpsizer::server {

// Gives freed memory back to the system after large calls: no allocator does it by itself, and it takes tens of
// milliseconds, so it has a thread of its own. Thread-safe.
class MemoryReleaser {
 public:
  // Calls `release` `delay` after a request, once for all requests until then: late enough for a call that asks to be
  // gone itself, and never often.
  MemoryReleaser(std::function<void()> release, std::chrono::nanoseconds delay);
  // Drops a request that is not yet served.
  ~MemoryReleaser();
  MemoryReleaser(const MemoryReleaser&) = delete;
  MemoryReleaser& operator=(const MemoryReleaser&) = delete;

  // Asks for a release that starts after this call. Never waits for one.
  void Request();

 private:
  void Run();

  const std::function<void()> release_;
  const std::chrono::nanoseconds delay_;
  // Spares all but the first of many callers the lock.
  std::atomic<bool> requested_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;  // guarded by mutex_
  std::thread thread_;
};

// Gives the allocator's free pages back to the system: tcmalloc's where it is linked, else the C library's.
void ReleaseFreeMemory();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_MEMORY_RELEASER_H_
