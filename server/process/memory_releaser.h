#ifndef CPSIZER_SERVER_PROCESS_MEMORY_RELEASER_H_
#define CPSIZER_SERVER_PROCESS_MEMORY_RELEASER_H_

#include <cstddef>
#include <functional>

namespace cpsizer::server {

// Gives freed memory back to the system, which no allocator does by itself: after large calls, after calls that gRPC
// ended, after many connections. Not thread-safe; releasing takes tens of milliseconds, so it has a thread of its own.
class MemoryReleaser {
 public:
  // Less is kept for the next calls.
  static constexpr size_t kWorthwhileBytes = size_t{2} << 20;

  // `free_bytes` tells how much the allocator keeps; `release` gives back what it can of it.
  MemoryReleaser(std::function<size_t()> free_bytes, std::function<void()> release);

  // Releases if much was freed since the last time. To be called every now and then.
  void Look();

 private:
  std::function<size_t()> free_bytes_;
  std::function<void()> release_;
  size_t kept_;  // the least that was seen since two releases in a row: the allocator cannot or need not give it back
  bool again_ = false;  // whether the last look released something
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_MEMORY_RELEASER_H_
