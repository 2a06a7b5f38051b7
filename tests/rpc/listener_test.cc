#include "server/process/listener.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <future>

#include "server/rpc/acceptor.h"
#include "tests/process/log_lines.h"

namespace cpsizer::server {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

std::string Message(const absl::Status& status) {
  return std::string(status.message());
}

// Each test has its own folder for socket files.
class ListenerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "/cpsizer-XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string Path() const { return folder_ + "/socket"; }

  static absl::StatusOr<Listener> Open(const std::string& text) {
    const absl::StatusOr<ListenAddress> address = ResolveListenAddress(text);
    if (!address.ok()) return address.status();
    return Listener::Open(*address);
  }

  std::string folder_;
};

TEST_F(ListenerTest, ReadsTheFormsOfAnAddress) {
  const struct {
    const char* text;
    bool local;
  } kCases[] = {
      {"127.0.0.1:50051", true},
      {"127.8.8.8:1", true},
      {"localhost:0", true},
      {"[::1]:50051", true},
      {"[::ffff:127.0.0.1]:5", true},
      {"0.0.0.0:50051", false},
      {":50051", false},
      {"[::]:65535", false},
      {"192.0.2.1:50051", false},
      {"unix:/run/cpsizer.sock", true},
  };
  for (const auto& test : kCases) {
    const auto address = ResolveListenAddress(test.text);
    ASSERT_TRUE(address.ok()) << test.text << ": " << address.status();
    EXPECT_EQ(address->IsLocal(), test.local) << test.text;
    EXPECT_FALSE(address->candidates.empty()) << test.text;
  }
}

TEST_F(ListenerTest, RecognizesLoopbackNamesWithoutALookup) {
  for (const char* name : {"localhost:50051", "127.0.0.1:1", "127.255.0.1:1", "[::1]:1", "[::ffff:127.0.0.1]:1"}) {
    EXPECT_TRUE(NamesLoopback(name)) << name;
  }
  for (const char* name : {"", ":50051", "localhost", "127.0.0.1", "0.0.0.0:1", "[::]:1", "192.0.2.1:1",
                           "[2001:db8::1]:1", "127.0.0.1.example.org:1", "localhost.example.org:1", "[localhost:1"}) {
    EXPECT_FALSE(NamesLoopback(name)) << name;
  }
}

