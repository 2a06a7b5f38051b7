#ifndef CPSIZER_SERVER_PROCESS_LISTEN_ADDRESS_H_
#define CPSIZER_SERVER_PROCESS_LISTEN_ADDRESS_H_

#include <sys/socket.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cpsizer::server {

// The default mode of a socket file, which allows the owner and the group to connect.
inline constexpr mode_t kDefaultUnixSocketMode = 0660;

// A socket address of the system.
struct SocketAddress {
  sockaddr_storage storage = {};
  socklen_t length = 0;

  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

// An address to listen on.
struct ListenAddress {
  std::string text;       // the text that was parsed
  std::string unix_path;  // empty for TCP
  // The resolved addresses; not empty. The first address that can be bound is used.
  std::vector<SocketAddress> candidates;
  mode_t unix_mode = kDefaultUnixSocketMode;

  // Returns whether all candidates can be reached from this machine only.
  bool IsLocal() const;
};

// Parses `host:port`, `[address]:port`, `:port` (all addresses of this machine) or `unix:/path`, and resolves the host.
// Errors: InvalidArgument with one sentence.
absl::StatusOr<ListenAddress> ResolveListenAddress(absl::string_view text);

// Returns whether `text` is `localhost` or a loopback address, with a port. Does not resolve names.
bool NamesLoopback(absl::string_view text);

// Returns a text such as `127.0.0.1:50051`, `[::1]:50051` or `unix:/path`.
std::string FormatSocketAddress(const SocketAddress& address);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LISTEN_ADDRESS_H_
