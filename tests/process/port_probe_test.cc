#include "server/process/port_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "server/process/listener.h"

namespace cpsizer::server {
namespace {

using ::testing::HasSubstr;

constexpr PortProbe::Options kFast = {std::chrono::milliseconds(1), std::chrono::milliseconds(20), 3};

SocketAddress AddressOf(const Listener& listener) {
  return ResolveListenAddress(listener.address())->candidates[0];
}

Listener Open() {
  return *Listener::Open(*ResolveListenAddress("127.0.0.1:0"));
}

// Checks repeatedly until the result is `wanted`. This function has no timeout. If the result never changes, the test
// times out.
absl::Status WaitUntil(const PortProbe& probe, bool wanted) {
  absl::Status status = probe.Check();
  while (status.ok() != wanted) {
    std::this_thread::yield();
    status = probe.Check();
  }
  return status;
}

// Accepts connections, and closes a connection when its client has ended its stream, as gRPC does with and without TLS.
class Accepting {
 public:
  explicit Accepting(Listener listener) : listener_(std::move(listener)), thread_([this] { Run(); }) {}
  ~Accepting() {
    stopping_ = true;
    thread_.join();
  }

  int seen() const { return seen_; }

 private:
  void Run() {
    while (!stopping_) {
      pollfd waiting = {listener_.fd(), POLLIN, 0};
      if (poll(&waiting, 1, /*timeout_ms=*/1) <= 0) continue;
      const int connection = accept4(listener_.fd(), nullptr, nullptr, SOCK_CLOEXEC);
      char byte;
      recv(connection, &byte, 1, 0);
      close(connection);
      ++seen_;
    }
  }

  const Listener listener_;
  std::atomic<bool> stopping_ = false;
  std::atomic<int> seen_ = 0;
  std::thread thread_;
};

TEST(PortProbeTest, APortThatAnswersIsAlive) {
  Listener listener = Open();
  const SocketAddress target = AddressOf(listener);
  const Accepting accepting(std::move(listener));
  const PortProbe probe(target, {std::chrono::milliseconds(1), std::chrono::minutes(1), 1});
  while (accepting.seen() < 10) {
    EXPECT_TRUE(probe.Check().ok());
    std::this_thread::yield();
  }
}

TEST(PortProbeTest, APortWithoutAnAcceptingProcessIsDead) {
  const Listener listener = Open();
  const PortProbe probe(AddressOf(listener), kFast);
  const absl::Status status = WaitUntil(probe, false);
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("connections to " + listener.address() + " got no response"));
}

TEST(PortProbeTest, AClosedPortIsDeadUntilItIsOpenAgain) {
  absl::optional<Listener> listener = Open();
  const SocketAddress target = AddressOf(*listener);
  const std::string address = listener->address();
  listener.reset();
  const PortProbe probe(target, kFast);
  EXPECT_FALSE(WaitUntil(probe, false).ok());
  const Accepting accepting(*Listener::Open(*ResolveListenAddress(address)));
  EXPECT_TRUE(WaitUntil(probe, true).ok());
}

TEST(PortProbeTest, OneFailureIsNotEnough) {
  const Listener listener = Open();
  const PortProbe probe(AddressOf(listener), {std::chrono::minutes(10), std::chrono::milliseconds(1), 2});
  for (int i = 0; i < 1'000; ++i) EXPECT_TRUE(probe.Check().ok());
}

TEST(PortProbeTest, DestructorDoesNotWaitForAnAnswer) {
  const Listener listener = Open();
  const PortProbe probe(AddressOf(listener), {std::chrono::hours(1), std::chrono::hours(1), 1});
  EXPECT_TRUE(probe.Check().ok());
}

}  // namespace
}  // namespace cpsizer::server
