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

// Returns `wanted`, or fewer if there are not enough descriptors for so many connections and for everything else.
int ConnectionsThatFit(int wanted);

// Returns the inode of a descriptor, 0 if it is not open; no file has that number. If a descriptor has another inode
// than before, it was closed and its number reused.
ino_t InodeOf(int fd);

// Counts the connections that were given to gRPC and are still open, up to a limit. gRPC closes them without notice,
// so this checks them: the descriptor of a closed connection is not open, or has another inode. Thread-safe; see
// WorkerPool for why std::mutex.
class OpenConnections {
 public:
  // The interval between checks while all places are taken: a check costs a system call for each connection.
  static constexpr absl::Duration kPause = absl::Milliseconds(100);

  explicit OpenConnections(int limit) : limit_(static_cast<size_t>(limit)) {}

  // Counts the open socket `fd`, and returns true, if there is room.
  bool Add(int fd, absl::Time now);

  // Returns the number of open connections now.
  size_t Count() const;
  size_t limit() const { return limit_; }
  // Returns how many connections Add() refused.
  int64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  // Removes those that were closed. The lock must be held.
  void RemoveClosed() const;

  const size_t limit_;
  std::atomic<int64_t> refused_{0};
  mutable std::mutex mutex_;
  mutable std::vector<ino_t> inodes_;         // by descriptor; 0 for none; guarded by mutex_
  mutable size_t count_ = 0;                  // entries that are not 0; guarded by mutex_
  absl::Time pruned_ = absl::InfinitePast();  // guarded by mutex_
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_OPEN_CONNECTIONS_H_
