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

// Returns `wanted`, or a smaller number if the process does not have enough descriptors. A part of the descriptors is
// reserved for other uses.
int ConnectionsThatFit(int wanted);

// Returns the inode of a descriptor, or 0 if it is not open (no file has the inode 0). If the inode of a descriptor has
// changed, the descriptor was closed and its number was reused.
ino_t InodeOf(int fd);

// Counts the connections that were given to gRPC and are still open, up to a limit. gRPC does not report that it has
// closed a connection, so this class checks the descriptors: the descriptor of a closed connection is not open, or has
// another inode. Thread-safe; WorkerPool explains why std::mutex is used.
class OpenConnections {
 public:
  // The minimum time between two checks while the limit is reached: a check costs a system call for each connection.
  static constexpr absl::Duration kPause = absl::Milliseconds(100);

  explicit OpenConnections(int limit) : limit_(static_cast<size_t>(limit)) {}

  // If the limit is not reached, counts the open socket `fd` and returns true. If the limit is reached, returns false.
  bool Add(int fd, absl::Time now);

  // Returns the number of connections that are open now.
  size_t Count() const;
  size_t limit() const { return limit_; }
  // Returns the number of connections that Add() refused.
  int64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  // Removes the connections that were closed. The caller must hold mutex_.
  void RemoveClosed() const;

  const size_t limit_;
  std::atomic<int64_t> refused_{0};
  mutable std::mutex mutex_;
  mutable std::vector<ino_t> inodes_;         // indexed by descriptor; 0 if there is no connection; guarded by mutex_
  mutable size_t count_ = 0;                  // number of entries that are not 0; guarded by mutex_
  absl::Time pruned_ = absl::InfinitePast();  // time of the last check in Add(); guarded by mutex_
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_ADMIN_OPEN_CONNECTIONS_H_
