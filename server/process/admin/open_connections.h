#ifndef CPSIZER_SERVER_PROCESS_ADMIN_OPEN_CONNECTIONS_H_
#define CPSIZER_SERVER_PROCESS_ADMIN_OPEN_CONNECTIONS_H_

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "absl/time/time.h"

namespace cpsizer::server {

// As many of `wanted` connections as there are descriptors for, with some left for everything else.
int ConnectionsThatFit(int wanted);

// The inode of a descriptor, 0 if it is not open; no file has that number. A descriptor with another inode than before
// was closed, and its number used again.
ino_t InodeOf(int fd);

// Counts the connections that were given to gRPC and are still open, up to a limit. gRPC closes them and tells nobody,
// so this looks: a descriptor that was closed is nobody's, or has another inode. Thread-safe; see WorkerPool for why
// std::mutex.
class OpenConnections {
 public:
  // How often it looks again while all places seem to be taken: a look costs a system call for each.
  static constexpr absl::Duration kPause = absl::Milliseconds(100);

  explicit OpenConnections(int limit) : limit_(static_cast<size_t>(limit)) {}

  // Counts the open socket `fd`, and returns true, if there is room.
  bool Add(int fd, absl::Time now);

  // As of now.
  size_t Count() const;
  size_t limit() const { return limit_; }
  // How many Add() refused.
  int64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  // Forgets those that were closed. The lock must be held.
  void Look() const;

  const size_t limit_;
  std::atomic<int64_t> refused_{0};
  mutable std::mutex mutex_;
  mutable std::vector<ino_t> inodes_;         // by descriptor; 0 for none; guarded by mutex_
  mutable size_t count_ = 0;                  // of those that are not 0; guarded by mutex_
  absl::Time looked_ = absl::InfinitePast();  // guarded by mutex_
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_OPEN_CONNECTIONS_H_
