// Tests the dashboard of deploy/dashboard. If a query has an unknown name, Grafana shows an empty panel without an
// error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/lint/source_tree.h"
#include "tests/observability/known_metrics.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"
#include "tests/testing/tools.h"

namespace cpsizer::observability {
namespace {

using nlohmann::json;
using ::testing::IsEmpty;

json Dashboard() {
  std::ifstream file(testing::SourcePath("deploy/dashboard/cpsizer.json"));
  return json::parse(file);
}

struct Query {
  std::string panel;
  std::string expression;  // the variables of Grafana are replaced
  std::string legend;
};

std::string WithoutVariables(const std::string& expression) {
  return absl::StrReplaceAll(expression, {{"$__rate_interval", "5m"}, {"$namespace", ".*"}});
}

std::vector<Query> Queries() {
  const json dashboard = Dashboard();
  std::vector<Query> queries;
  for (const json& panel : dashboard.at("panels")) {
    for (const json& target : panel.value("targets", json::array())) {
      queries.push_back({panel.at("title"), WithoutVariables(target.at("expr")), target.at("legendFormat")});
    }
  }
  return queries;
}

TEST(DashboardTest, EveryQueryUsesExistingMetricsAndLabels) {
  const std::vector<Query> queries = Queries();
  EXPECT_GT(queries.size(), 30u);
  for (const Query& query : queries) {
    EXPECT_THAT(ProblemsOf(query.expression), IsEmpty()) << query.panel << ": " << query.expression;
    EXPECT_FALSE(absl::StrContains(query.expression, "$")) << query.expression;
  }
}

TEST(DashboardTest, EveryLegendUsesLabelsOfTheResult) {
  const std::regex label(R"(\{\{([a-z_]+)\}\})");
  for (const Query& query : Queries()) {
    const std::set<std::string> labels = LabelsOfAnswer(query.expression);
    for (std::sregex_iterator it(query.legend.begin(), query.legend.end(), label), end; it != end; ++it) {
      EXPECT_EQ(labels.count((*it)[1]), 1u) << query.panel << ": " << query.legend;
    }
  }
}

TEST(DashboardTest, PromtoolParsesEveryQuery) {
  if (const std::string why = testing::WhyPromtoolIsMissing(); !why.empty()) {
    ASSERT_FALSE(testing::PromtoolIsRequired()) << why;
    GTEST_SKIP() << why;
  }
  // promtool checks the queries as recording rules. The file can be JSON, because JSON is YAML.
  const auto check = [](const std::vector<std::string>& expressions) {
    json rules = json::array();
    for (const std::string& expression : expressions) {
      rules.push_back({{"record", absl::StrCat("query:", rules.size())}, {"expr", expression}});
    }
    const json file = {{"groups", {{{"name", "dashboard"}, {"rules", rules}}}}};
    const testing::TemporaryFolder folder;
    return *testing::RunProcess({"promtool", "check", "rules", folder.Write("rules.yaml", file.dump())});
  };
  std::vector<std::string> expressions;
  for (const Query& query : Queries()) expressions.push_back(query.expression);
  const testing::FinishedProcess all = check(expressions);
  EXPECT_EQ(all.exit_code, 0) << all.standard_output << all.standard_error;
  EXPECT_NE(check({"sum by (cpsizer_connections"}).exit_code, 0) << "it would not notice";
}

TEST(DashboardTest, EveryAlertHasAPanelThatNamesIt) {
  const std::string dashboard = Dashboard().dump();
  for (const std::string& path : lint::SourceFiles("tests/observability/alerts")) {
    const std::string alert = path.substr(path.rfind('/') + 1, path.rfind('.') - path.rfind('/') - 1);
    EXPECT_TRUE(absl::StrContains(dashboard, alert)) << alert;
  }
}

TEST(DashboardTest, TheConsolesDashboardIsTheSame) {
  const std::string script = "deploy/dashboard/as_console_dashboard.sh";
  const std::string path = "deploy/components/console-dashboard/cpsizer.json";
  const auto made = testing::RunProcess({testing::SourcePath(script)});
  ASSERT_TRUE(made.ok()) << made.status();
  ASSERT_EQ(made->exit_code, 0) << made->standard_error;
  EXPECT_TRUE(made->standard_output == lint::Text(path))
      << path << " is stale. Run `" << script << " >" << path << "`.";
}

// The OpenShift console shows nothing for a panel of an unknown type or a table without columns.
TEST(DashboardTest, TheConsoleDrawsEveryPanel) {
  const json console = json::parse(lint::Text("deploy/components/console-dashboard/cpsizer.json"));
  const json original = Dashboard();
  const std::set<std::string> types = {"row", "graph", "singlestat", "table"};
  ASSERT_EQ(console.at("panels").size(), original.at("panels").size());
  for (size_t i = 0; i < original.at("panels").size(); ++i) {
    const json& panel = console.at("panels")[i];
    const json& from = original.at("panels")[i];
    SCOPED_TRACE(from.at("title"));
    EXPECT_EQ(panel.at("title"), from.at("title"));
    EXPECT_EQ(types.count(panel.at("type")), 1u);
    if (panel.at("type") == "row") continue;
    EXPECT_EQ(panel.at("span").get<int>() * 2, from.at("gridPos").at("w").get<int>());
    ASSERT_EQ(panel.at("targets").size(), from.at("targets").size());
    for (size_t j = 0; j < from.at("targets").size(); ++j) {
      EXPECT_EQ(panel.at("targets")[j].at("expr"), from.at("targets")[j].at("expr"));
    }
    EXPECT_TRUE(panel.at("type") != "table" || !panel.at("styles").empty());
  }
  const json& variables = console.at("templating").at("list");
  ASSERT_EQ(variables.size(), 1u);
  EXPECT_EQ(variables[0].at("query"), "label_values(cpsizer_build_info, namespace)");
}

TEST(DashboardTest, PanelsHaveUniqueNamesAndNumbersAndDoNotOverlap) {
  const json dashboard = Dashboard();
  std::set<int> ids;
  std::set<std::pair<int, int>> cells;
  for (const json& panel : dashboard.at("panels")) {
    EXPECT_TRUE(ids.insert(panel.at("id").get<int>()).second) << panel.at("title");
    EXPECT_FALSE(panel.at("title").get<std::string>().empty());
    const json& place = panel.at("gridPos");
    for (int x = place.at("x"); x < place.at("x").get<int>() + place.at("w").get<int>(); ++x) {
      EXPECT_LT(x, 24) << panel.at("title");
      for (int y = place.at("y"); y < place.at("y").get<int>() + place.at("h").get<int>(); ++y) {
        EXPECT_TRUE(cells.emplace(x, y).second) << panel.at("title");
      }
    }
  }
  EXPECT_GT(ids.size(), 30u);
}

}  // namespace
}  // namespace cpsizer::observability
