#ifndef CPSIZER_SERVER_RPC_FLOOD_OPEN_CALLS_H_
#define CPSIZER_SERVER_RPC_FLOOD_OPEN_CALLS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

namespace cpsizer::server {

// The calls that all connections have open together, without the first kFree of each: a client may watch the health of
// the server and make a call. gRPC takes some 13 KiB for each, which no quota limits: calls whose client does not send
// its request to the end, or does not read its answer. Thread-safe, without a lock.
class AllOpenCalls {
 public:
  static constexpr size_t kFree = 2;
  static constexpr size_t kNoLimit = std::numeric_limits<size_t>::max();

  // `limit`: from so many on a connection may have fewer than `max_streams`, and with twice as many only kFree.
  AllOpenCalls(size_t limit, int max_streams) : limit_(limit), max_streams_(max_streams) {}

  // How many calls one connection may have open now; kNoLimit, which leaves it to gRPC, below the limit.
  size_t AllowedForOne() const;
  size_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  friend class OpenCalls;

  const size_t limit_;
  const int max_streams_;
  std::atomic<size_t> count_{0};
};

// The calls that one connection has open, by the frames of both sides. Thread-safe: gRPC reads and writes on different
// threads; see WorkerPool for why std::mutex.
class OpenCalls {
 public:
  explicit OpenCalls(AllOpenCalls& all) : all_(all) {}
  ~OpenCalls() { Close(); }
  OpenCalls(const OpenCalls&) = delete;
  OpenCalls& operator=(const OpenCalls&) = delete;

  // The client sent HEADERS of the stream: the first ones open it. Returns how many are open now.
  size_t Open(uint32_t stream);
  // The server ended the stream, or one of both reset it.
  void End(uint32_t stream);
  // The connection has ended.
  void Close();

 private:
  AllOpenCalls& all_;
  std::mutex mutex_;
  uint32_t last_ = 0;              // guarded by mutex_
  std::vector<uint32_t> streams_;  // guarded by mutex_
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FLOOD_OPEN_CALLS_H_
