#ifndef CPSIZER_SERVER_RPC_FLOOD_OPEN_CALLS_H_
#define CPSIZER_SERVER_RPC_FLOOD_OPEN_CALLS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

namespace cpsizer::server {

// Counts the calls that all connections together have open. The first kFree calls of each connection are not counted,
// because a client may watch the health of the server and make a call at the same time. gRPC takes about 13 KiB for
// each open call whose client does not send the whole request or does not read the response. No quota limits this
// memory. Thread-safe, without a lock.
class AllOpenCalls {
 public:
  static constexpr size_t kFree = 2;
  static constexpr size_t kNoLimit = std::numeric_limits<size_t>::max();

  // If `limit` calls or more are open, a connection may have fewer than `max_streams` calls open. If 2 * `limit` calls
  // or more are open, a connection may have only kFree calls open.
  AllOpenCalls(size_t limit, int max_streams) : limit_(limit), max_streams_(max_streams) {}

  // Returns the number of calls that one connection may have open now. Returns kNoLimit below the limit, so that the
  // limit of gRPC applies.
  size_t AllowedForOne() const;
  size_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  friend class OpenCalls;

  const size_t limit_;
  const int max_streams_;
  std::atomic<size_t> count_{0};
};

// The calls that one connection has open, counted from the frames of both sides. Thread-safe, because gRPC reads and
// writes on different threads. WorkerPool explains why std::mutex is used.
class OpenCalls {
 public:
  explicit OpenCalls(AllOpenCalls& all) : all_(all) {}
  ~OpenCalls() { Close(); }
  OpenCalls(const OpenCalls&) = delete;
  OpenCalls& operator=(const OpenCalls&) = delete;

  // Handles a HEADERS frame of the client: the first HEADERS frame of a stream opens a call. Returns the number of
  // calls that are open now.
  size_t Open(uint32_t stream);
  // Handles the end of a stream by the server, or the reset of a stream by either side.
  void End(uint32_t stream);
  // Handles the end of the connection.
  void Close();

 private:
  AllOpenCalls& all_;
  std::mutex mutex_;
  uint32_t last_ = 0;              // guarded by mutex_
  std::vector<uint32_t> streams_;  // guarded by mutex_
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FLOOD_OPEN_CALLS_H_
