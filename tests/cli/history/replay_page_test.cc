// Tests `cpsizer replay -o html`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kExampleHistory[] = "deploy/examples/history/recommendations.csv";
constexpr char kPageCsvHeader[] = "time,namespace,cluster,memory,cpu\n";

std::string PageOf(const std::string& history, std::vector<std::string> more = {}, const std::string& files = kFleet) {
  more.insert(more.begin(), {"replay", "-f", files, "--history", history, "-o", "html"});
  const RunResult result = RunCommand(more);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return result.out;
}

std::string BodyOf(const std::string& page) {
  return page.substr(page.find("<body>"));
}

int OccurrencesOf(absl::string_view word, absl::string_view text) {
  return static_cast<int>(std::vector<absl::string_view>(absl::StrSplit(text, word)).size()) - 1;
}

// Returns the JSON of each attribute with this name, in their order.
std::vector<nlohmann::json> JsonOf(const std::string& page, absl::string_view attribute) {
  std::vector<nlohmann::json> values;
  const std::vector<absl::string_view> parts = absl::StrSplit(page, absl::StrCat(attribute, "=\""));
  for (size_t i = 1; i < parts.size(); ++i) {
    values.push_back(nlohmann::json::parse(
        absl::StrReplaceAll(parts[i].substr(0, parts[i].find('"')),
                            {{"&quot;", "\""}, {"&#39;", "'"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}})));
  }
  return values;
}

std::vector<nlohmann::json> ChartsOf(const std::string& page) {
  return JsonOf(page, "data-chart");
}

// Returns a row for each of these clusters at a time, with the same demand.
std::string RowsAt(absl::string_view time, int clusters, absl::string_view memory) {
  std::string rows;
  for (int i = 0; i < clusters; ++i) absl::StrAppendFormat(&rows, "%s,a,c%03d,%s,1\n", time, i, memory);
  return rows;
}

// A cluster that grows, grows above the largest size, and shrinks.
constexpr char kGrowth[] =
    "time,namespace,cluster,memory,cpu\n"
    "2026-02-01T00:00:00Z,a,b,10Gi,1\n"
    "2026-02-01T02:00:00Z,a,b,20Gi,1\n"
    "2026-02-01T04:00:00Z,a,b,300Gi,1\n"
    "2026-02-01T06:00:00Z,a,b,10Gi,1\n"
    "2026-02-01T08:00:00Z,a,b,10Gi,1\n";

TEST(ReplayPageTest, MatchesTheGoldenFile) {
  const TemporaryFolder folder;
  // The style and the script in the head have their own tests.
  ExpectGolden("replay_page.html", BodyOf(PageOf(folder.Write("h.csv", kGrowth), {"--with", kProposed})));
}

// client/ui/page/test/report.test.ts has the lines, marks and strips of these values.
TEST(ReplayPageTest, TheChartOfAClusterHasItsDemandSizesTransitionsAndStates) {
  const TemporaryFolder folder;
  const std::vector<nlohmann::json> charts = ChartsOf(PageOf(folder.Write("h.csv", kGrowth), {"--with", kProposed}));
  ASSERT_EQ(charts.size(), 2u + 1 + 1);
  const nlohmann::json& chart = charts.back();
  EXPECT_EQ(chart["step"], 120);
  EXPECT_EQ(chart["demand"].dump(),
            "[[10737418240,10737418240,1,1],60,[21474836480,21474836480,1,1],60,[322122547200,322122547200,1,1],60,"
            "[10737418240,10737418240,1,1],60]");
  // A transition is in its first slot. States: 1 is short, and 2 best effort.
  ASSERT_EQ(chart["sides"].size(), 2u);
  EXPECT_EQ(chart["sides"][0].dump(),
            "[[0,0,0,0,0,0],60,[1,1,1,1,0,0],1,[1,1,1,0,0,0],59,[2,2,2,1,0,3],1,[2,2,2,0,0,3],59,[0,0,0,0,1,0],1,"
            "[0,0,0,0,0,0],59]");
}

TEST(ReplayPageTest, ChartsHaveTheSizesOfEachConfiguration) {
  const std::string page = PageOf(kExampleHistory, {"--with", kProposed});
  const std::vector<nlohmann::json> sizes = JsonOf(page, "data-sizes");
  ASSERT_EQ(sizes.size(), 1u);
  ASSERT_EQ(sizes[0].size(), 2u);
  const auto names = [](const nlohmann::json& side) {
    std::string text;
    for (const nlohmann::json& size : side) absl::StrAppend(&text, size["name"].get<std::string>(), " ");
    return text;
  };
  EXPECT_EQ(names(sizes[0][0]), "small medium large ");
  EXPECT_EQ(names(sizes[0][1]), "small medium large xlarge ");
  EXPECT_EQ(sizes[0][1][3].dump(), R"({"cpu":41.6,"height":1,"memory":219902325555.2,"name":"xlarge","style":3})");
}

