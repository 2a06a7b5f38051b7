#ifndef CPSIZER_SERVER_PROCESS_MEMORY_RELEASER_H_
#define CPSIZER_SERVER_PROCESS_MEMORY_RELEASER_H_

#include <cstddef>
#include <functional>

namespace cpsizer::server {

// Returns freed memory to the system, because allocators do not return it without a request. Much memory is freed, for
// example, after large calls, after calls that gRPC ended, and after many connections. Not thread-safe. Releasing
// memory takes tens of milliseconds, so Poll() runs on its own thread.
class MemoryReleaser {
 public:
  // The minimum amount that is released, in bytes. A smaller amount is kept for the next calls.
  static constexpr size_t kWorthwhileBytes = size_t{2} << 20;

  // `free_bytes` returns the bytes that the allocator keeps; `release` returns these bytes to the system, if possible.
  MemoryReleaser(std::function<size_t()> free_bytes, std::function<void()> release);

  // Releases memory if much was freed since the last call. Must be called periodically.
  void Poll();

 private:
  std::function<size_t()> free_bytes_;
  std::function<void()> release_;
  // The smallest amount of free memory since the last two consecutive releases, in bytes. The allocator cannot return
  // this memory, or does not have to return it.
  size_t kept_;
  bool again_ = false;  // true if the last call released memory
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_MEMORY_RELEASER_H_
