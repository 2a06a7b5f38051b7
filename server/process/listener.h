#ifndef CPSIZER_SERVER_PROCESS_LISTENER_H_
#define CPSIZER_SERVER_PROCESS_LISTENER_H_

#include <sys/types.h>

#include <chrono>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/process/listen_address.h"

namespace cpsizer::server {

// A listening socket. No other socket can listen on its address. The socket is non-blocking and is closed on exec. Owns
// the socket, and the socket file of a Unix socket. Movable.
class Listener {
 public:
  // Binds and listens. Replaces a socket file on which no process listens. `flag` is the name of the flag that sets the
  // address; error messages contain it. Errors, each with one sentence: AlreadyExists if the address is in use or the
  // path is a file that is not a socket; FailedPrecondition if the address cannot be bound.
  static absl::StatusOr<Listener> Open(const ListenAddress& address, absl::string_view flag = "--grpc-addr");

  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&&) = delete;
  // Closes the socket. Removes the socket file, unless another file has replaced it.
  ~Listener();

  int fd() const { return fd_; }

  // The results of Accept() that are not descriptors.
  static constexpr int kNone = -1;    // no connection waits
  static constexpr int kNoRoom = -2;  // no descriptor or memory is free; errno has the error
  // Accepts the next connection. Returns its descriptor, which is non-blocking and is closed on exec.
  int Accept() const;
  // The maximum number of new connections that a thread accepts before it serves its open connections again.
  static constexpr int kMaxAcceptsAtOnce = 16;
  // The time before the next Accept() after kNoRoom.
  static constexpr std::chrono::milliseconds kPauseAfterNoRoom{10};

  // Returns the address of the socket. If the configured port is 0, the address contains the port that the kernel has
  // chosen.
  const std::string& address() const { return address_; }

 private:
  Listener(int fd, std::string address, std::string unix_path);

  int fd_;
  std::string address_;
  std::string unix_path_;
  ino_t unix_inode_;  // inode of the socket file; 0 if there is no socket file
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_LISTENER_H_
