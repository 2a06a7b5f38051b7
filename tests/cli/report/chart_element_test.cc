#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "client/cli/report/html_page.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ChartElementTest, NumbersHaveThreeDecimals) {
  EXPECT_EQ(ChartNumber(21474836480).dump(), "21474836480");
  EXPECT_EQ(ChartNumber(1.2F).dump(), "1.2");
  EXPECT_EQ(ChartNumber(1.0 / 3).dump(), "0.333");
  EXPECT_EQ(ChartNumber(0.0004).dump(), "0");
}

TEST(ChartElementTest, EqualValuesInARowAreOneRun) {
  EXPECT_EQ(ChartRuns({}).dump(), "[]");
  EXPECT_EQ(ChartRuns({1, 1, 1, nullptr, nullptr, 2.5, 1}).dump(), "[1,3,null,2,2.5,1,1,1]");
}

TEST(ChartElementTest, HasTheTimeInSecondsAndTheTextAlternative) {
  EXPECT_EQ(ChartElement("\"<1>\"", {1000, 5500, 500}, {{"unit", 1}}),
            "<div class=\"chart\" role=\"img\" aria-label=\"&quot;&lt;1&gt;&quot;\" data-chart=\"{&quot;begin&quot;:1,"
            "&quot;end&quot;:5.5,&quot;step&quot;:0.5,&quot;unit&quot;:1}\"></div>\n");
}

TEST(ChartElementTest, NamesCannotEndTheAttribute) {
  const std::string html = ChartElement("", {0, 1, 1}, {{"name", "'\"><img src=x>\xff"}});
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_THAT(html, HasSubstr("&quot;name&quot;:&quot;&#39;\\&quot;&gt;&lt;img src=x&gt;\uFFFD&quot;"));
}

}  // namespace
}  // namespace cpsizer::cli