TEST_F(ListenerTest, RefusesInvalidAddresses) {
  const std::string kBad[] = {"",
                              "50051",
                              "localhost",
                              "127.0.0.1:",
                              "127.0.0.1:65536",
                              "127.0.0.1:-1",
                              "127.0.0.1:http",
                              "::1:50051",
                              "[::1]",
                              "[::1:5",
                              "[localhost:5",
                              "[127.0.0.1:5",
                              "[:5",
                              "localhost]:5",
                              "[]:5",
                              "a]:5",
                              "unix:",
                              "unix:relative",
                              "no such host:1",
                              "127.0.0.1:+1",
                              "unix:/" + std::string(200, 'x')};
  for (const std::string& text : kBad) {
    const auto address = ResolveListenAddress(text);
    EXPECT_EQ(address.status().code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_THAT(Message(address.status()), HasSubstr("give host:port, [address]:port or unix:/path")) << text;
  }
  EXPECT_THAT(Message(ResolveListenAddress("evil\x1b[31m").status()), ::testing::Not(HasSubstr("\x1b")));
}

TEST_F(ListenerTest, ReportsThePortThatTheSystemChose) {
  const auto listener = Open("127.0.0.1:0");
  ASSERT_TRUE(listener.ok()) << listener.status();
  EXPECT_THAT(listener->address(), MatchesRegex("127\\.0\\.0\\.1:[1-9][0-9]*"));
}

TEST_F(ListenerTest, ListensOnIpv6) {
  const auto listener = Open("[::1]:0");
  if (!listener.ok()) GTEST_SKIP() << "no IPv6 on this machine: " << listener.status();
  EXPECT_THAT(listener->address(), MatchesRegex("\\[::1\\]:[1-9][0-9]*"));
}

TEST_F(ListenerTest, TheSocketIsNonBlockingClosedOnExecAndWithoutDelay) {
  const auto listener = Open("127.0.0.1:0");
  ASSERT_TRUE(listener.ok()) << listener.status();
  EXPECT_NE(fcntl(listener->fd(), F_GETFL) & O_NONBLOCK, 0);
  EXPECT_NE(fcntl(listener->fd(), F_GETFD) & FD_CLOEXEC, 0);
  const auto option = [&](int level, int name) {
    int value = -1;
    socklen_t size = sizeof value;
    getsockopt(listener->fd(), level, name, &value, &size);
    return value;
  };
  EXPECT_NE(option(IPPROTO_TCP, TCP_NODELAY), 0);
  EXPECT_EQ(option(SOL_SOCKET, SO_REUSEPORT), 0);
}

TEST_F(ListenerTest, TwoCannotShareAPort) {
  const auto first = Open("127.0.0.1:0");
  ASSERT_TRUE(first.ok()) << first.status();
  const auto second = Open(first->address());
  EXPECT_EQ(second.status().code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(Message(second.status()), HasSubstr(first->address() + " is already in use"));
}

TEST_F(ListenerTest, APortIsFreeAgainAtOnce) {
  std::string address;
  {
    const auto first = Open("127.0.0.1:0");
    ASSERT_TRUE(first.ok()) << first.status();
    address = first->address();
  }
  EXPECT_TRUE(Open(address).ok());
}

TEST_F(ListenerTest, AnAddressOfAnotherMachineIsRefused) {
  const auto listener = Open("192.0.2.1:0");  // RFC 5737: reserved for documentation
  EXPECT_EQ(listener.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(Message(listener.status()), HasSubstr("is not an address of this machine"));
}

TEST_F(ListenerTest, ASocketFileIsRemovedAtTheEnd) {
  {
    const auto listener = Open("unix:" + Path());
    ASSERT_TRUE(listener.ok()) << listener.status();
    EXPECT_EQ(listener->address(), "unix:" + Path());
    EXPECT_TRUE(std::filesystem::is_socket(Path()));
  }
  EXPECT_FALSE(std::filesystem::exists(Path()));
}

TEST_F(ListenerTest, KeepsTheSocketFileOfANewerProcess) {
  auto first = Open("unix:" + Path());
  ASSERT_TRUE(first.ok()) << first.status();
  std::filesystem::remove(Path());
  const auto second = Open("unix:" + Path());
  ASSERT_TRUE(second.ok()) << second.status();
  { const Listener ends = *std::move(first); }
  EXPECT_TRUE(std::filesystem::is_socket(Path()));
}

TEST_F(ListenerTest, ASocketFileHasTheRequestedPermissions) {
  for (const mode_t mode : {kDefaultUnixSocketMode, mode_t{0600}, mode_t{0777}}) {
    auto address = ResolveListenAddress("unix:" + Path());
    address->unix_mode = mode;
    const auto listener = Listener::Open(*address);
    ASSERT_TRUE(listener.ok()) << listener.status();
    EXPECT_EQ(static_cast<mode_t>(std::filesystem::status(Path()).permissions()), mode);
  }
}

TEST_F(ListenerTest, ASocketFileInUseIsRefused) {
  const auto first = Open("unix:" + Path());
  ASSERT_TRUE(first.ok()) << first.status();
  const auto second = Open("unix:" + Path());
  EXPECT_EQ(second.status().code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(Message(second.status()), HasSubstr("is already in use"));
  EXPECT_TRUE(std::filesystem::is_socket(Path())) << "the first one's file must stay";
}

TEST_F(ListenerTest, ASocketFileOfADeadProcessIsReplaced) {
  const auto address = ResolveListenAddress("unix:" + Path());
  const int dead = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(dead, address->candidates[0].get(), address->candidates[0].length), 0);
  close(dead);  // as at the end of a process: the socket file remains
  ASSERT_TRUE(std::filesystem::is_socket(Path()));
  const auto listener = Open("unix:" + Path());
  EXPECT_TRUE(listener.ok()) << listener.status();
}

TEST_F(ListenerTest, KeepsOtherFilesAtThePath) {
  std::ofstream(Path()) << "precious";
  const auto listener = Open("unix:" + Path());
  EXPECT_EQ(listener.status().code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(Message(listener.status()), HasSubstr("is not a socket"));
  EXPECT_EQ(std::filesystem::file_size(Path()), 8u);
}

TEST_F(ListenerTest, AMissingFolderIsAnError) {
  const auto listener = Open("unix:" + folder_ + "/none/socket");
  EXPECT_EQ(listener.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(Message(listener.status()), HasSubstr("No such file"));
}

TEST_F(ListenerTest, AnAcceptorPassesConnectionsUntilItIsDestroyed) {
  const auto address = ResolveListenAddress("unix:" + Path());
  std::promise<int> accepted;
  {
    EventThread thread;
    Acceptor acceptor(*Open("unix:" + Path()), {.take = [&](int, int connection) { accepted.set_value(connection); }},
                      thread);
    const int client = socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(connect(client, address->candidates[0].get(), address->candidates[0].length), 0);
    const int connection = accepted.get_future().get();
    EXPECT_NE(fcntl(connection, F_GETFL) & O_NONBLOCK, 0);
    EXPECT_NE(fcntl(connection, F_GETFD) & FD_CLOEXEC, 0);
    close(connection);
    close(client);
  }
  const int late = socket(AF_UNIX, SOCK_STREAM, 0);
  EXPECT_NE(connect(late, address->candidates[0].get(), address->candidates[0].length), 0);
  close(late);
}

TEST_F(ListenerTest, AnAcceptorContinuesOnceDescriptorsAreFree) {
  const auto address = ResolveListenAddress("unix:" + Path());
  cpsizer::testing::LogLines lines;
  std::promise<int> accepted;
  EventThread thread;
  Acceptor acceptor(*Open("unix:" + Path()), {.take = [&](int, int connection) { accepted.set_value(connection); }},
                    thread);
  const int client = socket(AF_UNIX, SOCK_STREAM, 0);
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const int free = dup(client);
  close(free);
  const rlimit none_left = {static_cast<rlim_t>(free), before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none_left), 0);
  EXPECT_EQ(connect(client, address->candidates[0].get(), address->candidates[0].length), 0);
  lines.WaitFor("cannot accept connections; retrying");
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  close(accepted.get_future().get());
  close(client);
}

}  // namespace
}  // namespace cpsizer::server