TEST(ReplayPageTest, SeveralTransitionsInOnePointAreCounted) {
  const TemporaryFolder folder;
  std::string csv = kPageCsvHeader;
  for (int hour = 0; hour < 24 * 40; ++hour) {
    absl::StrAppend(&csv, hour * 3600, ",a,b,", hour % 2 == 0 ? 1 : 100, "Gi,1\n");
  }
  const nlohmann::json chart =
      ChartsOf(PageOf(folder.Write("h.csv", csv), {"--transitions", "immediate"}, kConfiguration)).back();
  const nlohmann::json& slot = chart["sides"][0][2];
  EXPECT_LT(slot[1], slot[2]) << "the lowest and the highest size";
  EXPECT_GT(slot[3], 0);
  EXPECT_GT(slot[4], 0);
}

TEST(ReplayPageTest, ChartsOfSizesHaveOneScale) {
  const std::vector<nlohmann::json> charts = ChartsOf(PageOf(kExampleHistory, {"--with", kProposed}));
  ASSERT_EQ(charts.size(), 2u + 1 + 12);
  std::string names;
  for (size_t side = 0; side < 2; ++side) {
    const nlohmann::json& panel = charts[side];
    EXPECT_EQ(panel["isStacked"], true);
    EXPECT_EQ(panel["maximum"], 12);
    for (const nlohmann::json& series : panel["series"]) {
      absl::StrAppend(&names, series["label"].get<std::string>(), " ", series["style"].dump(), ", ");
    }
  }
  EXPECT_EQ(names, "small 0, medium 1, large 2, absent 5, small 0, medium 1, large 2, xlarge 3, absent 5, ");
  const nlohmann::json& days = charts[2]["series"];
  EXPECT_EQ(days[0]["label"], "transitions before");
  EXPECT_EQ(days[1]["label"], "transitions after");
  EXPECT_EQ(charts[2]["step"], 24 * 3600);
}

TEST(ReplayPageTest, WithoutJavaScriptTheTablesHaveTheValuesOfCharts) {
  const std::string page = PageOf(kExampleHistory);
  EXPECT_THAT(page, HasSubstr("<noscript><p>The charts need JavaScript. The table of each chart has its values."));
  EXPECT_THAT(page, ContainsRegex("data-chart=\"[^\"]*\"></div>\n<details><summary>Table of this chart"));
}

TEST(ReplayPageTest, TheSameInputGivesTheSameBytes) {
  const std::string page = PageOf(kExampleHistory, {"--with", kProposed});
  EXPECT_TRUE(page == PageOf(kExampleHistory, {"--with", kProposed}));
  std::vector<std::string> lines = absl::StrSplit(ReadSource(kExampleHistory), '\n');
  std::reverse(lines.begin() + 1, lines.end());
  const TemporaryFolder folder;
  std::string reversed = lines.front();
  for (size_t i = 1; i < lines.size(); ++i) {
    if (!lines[i].empty()) absl::StrAppend(&reversed, "\n", lines[i]);
  }
  EXPECT_TRUE(page == PageOf(folder.Write("reversed.csv", reversed), {"--with", kProposed}));
}

