#include "server/process/port_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "server/process/listener.h"

namespace cpsizer::server {
namespace {

using ::testing::HasSubstr;

SocketAddress AddressOf(const Listener& listener) {
  return ResolveListenAddress(listener.address())->candidates[0];
}

Listener Open() {
  return *Listener::Open(*ResolveListenAddress("127.0.0.1:0"));
}

// Polls until `done` returns true. The time of the probe advances by one millisecond each time.
void PollUntil(PortProbe& probe, const std::function<bool()>& done) {
  static PortProbe::Clock::time_point now;
  while (!done()) {
    probe.Poll(now += std::chrono::milliseconds(1));
    std::this_thread::yield();
  }
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

// A probe of this kind fails only if the port refuses connections.
constexpr PortProbe::Options kPatient = {std::chrono::milliseconds(1), std::chrono::hours(1000), 1};
constexpr PortProbe::Options kImpatient = {std::chrono::milliseconds(1), std::chrono::milliseconds(20), 3};

TEST(PortProbeTest, APortThatAnswersIsAlive) {
  Listener listener = Open();
  const SocketAddress target = AddressOf(listener);
  const Accepting accepting(std::move(listener));
  PortProbe probe(target, kPatient);
  PollUntil(probe, [&] {
    EXPECT_TRUE(probe.Check().ok());
    return accepting.seen() >= 10;
  });
}

TEST(PortProbeTest, APortWithoutAnAcceptingProcessIsDead) {
  const Listener listener = Open();
  PortProbe probe(AddressOf(listener), kImpatient);
  PollUntil(probe, [&] { return !probe.Check().ok(); });
  const absl::Status status = probe.Check();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("connections to " + listener.address() + " got no response"));
}

TEST(PortProbeTest, AClosedPortIsDeadUntilItIsOpenAgain) {
  absl::optional<Listener> listener = Open();
  const SocketAddress target = AddressOf(*listener);
  const std::string address = listener->address();
  listener.reset();
  PortProbe probe(target, kPatient);
  PollUntil(probe, [&] { return !probe.Check().ok(); });
  const Accepting accepting(*Listener::Open(*ResolveListenAddress(address)));
  PollUntil(probe, [&] { return probe.Check().ok(); });
}

TEST(PortProbeTest, ProbesAfterEachIntervalAndFailsAfterEachTimeout) {
  using std::chrono::seconds;
  const Listener listener = Open();
  PortProbe probe(AddressOf(listener), {seconds(10), seconds(5), 3});
  const auto failed_after = [&probe](int64_t second) {
    probe.Poll(PortProbe::Clock::time_point() + seconds(second));
    return !probe.Check().ok();
  };
  for (int64_t second = 0; second < 25; ++second) EXPECT_FALSE(failed_after(second)) << second;
  EXPECT_TRUE(failed_after(25)) << "probes began at 0, 10 and 20 s";
}

TEST(PortProbeTest, AUnixSocketIsProbedToo) {
  const std::string path = ::testing::TempDir() + "cpsizer-probe-" + std::to_string(getpid());
  Listener listener = *Listener::Open(*ResolveListenAddress("unix:" + path));
  const SocketAddress target = AddressOf(listener);
  const Accepting accepting(std::move(listener));
  PortProbe probe(target, kPatient);
  PollUntil(probe, [&] { return accepting.seen() >= 3; });
  EXPECT_TRUE(probe.Check().ok());
}

}  // namespace
}  // namespace cpsizer::server
