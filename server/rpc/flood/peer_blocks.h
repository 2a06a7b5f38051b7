#ifndef CPSIZER_SERVER_RPC_FLOOD_PEER_BLOCKS_H_
#define CPSIZER_SERVER_RPC_FLOOD_PEER_BLOCKS_H_

#include <cstddef>
#include <mutex>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace cpsizer::server {

// Returns the IP address of the peer of the socket `fd`, such as `10.0.0.7`. Returns an empty text if the peer has no
// IP address, for example on a Unix socket.
std::string PeerAddress(int fd);

// Refuses addresses for some time if several of their connections were closed for floods. Thread-safe.
class PeerBlocks {
 public:
  // The maximum number of closed connections of an address within kWindow. If one more connection is closed, the
  // address is refused.
  static constexpr int kMaxClosed = 3;
  static constexpr absl::Duration kWindow = absl::Seconds(10);
  // The duration of a refusal. If one more connection is closed within kWindow after a refusal, the address is refused
  // again.
  static constexpr absl::Duration kBlock = absl::Seconds(10);
  // The maximum number of stored addresses. At the maximum, a new address replaces the address whose last flood is the
  // oldest.
  static constexpr size_t kMaxPeers = 4'096;

  // Must be called when a connection from `address` was closed for a flood. Returns true if the address is refused from
  // now on.
  bool NoteFlood(absl::string_view address, absl::Time now);
  bool IsBlocked(absl::string_view address, absl::Time now) const;

 private:
  struct Peer {
    int closed = 0;
    absl::Time last;
    absl::Time blocked_until = absl::InfinitePast();
  };

  void EvictOldest();

  mutable std::mutex mutex_;
  absl::flat_hash_map<std::string, Peer> peers_;  // guarded by mutex_
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_FLOOD_PEER_BLOCKS_H_
