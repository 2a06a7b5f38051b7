#ifndef CPSIZER_SERVER_PROCESS_LISTEN_ADDRESS_H_
#define CPSIZER_SERVER_PROCESS_LISTEN_ADDRESS_H_

#include <sys/socket.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cpsizer::server {

// Owner and group may connect.
inline constexpr mode_t kDefaultUnixSocketMode = 0660;

// An address of a socket, as the system knows it.
struct SocketAddress {
  sockaddr_storage storage = {};
  socklen_t length = 0;

  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

// Where to listen.
struct ListenAddress {
  std::string text;       // as it was given
  std::string unix_path;  // empty for TCP
  // What it stands for; the first that can be bound is taken. Not empty.
  std::vector<SocketAddress> candidates;
  mode_t unix_mode = kDefaultUnixSocketMode;

  // Whether only this machine can reach it, whichever candidate is taken.
  bool IsLocal() const;
};

// Reads `host:port`, `[address]:port`, `:port` (every address of this machine) or `unix:/path`, and looks the host up.
// Errors: InvalidArgument with a sentence.
absl::StatusOr<ListenAddress> ResolveListenAddress(absl::string_view text);

// Whether `text` is `localhost` or a loopback address, with a port: only this machine has it. Looks nothing up.
bool NamesLoopback(absl::string_view text);

// `127.0.0.1:50051`, `[::1]:50051` or `unix:/path`.
std::string FormatSocketAddress(const SocketAddress& address);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LISTEN_ADDRESS_H_
