#include "client/history/recommender/vpa_recommender.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/history/recommender/amount.h"
#include "tests/history/recommender/plain_recommender.h"

namespace cpsizer::history {
namespace {

Recommendation WithoutSamples(const RecommenderOptions& options) {
  return VpaRecommender(options).Recommend();
}

TEST(VpaRecommenderTest, RecommendsTheMinimumWithoutSamples) {
  EXPECT_EQ(WithoutSamples({}), (Recommendation{25, 262'144'000}));
}

TEST(VpaRecommenderTest, ContainersShareTheMinimum) {
  RecommenderOptions options;
  options.containers = 3;
  EXPECT_EQ(WithoutSamples(options), (Recommendation{8, 87'381'333}));
}

TEST(VpaRecommenderTest, LimitsTheMinimum) {
  RecommenderOptions options;
  options.pod_min_cpu_millicores = options.pod_min_memory_mb = kMaxAmount;
  EXPECT_EQ(WithoutSamples(options), (Recommendation{100'000'000'000'000, 100'000'000'000'000}));
}

TEST(VpaRecommenderTest, RoundsUpToMultiples) {
  struct Case {
    int64_t millicores, bytes;
    Recommendation rounded;
  };
  for (const Case& c : {Case{1, 1, {25, 262'144'000}}, Case{25, 1 << 20, {25, 262'144'000}},
                        Case{10, 1 << 30, {30, 1 << 30}}, Case{24, 262'143'999, {48, 524'287'998}}}) {
    RecommenderOptions options;
    options.round_cpu_millicores = c.millicores;
    options.round_memory_bytes = c.bytes;
    EXPECT_EQ(WithoutSamples(options), c.rounded) << c.millicores;
  }
}

TEST(VpaRecommenderTest, RoundingKeepsZero) {
  RecommenderOptions options = Plain(1);
  options.round_cpu_millicores = options.round_memory_bytes = 1000;
  EXPECT_EQ(WithoutSamples(options), (Recommendation{0, 0}));
}

TEST(VpaRecommenderTest, AddsTheMarginToThePercentile) {
  const RecommenderOptions options;
  VpaRecommender recommender(options);
  recommender.AddCpu(0, kBegin, 1);
  recommender.AddMemory(0, kBegin, 1e9);
  const int64_t cpu = After(Buckets::Cpu(), 1000), memory = After(Buckets::Memory(), 1'000'000'000);
  EXPECT_EQ(recommender.Recommend(), (Recommendation{cpu + cpu * 15 / 100, memory + memory * 15 / 100}));
}

TEST(VpaRecommenderTest, EachResourceHasItsPercentileAndHalfLife) {
  RecommenderOptions options = Plain(0.3);
  options.target_memory_percentile = 0.4;
  options.memory_half_life = absl::Hours(12);
  VpaRecommender recommender(options);
  for (const int day : {0, 1}) {
    recommender.AddCpu(0, kBegin + absl::Hours(24 * day), day + 1);
    recommender.AddMemory(0, kBegin + absl::Hours(24 * day), (day + 1) * 1e9);
  }
  // The weights are 1 and 2 for CPU, and 1 and 4 for memory.
  EXPECT_EQ(recommender.Recommend(),
            (Recommendation{After(Buckets::Cpu(), 1000), After(Buckets::Memory(), 2'000'000'000)}));
  options.target_cpu_percentile = 0.4;
  options.target_memory_percentile = 0.15;
  EXPECT_EQ(recommender.Recommend(),
            (Recommendation{After(Buckets::Cpu(), 2000), After(Buckets::Memory(), 1'000'000'000)}));
}

TEST(VpaRecommenderTest, LimitsUsageToAmounts) {
  const RecommenderOptions options = Plain(1);
  VpaRecommender recommender(options);
  recommender.AddCpu(0, kBegin, -1);
  recommender.AddMemory(0, kBegin, -1);
  EXPECT_EQ(recommender.Recommend(), (Recommendation{10, 10'000'000}));
  recommender.AddCpu(1, kBegin, INFINITY);
  recommender.AddMemory(1, kBegin, 1e300);
  EXPECT_EQ(recommender.Recommend(), (Recommendation{1'021'109, 1'021'109'408'904}));
}

TEST(VpaRecommenderTest, IgnoresNaN) {
  const RecommenderOptions options = Plain(1);
  VpaRecommender recommender(options);
  recommender.AddCpu(0, kBegin + absl::Hours(1), std::nan(""));
  recommender.AddMemory(0, kBegin + absl::Hours(1), std::nan(""));
  EXPECT_EQ(recommender.Recommend(), (Recommendation{0, 0}));
  // The ignored samples have no time that later samples are compared with.
  recommender.AddCpu(0, kBegin, 0);
  recommender.AddMemory(0, kBegin, 0);
  EXPECT_EQ(recommender.Recommend(), (Recommendation{10, 10'000'000}));
}

struct SampleCase {
  uint32_t pod;
  double hours;  // since kBegin
  double value;  // cores, or billions of bytes
};

struct SeriesCase {
  absl::string_view name;
  std::vector<SampleCase> samples;
  double smallest, largest;  // of the samples that count
};

TEST(VpaRecommenderTest, CountsEachCpuSampleThatIsNewer) {
  const SeriesCase cases[] = {
      {"each sample", {{0, 0, 1}, {0, 0.001, 2}}, 1, 2},
      {"not the same time again", {{0, 0, 1}, {0, 0, 2}}, 1, 1},
      {"no older sample", {{0, 1, 1}, {0, 0, 2}}, 1, 1},
      {"the times of another pod", {{0, 1, 1}, {1, 1, 2}, {2, 0, 3}}, 1, 3},
      {"the fraction of a millicore does not count", {{0, 0, 0.0099}}, 0.009, 0.009},
  };
  for (const SeriesCase& c : cases) {
    SCOPED_TRACE(c.name);
    RecommenderOptions options;
    VpaRecommender recommender(options);
    for (const SampleCase& sample : c.samples) {
      recommender.AddCpu(sample.pod, kBegin + sample.hours * absl::Hours(1), sample.value);
    }
    options = Plain(0);
    EXPECT_EQ(recommender.Recommend().cpu_millicores, After(Buckets::Cpu(), AmountFrom(c.smallest * 1000)));
    options = Plain(1);
    EXPECT_EQ(recommender.Recommend().cpu_millicores, After(Buckets::Cpu(), AmountFrom(c.largest * 1000)));
  }
}

TEST(VpaRecommenderTest, CountsTheMemoryPeakOfEachWindow) {
  const SeriesCase cases[] = {
      {"a larger sample replaces the peak", {{0, 0, 1}, {0, 1, 2}}, 2, 2},
      {"a smaller sample changes nothing", {{0, 0, 2}, {0, 1, 1}}, 2, 2},
      {"the first window has a whole interval", {{0, 0, 1}, {0, 23.999, 2}}, 2, 2},
      {"the next window begins at the end", {{0, 0, 1}, {0, 24, 2}}, 1, 2},
      {"a window begins at a multiple of the interval", {{0, 0, 1}, {0, 60, 2}, {0, 71.999, 3}}, 1, 3},
      {"after a gap, the window ends at a multiple of the interval", {{0, 0, 2}, {0, 60, 3}, {0, 72, 1}}, 1, 3},
      {"the same time again", {{0, 0, 1}, {0, 0, 2}}, 2, 2},
      {"no older sample", {{0, 1, 1}, {0, 0.5, 2}}, 1, 1},
      {"a discarded sample does not move the time", {{0, 1, 1}, {0, 0, 3}, {0, 0.5, 2}}, 1, 1},
      {"each pod has its windows", {{0, 0, 1}, {1, 1, 2}, {1, 24, 3}, {0, 24, 4}}, 1, 4},
      {"a peak of 0 stays", {{0, 0, 0}, {0, 1, 5}}, 0, 0},
      {"after a peak of 0, the next window counts", {{0, 0, 0}, {0, 1, 5}, {0, 24, 3}}, 0, 3},
  };
  for (const SeriesCase& c : cases) {
    SCOPED_TRACE(c.name);
    RecommenderOptions options;
    VpaRecommender recommender(options);
    for (const SampleCase& sample : c.samples) {
      recommender.AddMemory(sample.pod, kBegin + sample.hours * absl::Hours(1), sample.value * 1e9);
    }
    options = Plain(0);
    EXPECT_EQ(recommender.Recommend().memory_bytes, After(Buckets::Memory(), AmountFrom(c.smallest * 1e9)));
    options = Plain(1);
    EXPECT_EQ(recommender.Recommend().memory_bytes, After(Buckets::Memory(), AmountFrom(c.largest * 1e9)));
  }
}

// The end of the window decides the weight of a peak, not the time of the sample.
TEST(VpaRecommenderTest, AMemoryPeakHasTheWeightOfTheEndOfItsWindow) {
  RecommenderOptions options = Plain(0.3);
  VpaRecommender recommender(options);
  recommender.AddMemory(0, kBegin, 1e9);
  recommender.AddMemory(0, kBegin + absl::Hours(47), 2e9);
  EXPECT_EQ(recommender.Recommend().memory_bytes, After(Buckets::Memory(), 1'000'000'000));
  options.target_memory_percentile = 0.34;
  EXPECT_EQ(recommender.Recommend().memory_bytes, After(Buckets::Memory(), 2'000'000'000));
}

TEST(VpaRecommenderTest, TheIntervalIsAnOption) {
  RecommenderOptions options = Plain(0);
  options.memory_aggregation_interval = absl::Hours(1);
  VpaRecommender recommender(options);
  recommender.AddMemory(0, kBegin, 1e9);
  recommender.AddMemory(0, kBegin + absl::Hours(1), 2e9);
  EXPECT_EQ(recommender.Recommend().memory_bytes, After(Buckets::Memory(), 1'000'000'000));
}

}  // namespace
}  // namespace cpsizer::history
