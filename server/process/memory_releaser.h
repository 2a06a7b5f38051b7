#ifndef CPSIZER_SERVER_PROCESS_MEMORY_RELEASER_H_
#define CPSIZER_SERVER_PROCESS_MEMORY_RELEASER_H_

#include <cstddef>
#include <functional>

#include "absl/types/optional.h"

namespace cpsizer::server {

// Returns freed memory to the operating system, because an allocator keeps much of it. There is much freed memory, for
// example, after large calls, after calls that gRPC ended, and after many connections. Not thread-safe. Releasing
// memory takes tens of milliseconds, so Poll() must not run on a thread that serves calls.
class MemoryReleaser {
 public:
  // The minimum amount of memory that is released, in bytes. A smaller amount is kept for later calls.
  static constexpr size_t kWorthwhileBytes = size_t{2} << 20;

  // `free_bytes` returns the number of free bytes that the allocator keeps. `release` returns as many of these bytes as
  // possible to the operating system.
  MemoryReleaser(std::function<size_t()> free_bytes, std::function<void()> release);

  // Releases memory if much memory was freed since the last release. Must be called periodically.
  void Poll();

 private:
  std::function<size_t()> free_bytes_;
  std::function<void()> release_;
  // The smallest amount of free memory since the last two consecutive releases, in bytes. Poll() does not try to
  // release this amount, because the allocator cannot return it or does not have to return it.
  size_t kept_;
  absl::optional<size_t> left_;  // the free memory after the first of two consecutive releases
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_MEMORY_RELEASER_H_
