#include "server/process/admin/open_connections.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace cpsizer::server {
namespace {

constexpr absl::Time kOpenConnectionsNow = absl::UnixEpoch();

int NewSocket() {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

TEST(OpenConnectionsTest, RefusesPastTheLimitAndCountsWhatItRefused) {
  OpenConnections connections(2);
  const int sockets[] = {NewSocket(), NewSocket(), NewSocket()};
  EXPECT_TRUE(connections.Add(sockets[0], kOpenConnectionsNow));
  EXPECT_TRUE(connections.Add(sockets[1], kOpenConnectionsNow));
  EXPECT_FALSE(connections.Add(sockets[2], kOpenConnectionsNow));
  EXPECT_EQ(connections.Count(), 2u);
  EXPECT_EQ(connections.limit(), 2u);
  EXPECT_EQ(connections.refused(), 1);
  for (const int fd : sockets) close(fd);
  EXPECT_EQ(connections.Count(), 0u);
}

TEST(OpenConnectionsTest, AClosedConnectionIsRemovedAtTheNextCheck) {
  OpenConnections connections(1);
  const int first = NewSocket();
  const int second = NewSocket();
  ASSERT_TRUE(connections.Add(first, kOpenConnectionsNow));
  EXPECT_FALSE(connections.Add(second, kOpenConnectionsNow)) << "checked, and the first one is open";
  close(first);
  EXPECT_FALSE(connections.Add(second, kOpenConnectionsNow + OpenConnections::kPause - absl::Nanoseconds(1)));
  EXPECT_TRUE(connections.Add(second, kOpenConnectionsNow + OpenConnections::kPause));
  close(second);
}

TEST(OpenConnectionsTest, AReusedDescriptorIsAnotherConnection) {
  OpenConnections connections(1);
  const int first = NewSocket();
  ASSERT_TRUE(connections.Add(first, kOpenConnectionsNow));
  close(first);
  const int second = NewSocket();
  ASSERT_EQ(second, first) << "the system gives the lowest free number";
  EXPECT_TRUE(connections.Add(second, kOpenConnectionsNow));
  EXPECT_EQ(connections.Count(), 1u);
  close(second);
}

TEST(OpenConnectionsTest, AFileWithTheNumberOfAClosedConnectionDoesNotCount) {
  OpenConnections connections(1);
  const int connection = NewSocket();
  ASSERT_TRUE(connections.Add(connection, kOpenConnectionsNow));
  close(connection);
  const int other = dup(STDERR_FILENO);
  ASSERT_EQ(other, connection);
  EXPECT_EQ(connections.Count(), 0u);
  close(other);
}

TEST(OpenConnectionsTest, CountsWhileConnectionsOpenAndClose) {
  constexpr int kRounds = 2'000;
  OpenConnections connections(kRounds);
  std::atomic<bool> done{false};
  std::thread reader([&] {
    while (!done) EXPECT_LE(connections.Count(), 1u);
  });
  for (int i = 0; i < kRounds; ++i) {
    const int fd = NewSocket();
    EXPECT_TRUE(connections.Add(fd, kOpenConnectionsNow));
    close(fd);
  }
  done = true;
  reader.join();
  EXPECT_EQ(connections.Count(), 0u);
}

TEST(OpenConnectionsTest, ReservesDescriptorsForOtherUses) {
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const auto fit = [&](rlim_t descriptors, int wanted) {
    const rlimit few = {descriptors, before.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
    return ConnectionsThatFit(wanted);
  };
  EXPECT_EQ(fit(1'024, 500), 500);
  EXPECT_EQ(fit(1'024, 16'000), 896);
  EXPECT_EQ(fit(100, 16'000), 50) << "half of them, where there are few";
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace cpsizer::server
