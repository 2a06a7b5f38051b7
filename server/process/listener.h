#ifndef CPSIZER_SERVER_PROCESS_LISTENER_H_
#define CPSIZER_SERVER_PROCESS_LISTENER_H_

#include <sys/types.h>

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/process/listen_address.h"

namespace cpsizer::server {

// A listening socket with exclusive use of its address. The socket is non-blocking, and closed on exec. Owns the socket
// and its socket file, if there is one. Movable.
class Listener {
 public:
  // Binds and listens. Replaces a stale socket file if no process listens on it. `flag` is the flag that sets the
  // address.
  // Errors, each with one sentence: AlreadyExists for an address in use or a path that is not a socket;
  // FailedPrecondition for an address that cannot be bound.
  static absl::StatusOr<Listener> Open(const ListenAddress& address, absl::string_view flag = "--grpc-addr");

  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&&) = delete;
  // Removes the socket file, if it still exists, and closes the socket.
  ~Listener();

  int fd() const { return fd_; }
  // Returns the actual address, with the port that the system chose for port 0.
  const std::string& address() const { return address_; }

 private:
  Listener(int fd, std::string address, std::string unix_path);

  int fd_;
  std::string address_;
  std::string unix_path_;
  ino_t unix_inode_;  // inode of the socket file, 0 if there is none
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LISTENER_H_
