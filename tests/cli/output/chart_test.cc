#include "client/cli/output/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace cpsizer::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(ChartTest, ShowsExistingAndRequiredNumbers) {
  EXPECT_THAT(DrawChart({{0, 1, 1}, {1, 1, 3}, {2, 3, 3}, {3, 2, 1}}, 20, 10),
              ElementsAre("3 |    ....####",      //
                          "2 |    ....########",  //
                          "1 |################",  //
                          "  +----------------"));
}

TEST(ChartTest, PointLastsUntilTheNext) {
  EXPECT_THAT(DrawChart({{0, 2, 0}, {20, 1, 0}, {25, 2, 0}}, 24, 2),
              ElementsAre("2 |######  ####", "1 |############", "  +------------"));
}

TEST(ChartTest, ManyPointsShareColumnsAndThePeakShows) {
  std::vector<ChartPoint> points;
  for (int i = 0; i < 1000; ++i) points.push_back({static_cast<double>(i), i == 500 ? 9 : 1, 0});
  const std::vector<std::string> lines = DrawChart(points, 40, 3);
  ASSERT_THAT(lines, SizeIs(4));
  EXPECT_EQ(lines[0].find('#'), lines[0].rfind('#'));
  for (const std::string& line : lines) EXPECT_LE(line.size(), 40U);
}

TEST(ChartTest, LargeNumbersShareLines) {
  const int most = std::numeric_limits<int>::max();
  const std::vector<std::string> lines = DrawChart({{0, most, 0}, {1, most / 2, most}}, 30, 10);
  ASSERT_THAT(lines, SizeIs(11));
  EXPECT_EQ(lines.front(), "2147483647 |####....");
  EXPECT_EQ(lines[9], "         1 |########");
}

TEST(ChartTest, ZeroIsALine) {
  EXPECT_THAT(DrawChart({{0, 0, 0}}, 20, 10), ElementsAre("1 |", "  +----"));
}

}  // namespace
}  // namespace cpsizer::cli
