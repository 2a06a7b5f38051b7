#include "tests/testing/reserved_port.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"

namespace cpsizer::testing {

ReservedPort::ReservedPort() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const int shared = 1;
  setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &shared, sizeof shared);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  bind(socket_, reinterpret_cast<const sockaddr*>(&address), size);
  getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
  address_ = absl::StrCat("127.0.0.1:", ntohs(address.sin_port));
}

ReservedPort::~ReservedPort() {
  close(socket_);
}

}  // namespace cpsizer::testing
