#include "tests/testing/net/reserved_port.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/numbers.h"

namespace cpsizer::testing {
namespace {

sockaddr_in Parse(const std::string& address) {
  uint32_t port = 0;
  EXPECT_TRUE(absl::SimpleAtoi(address.substr(address.find(':') + 1), &port)) << address;
  sockaddr_in parsed = {};
  parsed.sin_family = AF_INET;
  parsed.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  parsed.sin_port = htons(static_cast<uint16_t>(port));
  return parsed;
}

// Returns the listening socket, or -1 with errno set.
int Listen(const std::string& address, int reuse) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse);
  const sockaddr_in parsed = Parse(address);
  if (bind(fd, reinterpret_cast<const sockaddr*>(&parsed), sizeof parsed) == 0 && listen(fd, SOMAXCONN) == 0) return fd;
  close(fd);
  return -1;
}

bool Connects(const std::string& address) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in parsed = Parse(address);
  const bool connected = connect(fd, reinterpret_cast<const sockaddr*>(&parsed), sizeof parsed) == 0;
  close(fd);
  return connected;
}

TEST(ReservedPortTest, ServerStopsAndRestartsOnThePort) {
  const ReservedPort port;
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(Connects(port.address()));
    const int server = Listen(port.address(), 1);
    ASSERT_GE(server, 0) << errno;
    EXPECT_TRUE(Connects(port.address()));
    close(server);
  }
}

TEST(ReservedPortTest, OtherSocketsDoNotGetThePort) {
  const ReservedPort port;
  EXPECT_EQ(Listen(port.address(), 0), -1);
  EXPECT_EQ(errno, EADDRINUSE);
  EXPECT_NE(ReservedPort().address(), port.address());
}

}  // namespace
}  // namespace cpsizer::testing