TEST(ReplayPageTest, NeedsNothingFromOutside) {
  const std::string page = PageOf(kExampleHistory, {"--with", kProposed});
  EXPECT_THAT(page, Not(HasSubstr("://")));
  EXPECT_THAT(BodyOf(page), Not(ContainsRegex("(src|srcset|style|on[a-z]+)=\"")));
  EXPECT_THAT(BodyOf(page), Not(ContainsRegex("<(script|style|link|iframe|img|object|base|meta)")));
  const std::regex reference(R"re(href="([^"]*)")re");
  for (std::sregex_iterator found(page.begin(), page.end(), reference), end; found != end; ++found) {
    EXPECT_EQ((*found)[1].str()[0], '#') << (*found)[1];
  }
}

TEST(ReplayPageTest, EachLinkHasItsTarget) {
  const std::string page = PageOf(kExampleHistory);
  const std::regex reference(R"re(href="#([^"]*)")re");
  for (std::sregex_iterator found(page.begin(), page.end(), reference), end; found != end; ++found) {
    EXPECT_THAT(page, HasSubstr(absl::StrCat("id=\"", (*found)[1].str(), "\"")));
  }
}

TEST(ReplayPageTest, ShowsTheFiguresOfTheTable) {
  const std::string page = PageOf(kExampleHistory, {"--with", kProposed});
  for (const char* text :
       {"Replay of 12 clusters", "<dt>short of memory</dt><dd>none</dd><dd class=\"was\">before: 1 cluster, 119.0 h",
        "<th scope=\"row\">transitions<td>66<td>70<td>+4", "<td>0 / 1<td>0<td>119.0 h / -",
        "2 clusters move to another size at once.", "Configuration after: <code>deploy/examples/proposed",
        "At the start: 4 small, 6 medium, 1 large", "id=\"c12\""}) {
    EXPECT_THAT(page, HasSubstr(text));
  }
  EXPECT_EQ(OccurrencesOf("role=\"img\"", page), 2 + 1 + 12);
  EXPECT_EQ(OccurrencesOf("Table of this chart", page), 2 + 1 + 12) << "each chart has a table";
}

TEST(ReplayPageTest, ShowsTimesShortHeldAndAbsent) {
  const std::string page = PageOf(kExampleHistory);
  int states = 0;
  for (const nlohmann::json& chart : ChartsOf(page)) {
    if (!chart.contains("sides")) continue;
    const nlohmann::json& slots = chart["sides"][0];
    for (size_t i = 0; i < slots.size(); i += 2) states |= slots[i][5].get<int>();
  }
  EXPECT_EQ(states, 1 + 2 + 4 + 8);
}

TEST(ReplayPageTest, NamesOfFilesAreEscaped) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("\"><img src=x onerror='alert(1)'>.yaml", ReadSource(kConfiguration));
  const std::string page = PageOf(kExampleHistory, {}, file);
  EXPECT_THAT(page, HasSubstr("&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;.yaml"));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
}

TEST(ReplayPageTest, ShowsTheLongestName) {
  const TemporaryFolder folder;
  const std::string name(253, 'x');
  const std::string history =
      folder.Write("h.csv", absl::StrCat(kPageCsvHeader, "2026-02-01T00:00:00Z,a,", name, ",1Gi,1\n",
                                         "2026-02-01T01:00:00Z,a,", name, ",1Gi,1\n"));
  EXPECT_THAT(PageOf(history), HasSubstr(absl::StrCat("<h3>a/", name, "</h3>")));
}

TEST(ReplayPageTest, AHistoryOfOneTimeHasNoCharts) {
  const TemporaryFolder folder;
  const std::string page = PageOf(folder.Write("h.csv", absl::StrCat(kPageCsvHeader, RowsAt("100", 1, "1Gi"))));
  EXPECT_THAT(page, HasSubstr("The replay has only one time, so there is no chart."));
  EXPECT_EQ(OccurrencesOf("role=\"img\"", page), 0);
  EXPECT_THAT(page, HasSubstr("<th scope=\"row\">a/c000"));
}

TEST(ReplayPageTest, ALargeFleetHasChartsOfTheWorstClusters) {
  const TemporaryFolder folder;
  const std::string page =
      PageOf(folder.Write("h.csv", absl::StrCat(kPageCsvHeader, RowsAt("100", 60, "1Gi"), RowsAt("4000", 60, "20Gi"),
                                                RowsAt("8000", 60, "20Gi"))));
  EXPECT_THAT(page, HasSubstr("These are the 40 worst of 60 clusters."));
  EXPECT_EQ(OccurrencesOf("class=\"cluster\"", page), 40);
  EXPECT_EQ(
      OccurrencesOf("<tr><th scope=\"row\">a/c", page) + OccurrencesOf("<tr><th scope=\"row\"><a href=\"#c", page), 60);
}

TEST(ReplayPageTest, ManySizesShareALayer) {
  constexpr int kSizes = 14;
  std::string configuration =
      "apiVersion: scheduling.hypershift.openshift.io/v1alpha1\nkind: ClusterSizingConfiguration\n"
      "metadata: {name: cluster}\nspec:\n  resourceBasedAutoscaling: {kubeAPIServerMemoryFraction: \"1.00\", "
      "kubeAPIServerCPUFraction: \"1.00\"}\n  sizes:\n";
  std::string csv = kPageCsvHeader;
  for (int i = 0; i < kSizes; ++i) {
    absl::StrAppend(&configuration, "  - {name: s", i, ", criteria: {from: ", 10 * i,
                    i + 1 < kSizes ? absl::StrCat(", to: ", 10 * i + 9) : "", "}, capacity: {memory: ", i + 1,
                    "Gi, cpu: \"2\"}}\n");
    for (const int hour : {0, 1}) absl::StrAppend(&csv, 3600 * hour, ",a,c", i, ",", i + 1, "Gi,1\n");
  }
  const TemporaryFolder folder;
  const RunResult result = RunCommand(
      {"replay", "-f", folder.Write("c.yaml", configuration), "--history", folder.Write("h.csv", csv), "-o", "html"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("<th scope=\"col\">5 other sizes"));
}

// A cluster that changes its size every hour for a year.
TEST(ReplayPageTest, ALongHistoryHasABoundedPage) {
  const TemporaryFolder folder;
  std::string csv = kPageCsvHeader;
  for (int hour = 0; hour < 24 * 365; ++hour) {
    absl::StrAppend(&csv, 1'769'904'000 + hour * 3600, ",a,b,", hour % 2 == 0 ? 1 : 20 + hour % 100, "Gi,1\n");
  }
  const std::string page = PageOf(folder.Write("h.csv", csv), {"--with", kProposed});
  EXPECT_LT(BodyOf(page).size(), 120'000u);
  EXPECT_THAT(page, HasSubstr("Transitions by 4 days"));
  EXPECT_EQ(OccurrencesOf("<tr><th scope=\"row\">20", page), 92 + 3 * 22) << "rows of the tables of charts";
}

}  // namespace
}  // namespace cpsizer::cli
