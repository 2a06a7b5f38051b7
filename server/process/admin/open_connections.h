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

// Returns `wanted`, or a smaller number if the process does not have enough descriptors for `wanted` connections. Some
// descriptors are reserved for other purposes.
int ConnectionsThatFit(int wanted);

// Returns the inode of the descriptor `fd`. Returns 0 if `fd` is not open, because no file has the inode 0. If the
// inode of a descriptor changes, the descriptor was closed and the kernel has reused its number.
ino_t InodeOf(int fd);

// Counts the open connections of gRPC, up to a limit. gRPC does not report that it has closed a connection. For this
// reason this class checks the descriptors: after a connection is closed, its descriptor is not open or has another
// inode. Thread-safe. WorkerPool explains why std::mutex is used.
class OpenConnections {
 public:
  // The minimum time between two checks at the limit. A check makes a system call for each connection.
  static constexpr absl::Duration kPause = absl::Milliseconds(100);

  explicit OpenConnections(int limit) : limit_(static_cast<size_t>(limit)) {}

  // Returns true below the limit, and counts `fd`, an open socket, as a connection. Returns false at the limit.
  bool Add(int fd, absl::Time now);

  // Returns the number of open connections.
  size_t Count() const;
  size_t limit() const { return limit_; }
  // Returns how often Add() has returned false.
  int64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  // Removes the closed connections. The caller must hold mutex_.
  void RemoveClosed() const;

  const size_t limit_;
  std::atomic<int64_t> refused_{0};
  mutable std::mutex mutex_;
  mutable std::vector<ino_t> inodes_;         // indexed by descriptor; 0 if there is no connection; guarded by mutex_
  mutable size_t count_ = 0;                  // number of inodes_ that are not 0; guarded by mutex_
  absl::Time pruned_ = absl::InfinitePast();  // time of the last check in Add(); guarded by mutex_
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_OPEN_CONNECTIONS_H_
