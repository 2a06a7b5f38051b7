// The OOM kills of VpaRecommender, and when it deletes its state.
#include <gtest/gtest.h>

#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/history/recommender/amount.h"
#include "client/history/recommender/buckets.h"
#include "client/history/recommender/vpa_recommender.h"
#include "tests/history/recommender/plain_recommender.h"

namespace cpsizer::history {
namespace {

TEST(VpaRecommenderOomTest, AnOomKillIsAPeakAboveTheRequestAndTheUsage) {
  constexpr double kMebibyte = 1024 * 1024;
  struct Case {
    absl::string_view name;
    double peak, request;
    std::vector<int> kills;  // minutes since the peak
    double largest;
  };
  const Case cases[] = {
      {"a fifth more than the usage", 1000 * kMebibyte, 0, {1}, 1200 * kMebibyte},
      {"a fifth more than the request", 1000 * kMebibyte, 2000 * kMebibyte, {1}, 2400 * kMebibyte},
      {"at least 100Mi more", 100 * kMebibyte, 0, {1}, 200 * kMebibyte},
      {"several kills do not add up", 1000 * kMebibyte, 0, {1, 2, 3}, 1200 * kMebibyte},
      {"a kill before the last sample counts", 1000 * kMebibyte, 0, {-60}, 1200 * kMebibyte},
      {"a kill an interval before the last sample does not", 1000 * kMebibyte, 0, {-24 * 60 - 1}, 1000 * kMebibyte},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const RecommenderOptions options = Plain(1);
    VpaRecommender recommender(options);
    recommender.AddMemory(0, kBegin, c.peak);
    for (const int minutes : c.kills) recommender.AddOomKill(0, kBegin + absl::Minutes(minutes), c.request);
    EXPECT_EQ(recommender.Recommend().memory_bytes, After(Buckets::Memory(), AmountFrom(c.largest)));
  }
}

// Samples before the last one are ignored, and a kill is the last one even if it is older.
TEST(VpaRecommenderOomTest, AnOomKillMovesTheTimeOfTheLastSample) {
  for (const int minutes : {60, -60}) {
    const RecommenderOptions options = Plain(1);
    VpaRecommender recommender(options);
    recommender.AddMemory(0, kBegin, 1e9);
    recommender.AddOomKill(0, kBegin + absl::Minutes(minutes), 0);
    recommender.AddMemory(0, kBegin + absl::Minutes(minutes / 2), 5e9);
    EXPECT_EQ(recommender.Recommend().memory_bytes,
              After(Buckets::Memory(), minutes > 0 ? 1'200'000'000 : 5'000'000'000));
  }
}

// As upstream, a deletion does not end the window of a pod, so a smaller sample in it does not count.
TEST(VpaRecommenderOomTest, ADeletionKeepsTheWindows) {
  RecommenderOptions options = Plain(1);
  options.memory_aggregation_interval_count = 1;
  VpaRecommender recommender(options);
  recommender.AddMemory(0, kBegin, 8e9);
  recommender.AddCpu(0, kBegin + absl::Hours(6), 8);
  recommender.AddMemory(0, kBegin + absl::Hours(25), 8e9);
  recommender.AddMemory(0, kBegin + absl::Hours(31), 1e9);
  EXPECT_EQ(recommender.Recommend(), (Recommendation{0, 0}));
}

TEST(VpaRecommenderOomTest, StateIsDeletedWithoutACpuSampleInTheIntervals) {
  for (const int count : {2, 3}) {
    RecommenderOptions options = Plain(1);
    options.memory_aggregation_interval_count = count;
    VpaRecommender recommender(options);
    recommender.AddCpu(0, kBegin, 8);
    recommender.AddMemory(0, kBegin, 8e9);
    recommender.AddMemory(0, kBegin + absl::Hours(48), 1e9);
    EXPECT_EQ(recommender.Recommend(),
              count == 2 ? (Recommendation{0, After(Buckets::Memory(), 1'000'000'000)})
                         : (Recommendation{After(Buckets::Cpu(), 8000), After(Buckets::Memory(), 8'000'000'000)}));
  }
}

// A history without CPU does not show that the recommender had no CPU.
TEST(VpaRecommenderOomTest, StateWithoutCpuIsNotDeleted) {
  const RecommenderOptions options = Plain(1);
  VpaRecommender recommender(options);
  recommender.AddMemory(0, kBegin, 8e9);
  recommender.AddMemory(0, kBegin + absl::Hours(24 * 9), 1e9);
  EXPECT_EQ(recommender.Recommend().memory_bytes, After(Buckets::Memory(), 8'000'000'000));
}

}  // namespace
}  // namespace cpsizer::history
