#include "server/process/token_bucket.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace cpsizer::server {
namespace {

constexpr absl::Duration kInterval = absl::Seconds(1);

TEST(TokenBucketTest, AllowsABurstAndCountsRefusals) {
  TokenBucket bucket(3, kInterval);
  const absl::Time now = absl::FromUnixSeconds(1'000);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(bucket.Take(now), 0) << i;
  for (int i = 0; i < 7; ++i) EXPECT_EQ(bucket.Take(now), absl::nullopt) << i;
  EXPECT_EQ(bucket.Take(now + kInterval - absl::Nanoseconds(1)), absl::nullopt);
  EXPECT_EQ(bucket.Take(now + kInterval), 8) << "counts what was held back";
  EXPECT_EQ(bucket.Take(now + kInterval), absl::nullopt);
  EXPECT_EQ(bucket.Take(now + 2 * kInterval), 1) << "and starts again";
}

TEST(TokenBucketTest, KeepsPartsOfAnInterval) {
  TokenBucket bucket(1, kInterval);
  const absl::Time now = absl::FromUnixSeconds(1'000);
  EXPECT_TRUE(bucket.Take(now).has_value());
  EXPECT_FALSE(bucket.Take(now + 0.6 * kInterval).has_value());
  EXPECT_TRUE(bucket.Take(now + 1.2 * kInterval).has_value());
  EXPECT_FALSE(bucket.Take(now + 1.9 * kInterval).has_value());
  EXPECT_TRUE(bucket.Take(now + 2.0 * kInterval).has_value());
}

TEST(TokenBucketTest, NeverContainsMoreThanTheBurst) {
  TokenBucket bucket(2, kInterval);
  const absl::Time now = absl::FromUnixSeconds(1'000);
  EXPECT_TRUE(bucket.Take(now).has_value());
  const absl::Time later = now + absl::Hours(100'000);
  EXPECT_TRUE(bucket.Take(later).has_value());
  EXPECT_TRUE(bucket.Take(later).has_value());
  EXPECT_FALSE(bucket.Take(later).has_value());
}

TEST(TokenBucketTest, AClockThatIsSetBackAddsNoTokens) {
  TokenBucket bucket(1, kInterval);
  const absl::Time now = absl::FromUnixSeconds(1'000);
  EXPECT_TRUE(bucket.Take(now).has_value());
  EXPECT_FALSE(bucket.Take(now - absl::Hours(1)).has_value());
  EXPECT_FALSE(bucket.Take(now).has_value());
  EXPECT_TRUE(bucket.Take(now + kInterval).has_value());
}

TEST(TokenBucketTest, ManyThreadsShareOneBurst) {
  TokenBucket bucket(50, kInterval);
  const absl::Time now = absl::FromUnixSeconds(1'000);
  std::atomic<int> through{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int event = 0; event < 1'000; ++event) through += bucket.Take(now).has_value() ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(through, 50);
}

}  // namespace
}  // namespace cpsizer::server
