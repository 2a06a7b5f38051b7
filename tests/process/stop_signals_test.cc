#include "server/process/stop_signals.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <future>

#include "tests/testing/await.h"

namespace cpsizer::server {
namespace {

// A timeout that is longer than any test.
constexpr std::chrono::hours kLongTimeout{1};

void Send(int signal) {
  ASSERT_EQ(kill(getpid(), signal), 0);
}

TEST(StopSignalTest, ReturnsTheReceivedSignal) {
  for (const auto& [signal, name] : {std::pair(SIGTERM, "SIGTERM"), std::pair(SIGINT, "SIGINT")}) {
    HoldStopSignals();
    StopSignal stop(kLongTimeout, [] { FAIL() << "it was cancelled"; });
    Send(signal);
    EXPECT_EQ(stop.Wait(), name);
    EXPECT_EQ(stop.Wait(), name) << "for later callers";
  }
}

TEST(StopSignalTest, PollsWhileItWaits) {
  HoldStopSignals();
  StopSignal stop(kLongTimeout, [] { FAIL() << "it was cancelled"; });
  int polls = 0;
  const auto poll = [&polls] {
    if (++polls == 3) Send(SIGTERM);
  };
  EXPECT_EQ(stop.Wait(std::chrono::microseconds(1), poll), "SIGTERM");
  EXPECT_GE(polls, 3);
  polls = 0;
  EXPECT_EQ(stop.Wait(std::chrono::microseconds(1), poll), "SIGTERM") << "for later callers";
  EXPECT_EQ(polls, 0);
}

TEST(StopSignalTest, ExpiresWithoutAWaitingThread) {
  HoldStopSignals();
  std::promise<void> bitten;
  const StopSignal stop(std::chrono::milliseconds(1), [&] { bitten.set_value(); });
  Send(SIGTERM);
  EXPECT_TRUE(testing::Await(bitten));
}

TEST(StopSignalTest, ExpiresWhenAProcessHangsWhileItEnds) {
  HoldStopSignals();
  std::promise<void> bitten;
  StopSignal stop(std::chrono::milliseconds(1), [&] { bitten.set_value(); });
  stop.StopWaiting();
  EXPECT_EQ(stop.Wait(), "");
  Send(SIGTERM);
  EXPECT_TRUE(testing::Await(bitten));
}

TEST(StopSignalTest, ASecondSignalEndsTheProcessAfterDestruction) {
  HoldStopSignals();
  {
    StopSignal stop(kLongTimeout, [] { FAIL() << "it was cancelled"; });
    Send(SIGTERM);
    stop.Wait();
  }
  sigset_t held;
  ASSERT_EQ(pthread_sigmask(SIG_BLOCK, nullptr, &held), 0);
  EXPECT_EQ(sigismember(&held, SIGTERM), 0);
  EXPECT_EQ(sigismember(&held, SIGINT), 0);
}

TEST(StopSignalTest, DestructorHasNoEffectWithoutASignal) {
  HoldStopSignals();
  std::atomic<bool> bitten{false};
  {
    const StopSignal stop(std::chrono::nanoseconds(0), [&] { bitten = true; });
  }
  EXPECT_FALSE(bitten);
}

}  // namespace
}  // namespace cpsizer::server
