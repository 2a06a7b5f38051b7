#include "server/process/sharded_counters.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace cpsizer::server {
namespace {

TEST(ShardedCountersTest, EachCounterHasItsOwnSum) {
  // The counters need more than one cache line, and not a whole number of cache lines.
  constexpr size_t kCounters = 21;
  ShardedCounters counters(kCounters);
  for (size_t i = 0; i < kCounters; ++i) {
    for (size_t n = 0; n <= i; ++n) counters.Add(i, 10);
  }
  for (size_t i = 0; i < kCounters; ++i) EXPECT_EQ(counters.Sum(i), static_cast<int64_t>(10 * (i + 1))) << i;
}

TEST(ShardedCountersTest, CountsEverythingWhenThreadsShareACopy) {
  constexpr int kThreads = 3 * static_cast<int>(ShardedCounters::kShards);
  constexpr int kEach = 5'000;
  ShardedCounters counters(2);
  std::atomic<int> ready = 0;
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      // All threads start to count at the same time. Without this wait, the first thread would end before the last
      // thread begins.
      for (ready.fetch_add(1); ready.load() < kThreads;) std::this_thread::yield();
      for (int n = 0; n < kEach; ++n) {
        counters.Add(0, 1);
        counters.Add(1, -2);
      }
    });
  }
  int64_t last = 0;
  while (last < kEach) {
    const int64_t sum = counters.Sum(0);
    ASSERT_GE(sum, last) << "counts are not lost";
    last = sum;
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counters.Sum(0), int64_t{kThreads} * kEach);
  EXPECT_EQ(counters.Sum(1), int64_t{-2} * kThreads * kEach);
}

TEST(ShardedCountersTest, AVisibleAdditionMakesEarlierAdditionsVisible) {
  constexpr size_t kBefore = 0;
  constexpr size_t kAfter = 1;
  ShardedCounters counters(2);
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  threads.reserve(2);
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      while (!stop) {
        counters.Add(kBefore, 1);
        counters.Add(kAfter, 1);
      }
    });
  }
  for (int i = 0; i < 20'000 && !::testing::Test::HasFailure(); ++i) {
    const int64_t after = counters.Sum(kAfter);
    EXPECT_GE(counters.Sum(kBefore), after);
  }
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counters.Sum(kBefore), counters.Sum(kAfter));
}

}  // namespace
}  // namespace cpsizer::server
