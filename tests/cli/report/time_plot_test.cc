#include "client/cli/report/time_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int64_t kPlotHour = 3'600'000;

// Ten and a half hours in slots of one hour.
constexpr TimeFrame kPlotFrame = {0, 10 * kPlotHour + kPlotHour / 2, kPlotHour};

TEST(TimePlotTest, PlacesTextsAndMarkersByTimeAndValue) {
  TimePlot plot(kPlotFrame);
  plot.AddPanel("memory", {{0, "0"}, {4, "4Gi"}}, 100, SvgPath("demand", "M0 0H1"));
  plot.AddMarker(5.25, 2, TimePlot::Marker::kIncrease, "side1");
  plot.AddText(10.5, 4, "large");
  const std::string svg = plot.Finish("description");
  EXPECT_THAT(svg, HasSubstr("<use class=\"side1\" href=\"#up\" x=\"50.00%\" y=\"70\"/>"));
  EXPECT_THAT(svg, HasSubstr("x=\"100.00%\" y=\"24\">large</text>"));
  EXPECT_THAT(svg, HasSubstr("viewBox=\"0 -20 10.5 1040\""));
  EXPECT_THAT(svg, HasSubstr("<path class=\"demand\" d=\"M0 0H1\"/>"));
  EXPECT_THAT(svg, HasSubstr(">4Gi</text>"));
  EXPECT_THAT(svg, HasSubstr(">04:00</text>"));
}

TEST(TimePlotTest, EscapesTexts) {
  TimePlot plot(kPlotFrame);
  plot.AddPanel("<t>", {{0, "0"}, {1, "<l>"}}, 100, "");
  plot.AddText(1, 1, "<i>");
  plot.AddStrip("<s>", "");
  plot.AddStripText(1, "<n>");
  const std::string svg = plot.Finish("\"><d>");
  EXPECT_THAT(svg, Not(::testing::ContainsRegex("<[tlisnd]>")));
  EXPECT_THAT(svg, HasSubstr("aria-label=\"&quot;&gt;&lt;d&gt;\""));
  EXPECT_THAT(svg, HasSubstr("role=\"img\""));
}

TEST(TimePlotTest, APathWithoutDataIsLeftOut) {
  EXPECT_EQ(SvgPath("demand", ""), "");
}

}  // namespace
}  // namespace cpsizer::cli
