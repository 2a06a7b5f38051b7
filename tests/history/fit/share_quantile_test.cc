// Tests the quantiles of shares: their error, and the bootstrap.
#include "client/history/fit/share_quantile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace cpsizer::history {
namespace {

constexpr double kError = 0.005;

ShareCounts CountsOf(const std::vector<double>& shares) {
  ShareCounts counts = {};
  for (const double share : shares) ++counts[static_cast<size_t>(ShareBin(share))];
  return counts;
}

// Returns `count` shares from `low` to `high`, at random.
std::vector<double> SharesBetween(double low, double high, int count, std::mt19937_64& random) {
  std::uniform_real_distribution<double> share(low, high);
  std::vector<double> shares;
  for (int i = 0; i < count; ++i) shares.push_back(share(random));
  return shares;
}

TEST(ShareQuantileTest, BinsCoverZeroToOne) {
  EXPECT_EQ(ShareBin(0), 0);
  EXPECT_EQ(ShareBin(0.0049), 0);
  EXPECT_EQ(ShareBin(0.0051), 1);
  EXPECT_EQ(ShareBin(1), kShareBins - 1);
}

TEST(ShareQuantileTest, ErrorIsBelowTheWidthOfABin) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 50; ++round) {
    std::vector<double> all;
    std::vector<ShareCounts> clusters;
    for (int cluster = 0; cluster < 6; ++cluster) {
      const std::vector<double> shares = SharesBetween(0.02 * round / 2, 0.5 + 0.01 * round, 200, random);
      clusters.push_back(CountsOf(shares));
      all.insert(all.end(), shares.begin(), shares.end());
    }
    std::vector<const ShareCounts*> pointers;
    for (const ShareCounts& counts : clusters) pointers.push_back(&counts);
    std::sort(all.begin(), all.end());
    const ShareQuantile quantile(pointers);
    for (const double part : {0.05, 0.5, 0.95}) {
      EXPECT_NEAR(quantile.Of(part), all[static_cast<size_t>(part * static_cast<double>(all.size()))], kError);
    }
  }
}

TEST(ShareQuantileTest, EqualClustersHaveANarrowInterval) {
  const ShareCounts counts = CountsOf(std::vector<double>(100, 0.502));
  const ShareQuantile quantile(std::vector<const ShareCounts*>(6, &counts));
  const Interval interval = quantile.Bootstrap(0.05, 100, 1);
  EXPECT_EQ(interval.low, interval.high);
  EXPECT_NEAR(interval.low, 0.502, kError);
}

TEST(ShareQuantileTest, DifferentClustersHaveAWideInterval) {
  std::vector<ShareCounts> clusters;
  for (int i = 0; i < 10; ++i) clusters.push_back(CountsOf(std::vector<double>(100, 0.302 + 0.05 * i)));
  std::vector<const ShareCounts*> pointers;
  for (const ShareCounts& counts : clusters) pointers.push_back(&counts);
  const ShareQuantile quantile(pointers);
  const Interval interval = quantile.Bootstrap(0.05, 1'000, 1);
  EXPECT_NEAR(quantile.Of(0.05), 0.302, kError);
  // With 10 clusters, one third of the samples of clusters are without the first one.
  EXPECT_NEAR(interval.low, 0.302, kError);
  EXPECT_GE(interval.high, 0.34);
}

TEST(ShareQuantileTest, TheSeedDecidesTheInterval) {
  std::mt19937_64 random(2);
  std::vector<ShareCounts> clusters;
  for (int i = 0; i < 7; ++i) clusters.push_back(CountsOf(SharesBetween(0.01 * i, 0.5 + 0.05 * i, 50, random)));
  std::vector<const ShareCounts*> pointers;
  for (const ShareCounts& counts : clusters) pointers.push_back(&counts);
  const ShareQuantile quantile(pointers);
  const Interval first = quantile.Bootstrap(0.05, 200, 7);
  const Interval again = quantile.Bootstrap(0.05, 200, 7);
  EXPECT_EQ(first.low, again.low);
  EXPECT_EQ(first.high, again.high);
  EXPECT_LE(first.low, quantile.Of(0.05));
  EXPECT_GE(first.high, quantile.Of(0.05));
}

}  // namespace
}  // namespace cpsizer::history
