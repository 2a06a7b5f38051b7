#ifndef CPSIZER_SERVER_RPC_FLOOD_PEER_BLOCKS_H_
#define CPSIZER_SERVER_RPC_FLOOD_PEER_BLOCKS_H_

#include <cstddef>
#include <mutex>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace cpsizer::server {

// Returns the IP address of the other end of a socket as text, such as `10.0.0.7`. Empty if there is no IP address, for
// example on a Unix socket.
std::string PeerAddress(int fd);

// Refuses, for a limited time, the addresses whose connections were closed several times for floods. Thread-safe.
class PeerBlocks {
 public:
  // The number of connections of one address that may be closed within kWindow before the address is refused.
  static constexpr int kMaxClosed = 3;
  static constexpr absl::Duration kWindow = absl::Seconds(10);
  // The duration of a refusal. After a refusal, one more closed connection within kWindow refuses the address again.
  static constexpr absl::Duration kBlock = absl::Seconds(10);
  // The maximum number of stored addresses. If there are more addresses, the address with the oldest last flood is
  // removed.
  static constexpr size_t kMaxPeers = 4'096;

  // Records that a connection from `address` was closed for a flood. Returns true if this call begins a refusal of the
  // address.
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
