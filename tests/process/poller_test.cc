#include "server/process/poller.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "tests/testing/await.h"

namespace cpsizer::server {
namespace {

TEST(PollerTest, PollsAgainAndAgain) {
  std::promise<void> third;
  int polls = 0;
  const Poller poller(std::chrono::microseconds(1), [&] {
    if (++polls == 3) third.set_value();
  });
  EXPECT_TRUE(testing::Await(third));
}

TEST(PollerTest, NeverPollsBeforeItsPeriodHasPassed) {
  std::atomic<int> polls{0};
  {
    const Poller poller(std::chrono::hours(1), [&] { ++polls; });
  }
  EXPECT_EQ(polls, 0);
}

TEST(PollerTest, DestructorWaitsForARunningPoll) {
  std::promise<void> begun;
  std::atomic<bool> ended{false};
  {
    bool first = true;
    const Poller poller(std::chrono::microseconds(1), [&] {
      if (!std::exchange(first, false)) return;
      begun.set_value();
      std::this_thread::yield();
      ended = true;
    });
    EXPECT_TRUE(testing::Await(begun));
  }
  EXPECT_TRUE(ended);
}

}  // namespace
}  // namespace cpsizer::server
