#include "client/cli/report/ticks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/time/time.h"

namespace cpsizer::cli {
namespace {

using ::testing::ElementsAre;

constexpr double kGiBytes = 1 << 30;

std::vector<std::string> TickLabels(const std::vector<Tick>& ticks) {
  std::vector<std::string> labels;
  labels.reserve(ticks.size());
  for (const Tick& tick : ticks) labels.push_back(tick.label);
  return labels;
}

std::vector<std::string> TimeLabels(const char* begin, const char* end) {
  absl::Time from;
  absl::Time to;
  std::string error;
  EXPECT_TRUE(absl::ParseTime(absl::RFC3339_full, begin, &from, &error)) << error;
  EXPECT_TRUE(absl::ParseTime(absl::RFC3339_full, end, &to, &error)) << error;
  return TickLabels(TimeTicks(absl::ToUnixMillis(from), absl::ToUnixMillis(to)));
}

TEST(TicksTest, ValuesAreRound) {
  EXPECT_THAT(TickLabels(ValueTicks(12, AxisUnit::kCount)), ElementsAre("0", "5", "10", "15"));
  EXPECT_THAT(TickLabels(ValueTicks(1, AxisUnit::kCount)), ElementsAre("0", "1"));
  EXPECT_THAT(TickLabels(ValueTicks(0, AxisUnit::kCount)), ElementsAre("0", "1"));
  EXPECT_THAT(TickLabels(ValueTicks(41.6 * kGiBytes, AxisUnit::kMemory)),
              ElementsAre("0", "10Gi", "20Gi", "30Gi", "40Gi", "50Gi"));
  EXPECT_THAT(TickLabels(ValueTicks(0.25 * kGiBytes, AxisUnit::kMemory)), ElementsAre("0", "100Mi", "200Mi", "300Mi"));
  EXPECT_THAT(TickLabels(ValueTicks(2.4, AxisUnit::kCores)), ElementsAre("0", "0.5", "1", "1.5", "2", "2.5"));
  EXPECT_THAT(TickLabels(ValueTicks(0.3, AxisUnit::kCores)), ElementsAre("0", "100m", "200m", "300m"));
}

TEST(TicksTest, ValuesReachTheMostWithFewTicks) {
  for (const AxisUnit unit : {AxisUnit::kCount, AxisUnit::kMemory, AxisUnit::kCores}) {
    for (double most = 1e-9; most < 1e19; most *= 1.37) {
      const std::vector<Tick> ticks = ValueTicks(most, unit);
      EXPECT_GE(ticks.back().value, most);
      EXPECT_GE(ticks.size(), 2u);
      EXPECT_LE(ticks.size(), 7u) << most;
      EXPECT_EQ(ticks.front().value, 0);
    }
  }
}

TEST(TicksTest, TimesAreRound) {
  EXPECT_THAT(TimeLabels("2026-02-01T01:00:00Z", "2026-02-14T23:00:00Z"),
              ElementsAre("Feb 2", "Feb 4", "Feb 6", "Feb 8", "Feb 10", "Feb 12", "Feb 14"));
  EXPECT_THAT(TimeLabels("2026-02-01T10:30:00Z", "2026-02-02T03:00:00Z"),
              ElementsAre("12:00", "15:00", "18:00", "21:00", "Feb 2"));
  EXPECT_THAT(TimeLabels("2026-02-01T10:00:00Z", "2026-02-01T10:03:00Z"), ElementsAre("10:00", "10:01", "10:02"));
  EXPECT_THAT(TimeLabels("2001-06-01T00:00:00Z", "2026-02-01T00:00:00Z"),
              ElementsAre("2004", "2009", "2014", "2019", "2024"));
}

TEST(TicksTest, EachSpanHasFewTimes) {
  for (int64_t span = 60'000; span < 3'000'000'000'000; span = span * 5 / 4) {
    EXPECT_LE(TimeTicks(1'769'904'000'123, 1'769'904'000'123 + span).size(), 7u) << span;
  }
}

}  // namespace
}  // namespace cpsizer::cli
