#ifndef CPSIZER_SERVER_PROCESS_MEMORY_RELEASER_H_
#define CPSIZER_SERVER_PROCESS_MEMORY_RELEASER_H_

#include <cstddef>
#include <functional>

namespace cpsizer::server {

// Returns freed memory to the system, which no allocator does by itself: after large calls, after calls that gRPC
// ended, after many connections. Not thread-safe; releasing takes tens of milliseconds, so it runs on its own thread.
class MemoryReleaser {
 public:
  // A smaller amount is kept for the next calls.
  static constexpr size_t kWorthwhileBytes = size_t{2} << 20;

  // `free_bytes` returns the bytes that the allocator keeps; `release` returns as many of them as possible to the
  // system.
  MemoryReleaser(std::function<size_t()> free_bytes, std::function<void()> release);

  // Releases memory if much was freed since the last call. Called periodically.
  void Poll();

 private:
  std::function<size_t()> free_bytes_;
  std::function<void()> release_;
  size_t kept_;         // the minimum since two consecutive releases: the allocator cannot or need not return it
  bool again_ = false;  // true if the last call released memory
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_MEMORY_RELEASER_H_
