#ifndef CPSIZER_TESTS_TESTING_NET_LOOPBACK_SOCKET_H_
#define CPSIZER_TESTS_TESTING_NET_LOOPBACK_SOCKET_H_

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"

namespace cpsizer::testing {

// A connected socket. The destructor closes the socket.
class LoopbackSocket {
 public:
  // Connects to 127.0.0.1, to the port at the end of `address`, such as `127.0.0.1:50051`.
  explicit LoopbackSocket(absl::string_view address) : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    uint32_t port = 0;
    sockaddr_in target = {};
    target.sin_family = AF_INET;
    target.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (absl::SimpleAtoi(address.substr(address.rfind(':') + 1), &port)) target.sin_port = htons(uint16_t(port));
    connected_ = fd_ >= 0 && connect(fd_, reinterpret_cast<const sockaddr*>(&target), sizeof target) == 0;
  }
  LoopbackSocket(LoopbackSocket&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), connected_(std::exchange(other.connected_, false)) {}
  LoopbackSocket& operator=(LoopbackSocket&&) = delete;
  ~LoopbackSocket() {
    if (fd_ >= 0) close(fd_);
  }

  int fd() const { return fd_; }
  bool connected() const { return connected_; }

  // Waits until all bytes are sent. Returns false if the other side does not accept more.
  bool Send(absl::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }

 private:
  int fd_;
  bool connected_ = false;
};

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_NET_LOOPBACK_SOCKET_H_
