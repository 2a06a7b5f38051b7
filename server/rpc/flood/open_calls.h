#ifndef CPSIZER_SERVER_RPC_FLOOD_OPEN_CALLS_H_
#define CPSIZER_SERVER_RPC_FLOOD_OPEN_CALLS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

namespace cpsizer::server {

// Counts the open calls of all connections together. The first kFree calls of each connection are not counted, because
// a client may watch the health of the server and make a call at the same time.
//
// The number of calls is limited, because gRPC uses about 13 KiB for each open call whose client does not send the
// whole request or does not read the response. The quotas of gRPC do not include this memory. Thread-safe, without a
// lock.
class AllOpenCalls {
 public:
  static constexpr size_t kFree = 2;
  static constexpr size_t kNoLimit = std::numeric_limits<size_t>::max();

  // `max_streams` is the maximum number of open calls of one connection. If more than `limit` calls are counted, a
  // connection may have fewer open calls. If 2 * `limit` calls or more are counted, a connection may have only kFree
  // open calls.
  AllOpenCalls(size_t limit, int max_streams) : limit_(limit), max_streams_(max_streams) {}

  // Returns the number of calls that one connection may have open now. Returns kNoLimit if at most `limit` calls are
  // counted: in this case only the limit of gRPC applies.
  size_t AllowedForOne() const;
  size_t count() const { return count_.load(std::memory_order_relaxed); }

 private:
  friend class OpenCalls;

  const size_t limit_;
  const int max_streams_;
  std::atomic<size_t> count_{0};
};

// The open calls of one connection, counted from the frames of the client and the server. Thread-safe, because gRPC
// reads and writes on different threads. WorkerPool explains why std::mutex is used.
class OpenCalls {
 public:
  explicit OpenCalls(AllOpenCalls& all) : all_(all) {}
  ~OpenCalls() { Close(); }
  OpenCalls(const OpenCalls&) = delete;
  OpenCalls& operator=(const OpenCalls&) = delete;

  // Handles a HEADERS frame of the client. The first HEADERS frame of a stream opens a call. Returns the number of open
  // calls of the connection.
  size_t Open(uint32_t stream);
  // Handles the end of `stream`: the server ends it, or the client or the server resets it.
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
