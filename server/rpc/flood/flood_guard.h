#ifndef CPSIZER_SERVER_RPC_FLOOD_FLOOD_GUARD_H_
#define CPSIZER_SERVER_RPC_FLOOD_FLOOD_GUARD_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "server/process/token_bucket.h"
#include "server/rpc/flood/frame_limits.h"
#include "server/rpc/flood/open_calls.h"
#include "server/rpc/flood/peer_blocks.h"

namespace cpsizer::server {

// The state that all connections of a server share to detect and stop floods: counters, the rate limit of the log, the
// open calls, and the refused addresses. Thread-safe.
class FloodGuard {
 public:
  // The arguments of AllOpenCalls: `max_open_calls` is `limit`, and `max_streams` is `max_streams`.
  FloodGuard(size_t max_open_calls, int max_streams);

  // Returns false if a new connection from `address` must be refused.
  bool Admit(absl::string_view address, absl::Time now);

  // Counts and logs a flood on a connection from `address`. After several floods, refuses new connections from this
  // address. `address` is empty if it is unknown, for example for connections with TLS and for Unix sockets.
  void OnFlood(Flood flood, absl::string_view address);

  AllOpenCalls& open_calls() { return open_calls_; }
  // Returns the number of calls that a connection may have open now.
  size_t AllowedCalls();

  // Returns how often OnFlood() was called with `flood`.
  int64_t floods(Flood flood) const { return floods_[static_cast<size_t>(flood)].load(std::memory_order_relaxed); }
  // Returns how often Admit() has returned false.
  int64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  PeerBlocks peers_;
  AllOpenCalls open_calls_;
  TokenBucket scans_;  // rate limit for RemoveClosedSockets()
  std::array<std::atomic<int64_t>, kFloodCount> floods_{};
  std::atomic<int64_t> refused_{0};
  TokenBucket lines_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FLOOD_FLOOD_GUARD_H_
