#ifndef CPSIZER_SERVER_PROCESS_LISTEN_ADDRESS_H_
#define CPSIZER_SERVER_PROCESS_LISTEN_ADDRESS_H_

#include <sys/socket.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace cpsizer::server {

// The default permissions of a socket file: the owner and the group may connect.
inline constexpr mode_t kDefaultUnixSocketMode = 0660;

// A socket address of the operating system.
struct SocketAddress {
  sockaddr_storage storage = {};
  socklen_t length = 0;

  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

// An address to listen on.
struct ListenAddress {
  std::string text;       // the text from which this address was parsed
  std::string unix_path;  // empty for TCP
  // The resolved addresses, at least one. The server uses the first address that it can bind.
  std::vector<SocketAddress> candidates;
  mode_t unix_mode = kDefaultUnixSocketMode;

  // Returns whether only this machine can reach the addresses.
  bool IsLocal() const;
};

// The forms of an address that a server accepts: `host:port`, `[address]:port` and `:port`, or also `unix:/path`.
enum class ListenForms { kTcp, kTcpAndUnix };

// Returns whether `text` has a form that ResolveListenAddress() accepts. Does not resolve names. Errors:
// InvalidArgument with one sentence.
absl::Status CheckListenAddress(absl::string_view text, ListenForms forms = ListenForms::kTcpAndUnix);

// Parses an address of one of `forms`, and resolves the host. `:port` means all addresses of this machine. Errors:
// InvalidArgument with one sentence that names the forms.
absl::StatusOr<ListenAddress> ResolveListenAddress(absl::string_view text,
                                                   ListenForms forms = ListenForms::kTcpAndUnix);

// Returns whether the host in `text` is `localhost` or a loopback address. `text` must contain a port. Does not resolve
// names.
bool NamesLoopback(absl::string_view text);

// Returns the address as text, such as `127.0.0.1:50051`, `[::1]:50051` or `unix:/path`.
std::string FormatSocketAddress(const SocketAddress& address);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LISTEN_ADDRESS_H_
