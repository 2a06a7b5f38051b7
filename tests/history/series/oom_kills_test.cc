#include "client/history/series/oom_kills.h"

#include <gtest/gtest.h>

#include <cmath>

namespace cpsizer::history {
namespace {

constexpr uint32_t kCluster = 3;
constexpr uint32_t kPod = 7;

size_t CountOf(const OomKills& kills) {
  const OomKills::Kills* const found = kills.Of(kCluster);
  return found == nullptr ? 0 : found->size();
}

TEST(OomKillsTest, ATimeThatRepeatsItselfIsOneKill) {
  OomKills kills;
  EXPECT_EQ(CountOf(kills), 0u);
  for (const double seconds : {1000.5, 1000.5, 2000.0, 2000.0}) {
    EXPECT_EQ(kills.AddTime(kCluster, kPod, seconds), absl::OkStatus());
  }
  ASSERT_EQ(CountOf(kills), 2u);
  EXPECT_EQ(kills.Of(kCluster)->begin()->first, OomKills::Key(1'000'500, kPod));
  EXPECT_TRUE(std::isnan(kills.Of(kCluster)->begin()->second));
  EXPECT_EQ(kills.AddTime(kCluster, kPod, 1e12).code(), absl::StatusCode::kInvalidArgument) << "milliseconds";
}

TEST(OomKillsTest, MoreRestartsAreAKillAtTheTimeOfTheSample) {
  OomKills kills;
  EXPECT_EQ(kills.AddRestarts(kCluster, kPod, 1'000, 2), absl::OkStatus());
  EXPECT_EQ(kills.AddRestarts(kCluster, kPod, 2'000, 2), absl::OkStatus());
  EXPECT_EQ(kills.AddRestarts(kCluster, kPod, 3'000, 3), absl::OkStatus());
  EXPECT_EQ(kills.AddRestarts(kCluster, kPod + 1, 3'000, 0), absl::OkStatus()) << "not restarted";
  ASSERT_EQ(CountOf(kills), 2u);
  EXPECT_EQ(kills.Of(kCluster)->rbegin()->first, OomKills::Key(3'000, kPod));
}

TEST(OomKillsTest, TheLargerRequestOfTheSameKillCounts) {
  OomKills kills;
  for (const double request : {1.0, 3.0, 2.0}) EXPECT_EQ(kills.Add(kCluster, kPod, 1, request), absl::OkStatus());
  ASSERT_EQ(CountOf(kills), 1u);
  EXPECT_EQ(kills.Of(kCluster)->begin()->second, 3);
}

TEST(OomKillsTest, ARequestIsOfAPod) {
  OomKills kills;
  kills.SetRequest(kPod, 5);
  EXPECT_EQ(kills.RequestOf(kPod), 5);
  EXPECT_EQ(kills.RequestOf(kPod + 1), 0);
}

}  // namespace
}  // namespace cpsizer::history
