#ifndef CPSIZER_SERVER_RPC_FLOOD_OPEN_CALLS_H_
#define CPSIZER_SERVER_RPC_FLOOD_OPEN_CALLS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

namespace cpsizer::server {

// The calls that all connections have open together, without the first kFree of each: a client may watch the health
// of the server and make a call. gRPC takes some 13 KiB for each, which no quota limits: calls whose client does not
// send its request to the end, or does not read its response. Thread-safe, without a lock.
class AllOpenCalls {
 public:
  static constexpr size_t kFree = 2;
  static constexpr size_t kNoLimit = std::numeric_limits<size_t>::max();

  // If `limit` calls or more are open, a connection may have fewer than `max_streams` calls. If twice as many are open,
  // it may have only kFree.
  AllOpenCalls(size_t limit, int max_streams) : limit_(limit), max_streams_(max_streams) {}

  // Returns how many calls one connection may have open now; below the limit kNoLimit, so that gRPC's limit applies.
  size_t AllowedForOne() const;
  size_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  friend class OpenCalls;

  const size_t limit_;
  const int max_streams_;
  std::atomic<size_t> count_{0};
};

// The calls that one connection has open, counted from the frames of both sides. Thread-safe: gRPC reads and writes
// on different threads; see WorkerPool for why std::mutex.
class OpenCalls {
 public:
  explicit OpenCalls(AllOpenCalls& all) : all_(all) {}
  ~OpenCalls() { Close(); }
  OpenCalls(const OpenCalls&) = delete;
  OpenCalls& operator=(const OpenCalls&) = delete;

  // Handles HEADERS of the client: the first ones open a stream. Returns how many are open now.
  size_t Open(uint32_t stream);
  // Handles the end of a stream by the server, or its reset by either side.
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
