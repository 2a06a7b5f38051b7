#include "tests/testing/net/bind_loopback.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace cpsizer::testing {

int BindLoopback(int& port) {
  const int bound = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int shared = 1;
  setsockopt(bound, SOL_SOCKET, SO_REUSEADDR, &shared, sizeof shared);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  bind(bound, reinterpret_cast<const sockaddr*>(&address), size);
  getsockname(bound, reinterpret_cast<sockaddr*>(&address), &size);
  port = ntohs(address.sin_port);
  return bound;
}

}  // namespace cpsizer::testing
