#include "server/process/histogram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>
#include <utility>
#include <vector>

namespace cpsizer::server {
namespace {

constexpr int64_t kBounds[] = {10, 20, 40};

using Buckets = std::vector<std::pair<double, uint64_t>>;

Buckets BucketsOf(const prometheus::ClientMetric::Histogram& collected) {
  Buckets buckets;
  for (const auto& bucket : collected.bucket) buckets.emplace_back(bucket.upper_bound, bucket.cumulative_count);
  return buckets;
}

TEST(HistogramTest, AnAmountIsInTheFirstBucketThatHoldsIt) {
  Histogram histogram({kBounds, 1});
  for (const int64_t amount : {0, 10, 11, 20, 40, 41, 1'000}) histogram.Observe(amount);
  const auto collected = histogram.Collect();
  EXPECT_EQ(BucketsOf(collected), (Buckets{{10, 2}, {20, 4}, {40, 5}, {INFINITY, 7}}));
  EXPECT_EQ(collected.sample_count, 7u);
  EXPECT_EQ(collected.sample_sum, 1'122);
}

TEST(HistogramTest, BoundsAndSumAreInTheUnitOfTheMetric) {
  Histogram histogram({kBounds, 0.5});
  histogram.Observe(30);
  const auto collected = histogram.Collect();
  EXPECT_EQ(BucketsOf(collected), (Buckets{{5, 0}, {10, 0}, {20, 1}, {INFINITY, 1}}));
  EXPECT_EQ(collected.sample_sum, 15);
}

TEST(HistogramTest, NothingIsLostBetweenThreads) {
  constexpr int kThreads = 4;
  constexpr int kEach = 20'000;
  Histogram histogram({kBounds, 1});
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int amount = 0; amount < kEach; ++amount) histogram.Observe(amount % 50);
    });
  }
  uint64_t last = 0;
  for (int i = 0; i < 100; ++i) {
    const uint64_t count = histogram.Collect().sample_count;
    EXPECT_GE(count, last);
    last = count;
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(histogram.Collect().sample_count, static_cast<uint64_t>(kThreads * kEach));
  EXPECT_EQ(histogram.Collect().sample_sum, kThreads * kEach / 50 * (49 * 50 / 2));
}

}  // namespace
}  // namespace cpsizer::server
