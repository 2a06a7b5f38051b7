#include "client/history/replay/demand_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace cpsizer::history {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kMillisecondsOfHour = 3'600'000;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// A source that expects that each sample is valid.
class Source {
 public:
  explicit Source(SeriesKind kind) : source_(kind, options_) {}

  // Returns whether the sample was used.
  bool Add(int64_t hours, double memory, double cpu, uint32_t pod = Sample::kNoPod) {
    bool used = false;
    const absl::Status status = source_.Add({hours * kMillisecondsOfHour, 0, pod, memory, cpu}, used);
    EXPECT_TRUE(status.ok()) << status;
    return used;
  }
  absl::Status StatusOf(double memory, double cpu, uint32_t pod = Sample::kNoPod) {
    bool used = false;
    return source_.Add({0, 0, pod, memory, cpu}, used);
  }
  Demand Of() const { return source_.Of(0); }

 private:
  const RecommenderOptions options_;
  DemandSource source_;
};

TEST(DemandSourceTest, TheLastRecommendationIsTheDemand) {
  Source source(SeriesKind::kDetect);
  EXPECT_TRUE(source.Add(0, 1000, 0.587));
  EXPECT_EQ(source.Of(), (Demand{1'000'000, 587'000'000}));
  EXPECT_TRUE(source.Add(1, 2000, 2));
  EXPECT_EQ(source.Of(), (Demand{2'000'000, 2'000'000'000}));
}

TEST(DemandSourceTest, RoundsToTheNearestThousandthOfAByteAndNanoCore) {
  Source source(SeriesKind::kRecommendation);
  source.Add(0, 1000.25, 0.1 + 0.2);
  EXPECT_EQ(source.Of(), (Demand{1'000'250, 300'000'000}));
  source.Add(1, 41.6 * (1 << 30), 2);
  EXPECT_EQ(source.Of(), (Demand{44'667'659'878'400, 2'000'000'000})) << "not more than 41.6Gi";
  source.Add(2, 9'007'199'254'740'991, 2);
  EXPECT_EQ(source.Of(), (Demand{9'007'199'254'740'991'000, 2'000'000'000}));
  source.Add(3, 1e18, 2);
  EXPECT_EQ(source.Of(), (Demand{INT64_MAX, 2'000'000'000}));
}

TEST(DemandSourceTest, AMissingAmountKeepsItsLastValueForItsLifetime) {
  Source source(SeriesKind::kRecommendation);
  source.Add(0, 1000, 2);
  source.Add(24, 3000, kNone);
  EXPECT_EQ(source.Of(), (Demand{3'000'000, 2'000'000'000}));
  source.Add(25, 3000, kNone);
  EXPECT_EQ(source.Of(), (Demand{3'000'000, Demand::kAbsent}));
  source.Add(26, kNone, 1);
  EXPECT_EQ(source.Of(), (Demand{3'000'000, 1'000'000'000}));
}

TEST(DemandSourceTest, ZeroIsADemand) {
  Source source(SeriesKind::kRecommendation);
  source.Add(0, 0, 0);
  EXPECT_EQ(source.Of(), (Demand{0, 0}));
}

TEST(DemandSourceTest, ASampleWithoutAmountIsIgnored) {
  Source source(SeriesKind::kDetect);
  EXPECT_FALSE(source.Add(0, kNone, kNone, /*pod=*/1));
  // The ignored sample did not decide the kind.
  EXPECT_TRUE(source.Add(0, 1, 1));
}

TEST(DemandSourceTest, TheKindSelectsSamples) {
  Source recommendations(SeriesKind::kRecommendation);
  EXPECT_FALSE(recommendations.Add(0, 1, 1, /*pod=*/0));
  EXPECT_TRUE(recommendations.Add(0, 1, 1));
  Source usage(SeriesKind::kUsage);
  EXPECT_TRUE(usage.Add(0, 1, 1, /*pod=*/0));
  EXPECT_TRUE(usage.Add(1, 1, 1));
}

TEST(DemandSourceTest, BothKindsCannotBeDetected) {
  for (const bool pod_first : {false, true}) {
    Source source(SeriesKind::kDetect);
    source.Add(0, 1, 1, pod_first ? 0 : Sample::kNoPod);
    const absl::Status status = source.StatusOf(1, 1, pod_first ? Sample::kNoPod : 0);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(status.message(), HasSubstr("--series=usage"));
  }
}

TEST(DemandSourceTest, AmountsOutOfRangeAreErrors) {
  const struct {
    double memory, cpu;
    const char* message;
  } kCases[] = {{-1, 1, "memory -1 is not in the range from 0 to 1e+18"},
                {2e18, 1, "memory 2e+18 is not in the range"},
                {INFINITY, 1, "memory inf is not in the range"},
                {1, -0.5, "cpu -0.5 is not in the range from 0 to 1e+09"},
                {1, 2e9, "cpu 2e+09 is not in the range"}};
  for (const auto& test : kCases) {
    Source source(SeriesKind::kDetect);
    const absl::Status status = source.StatusOf(test.memory, test.cpu);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << test.message;
    EXPECT_THAT(status.message(), HasSubstr(test.message));
  }
}

TEST(DemandSourceTest, UsageAfterTheTimesOfTheRecommenderIsAnError) {
  constexpr int64_t kHoursTo2200 = 2'016'144;
  for (const int64_t after : {-1, 0}) {
    const RecommenderOptions options;
    DemandSource source(SeriesKind::kUsage, options);
    bool used = false;
    const absl::Status status = source.Add({(kHoursTo2200 + after) * kMillisecondsOfHour, 0, 0, 1, 1}, used);
    EXPECT_EQ(status.ok(), after < 0) << status;
  }
}

// The recommender adds the samples of an instant before the kills.
TEST(DemandSourceTest, AnOomKillCountsAtTheNextSampleOfItsCluster) {
  constexpr uint32_t kPod = 1;
  OomKills kills;
  const auto hours = [](int64_t count) { return count * kMillisecondsOfHour; };
  for (const int64_t hour : {0, 2, 9}) EXPECT_TRUE(kills.AddTime(0, kPod, hours(hour) / 1e3).ok());
  kills.SetRequest(kPod, 4e9);
  const RecommenderOptions options;
  VpaRecommender expected(options);
  DemandSource with(SeriesKind::kUsage, options, &kills);
  DemandSource without(SeriesKind::kUsage, options);
  for (int64_t hour = 0; hour < 4; ++hour) {
    for (const uint32_t pod : {kPod, kPod + 1}) {
      bool used = false;
      EXPECT_TRUE(with.Add({hours(hour), 0, pod, 1e9, 1}, used).ok());
      EXPECT_TRUE(without.Add({hours(hour), 0, pod, 1e9, 1}, used).ok());
      if (hour == 3 && pod == kPod) expected.AddOomKill(kPod, absl::FromUnixMillis(hours(2)), 4e9);
      expected.AddCpu(pod, absl::FromUnixMillis(hours(hour)), 1);
      expected.AddMemory(pod, absl::FromUnixMillis(hours(hour)), 1e9);
    }
    EXPECT_EQ(with.oom_kills(), hour < 3 ? 0 : 1)
        << "not the kill at the first sample, and not that after the last one";
    EXPECT_EQ(with.Of(0) == without.Of(0), hour < 3) << hour;
  }
  EXPECT_EQ(with.Of(0).memory_millis, expected.Recommend().memory_bytes * 1000);
}

TEST(DemandSourceTest, UsageOfAllPodsGivesOneRecommendation) {
  // The histograms have the samples of both pods, as if they were those of one pod.
  RecommenderOptions options;
  VpaRecommender expected(options);
  Source source(SeriesKind::kDetect);
  for (int hour = 0; hour < 48; ++hour) {
    const uint32_t pod = static_cast<uint32_t>(hour % 2);
    source.Add(hour, 1e9 * (hour + 1), 0.1 * (hour + 1), pod);
    expected.AddMemory(pod, absl::FromUnixMillis(hour * kMillisecondsOfHour), 1e9 * (hour + 1));
    expected.AddCpu(pod, absl::FromUnixMillis(hour * kMillisecondsOfHour), 0.1 * (hour + 1));
  }
  const Recommendation recommendation = expected.Recommend();
  EXPECT_GT(recommendation.memory_bytes, 40'000'000'000);
  EXPECT_EQ(source.Of(), (Demand{recommendation.memory_bytes * 1000, recommendation.cpu_millicores * 1'000'000}));
}

}  // namespace
}  // namespace cpsizer::history
