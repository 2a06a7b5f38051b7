#ifndef CPSIZER_SERVER_PROCESS_LISTENER_H_
#define CPSIZER_SERVER_PROCESS_LISTENER_H_

#include <sys/types.h>

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/process/listen_address.h"

namespace cpsizer::server {

// A listening socket, non-blocking and closed on exec; nobody else can listen on the same address. Owns the socket, and
// the socket file where it has one. Movable.
class Listener {
 public:
  // Binds and listens. A socket file that nobody listens on any more is replaced.
  // Errors, each with a sentence: AlreadyExists for an address in use or a path that is something else;
  // FailedPrecondition for an address that cannot be bound. `flag` is the one that names the address.
  static absl::StatusOr<Listener> Open(const ListenAddress& address, absl::string_view flag = "--grpc-addr");

  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&&) = delete;
  // Removes the file of the socket, if it is still there, and closes the socket.
  ~Listener();

  int fd() const { return fd_; }
  // What was bound really: with the port that the system chose where 0 was asked for.
  const std::string& address() const { return address_; }

 private:
  Listener(int fd, std::string address, std::string unix_path);

  int fd_;
  std::string address_;
  std::string unix_path_;
  ino_t unix_inode_;  // of the file there; 0: none
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LISTENER_H_
