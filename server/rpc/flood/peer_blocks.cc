#include "server/rpc/flood/peer_blocks.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>

namespace cpsizer::server {

std::string PeerAddress(int fd) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  if (getpeername(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return "";
  const void* bytes = nullptr;
  if (address.ss_family == AF_INET) bytes = &reinterpret_cast<const sockaddr_in&>(address).sin_addr;
  if (address.ss_family == AF_INET6) bytes = &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  char text[INET6_ADDRSTRLEN];
  if (bytes == nullptr || inet_ntop(address.ss_family, bytes, text, sizeof text) == nullptr) return "";
  return text;
}

bool PeerBlocks::NoteFlood(absl::string_view address, absl::Time now) {
  if (address.empty()) return false;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (peers_.size() >= kMaxPeers && !peers_.contains(address)) EvictOldest();
  Peer& peer = peers_[address];
  // While an address is refused, it cannot open new connections. For this reason kWindow begins at the end of the
  // refusal.
  if (now - std::max(peer.last, peer.blocked_until) > kWindow) peer.closed = 0;
  peer.last = now;
  if (++peer.closed <= kMaxClosed || now < peer.blocked_until) return false;
  peer.blocked_until = now + kBlock;
  return true;
}

bool PeerBlocks::IsBlocked(absl::string_view address, absl::Time now) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto it = peers_.find(address);
  return it != peers_.end() && now < it->second.blocked_until;
}

void PeerBlocks::EvictOldest() {
  peers_.erase(std::min_element(peers_.begin(), peers_.end(),
                                [](const auto& a, const auto& b) { return a.second.last < b.second.last; }));
}

}  // namespace cpsizer::server
