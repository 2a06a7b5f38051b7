#include "server/rpc/in_flight_limit.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace cpsizer::server {
namespace {

TEST(InFlightLimitTest, RefusesAtTheLimitUntilLeave) {
  InFlightLimit limit(2);
  EXPECT_TRUE(limit.TryEnter());
  EXPECT_TRUE(limit.TryEnter());
  EXPECT_FALSE(limit.TryEnter());
  EXPECT_EQ(limit.count(), 2);
  limit.Leave();
  EXPECT_TRUE(limit.TryEnter());
}

TEST(InFlightLimitTest, NeverExceedsTheLimitWithManyThreads) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 10'000;
  InFlightLimit limit(kThreads - 1);
  std::atomic<int> inside{0};
  std::atomic<int> entered{0};
  std::atomic<bool> exceeded{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < kRounds; ++round) {
        if (!limit.TryEnter()) continue;
        if (++inside > limit.limit()) exceeded = true;
        ++entered;
        --inside;
        limit.Leave();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(exceeded);
  EXPECT_GT(entered, 0);
  EXPECT_EQ(limit.count(), 0);
}

TEST(InFlightLimitTest, ARefusalNeverCausesAnotherRefusal) {
  InFlightLimit limit(1);
  ASSERT_TRUE(limit.TryEnter());
  EXPECT_FALSE(limit.TryEnter());
  EXPECT_EQ(limit.count(), 1) << "a refusal must leave no trace";
}

}  // namespace
}  // namespace cpsizer::server
