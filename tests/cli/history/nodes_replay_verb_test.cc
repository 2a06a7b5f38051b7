// Tests `cpsizer replay` with numbers of nodes: --series=nodes and --compare-by.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/cli/run_command.h"
#include "tests/history/prometheus/scripted_prometheus.h"
#include "tests/testing/net/fake_http_server.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::cli {
namespace {

using testing::FakeHttpConnection;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kNodesFleet[] = "deploy/examples/nodes";
constexpr char kNodeCounts[] = "deploy/examples/history/node-counts.csv";
constexpr char kNodesOfFleet[] = "deploy/examples/history/nodes.csv";
constexpr char kRecommended[] = "deploy/examples/history/recommendations.csv";

RunResult ReplayNodes(const std::vector<std::string>& more) {
  std::vector<std::string> args = {"replay", "-f", kNodesFleet, "--history", kNodeCounts, "--series=nodes"};
  args.insert(args.end(), more.begin(), more.end());
  return RunCommand(args);
}

RunResult Compare(const std::vector<std::string>& more, const std::string& by = "nodes,resources") {
  std::vector<std::string> args = {"replay",     "-f",        kFleet,        "--history",
                                   kRecommended, "--history", kNodesOfFleet, absl::StrCat("--compare-by=", by)};
  args.insert(args.end(), more.begin(), more.end());
  return RunCommand(args);
}

// The style and the script in the head have their own tests.
std::string BodyOf(const RunResult& result) {
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const size_t begin = result.out.find("<body>");
  return begin == std::string::npos ? "" : result.out.substr(begin);
}

nlohmann::json JsonOf(const RunResult& result) {
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return nlohmann::json::parse(result.out);
}

TEST(NodesReplayVerbTest, MatchesGoldenFiles) {
  ExpectGolden("replay_nodes.txt", ReplayNodes({"-o", "wide"}).out);
  ExpectGolden("replay_nodes.html", BodyOf(ReplayNodes({"-o", "html", "cedar", "grove"})));
  ExpectGolden("replay_compare.txt", Compare({}).out);
  ExpectGolden("replay_compare.html", BodyOf(Compare({"-o", "html", "payments-prod"})));
}

TEST(NodesReplayVerbTest, TheGeneratorPrintsTheExamples) {
  for (const auto& [kind, path] : {std::pair("nodes", kNodesOfFleet), std::pair("node-counts", kNodeCounts)}) {
    const auto generator =
        testing::RunProcess({"sh", testing::SourcePath("deploy/examples/history/generate.sh"), kind});
    ASSERT_TRUE(generator.ok()) << generator.status();
    EXPECT_TRUE(generator->standard_output == ReadSource(path)) << kind;
  }
}

TEST(NodesReplayVerbTest, TheJsonHasEachTransition) {
  const nlohmann::json json = JsonOf(ReplayNodes({"-o", "json"}));
  const nlohmann::json& side = json["before"];
  EXPECT_EQ(side["transitionList"].size(), side["transitions"]);
  EXPECT_EQ(side["transitionList"][0]["to"].get<std::string>().empty(), false);
  EXPECT_TRUE(side.contains("shortOfNodes"));
  EXPECT_FALSE(side.contains("shortOfMemory"));
  EXPECT_FALSE(side.contains("bestEffort"));
  EXPECT_EQ(json["samples"]["withNodes"], json["samples"]["used"]);
  EXPECT_EQ(json["notes"].dump().find("memory"), std::string::npos);
}

TEST(NodesReplayVerbTest, WithComparesCriteria) {
  const TemporaryFolder folder;
  std::string text = ReadSource("deploy/examples/nodes/clustersizingconfiguration.yaml");
  for (const auto& [from, to] : {std::pair("to: 100\n", "to: 130\n"), std::pair("from: 101\n", "from: 131\n")}) {
    const size_t place = text.find(from);
    ASSERT_NE(place, std::string::npos);
    text.replace(place, std::string(from).size(), to);
  }
  const nlohmann::json json = JsonOf(ReplayNodes({"--with", folder.Write("new.yaml", text), "-o", "json"}));
  EXPECT_LT(json["after"]["transitions"], json["before"]["transitions"]);
  EXPECT_TRUE(json.contains("rollout"));
}

TEST(NodesReplayVerbTest, AComparisonHasBothSizings) {
  const nlohmann::json json = JsonOf(Compare({"-o", "json"}));
  EXPECT_EQ(json["byNodes"]["transitions"].get<int>() + json["difference"]["transitions"].get<int>(),
            json["byResources"]["transitions"]);
  EXPECT_GT(json["byNodes"]["overProvisioned"]["clusters"], json["byResources"]["overProvisioned"]["clusters"]);
  EXPECT_GT(json["byNodes"]["short"]["clusters"], json["byResources"]["short"]["clusters"]);
  EXPECT_TRUE(json["items"][0].contains("byNodes"));
  const nlohmann::json reversed = JsonOf(Compare({"-o", "json"}, "resources,nodes"));
  EXPECT_EQ(reversed["byNodes"], json["byNodes"]);
  EXPECT_EQ(reversed["byResources"], json["byResources"]);
  EXPECT_EQ(reversed["difference"]["transitions"].get<int>(), -json["difference"]["transitions"].get<int>());
  // The replay by resources is that of a replay without nodes.
  const nlohmann::json alone = JsonOf(RunCommand({"replay", "-f", kFleet, "--history", kRecommended, "-o", "json"}));
  EXPECT_EQ(alone["before"]["transitionList"], json["byResources"]["transitionList"]);
}

TEST(NodesReplayVerbTest, WrongInputIsAUsageError) {
  const struct {
    RunResult result;
    const char* error;
  } kCases[] = {
      {ReplayNodes({"--compare-by=nodes,resources"}), "--compare-by compares nodes with resources"},
      {Compare({"--with", kProposed}), "--compare-by and --with are two comparisons"},
      {ReplayNodes({"--memory-metric=a"}), "--memory-metric is for memory and CPU, not for --series=nodes"},
      {ReplayNodes({"--oom-events=off"}), "--oom-events is for memory and CPU, not for --series=nodes"},
      {RunCommand({"replay", "-f", kFleet, "--history", kRecommended, "--nodes-metric=a"}),
       "--nodes-metric is for numbers of nodes"},
      {RunCommand({"replay", "-f", kFleet, "--history", kRecommended, "--compare-by=nodes,resources"}),
       "the history has no numbers of nodes"},
      {RunCommand({"replay", "-f", kFleet, "--history", kNodesOfFleet, "--compare-by=nodes,resources"}),
       "the history has no memory and no CPU"},
      {RunCommand({"replay", "-f", kNodesFleet, "--history", kRecommended, "--series=nodes"}),
       "has no demand in the time of the replay"},
      {RunCommand({"replay", "-f", kFleet, "--history", kNodesOfFleet}), "--series=nodes"},
      {RunCommand({"fit", "-f", kFleet, "--history", kNodesOfFleet, "--series=nodes"}), "--series"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(test.result.exit_code, 2) << test.error;
    EXPECT_THAT(test.result.err, HasSubstr(test.error));
    EXPECT_EQ(test.result.out, "");
  }
}

TEST(NodesReplayVerbTest, ASizingByResourcesNeedsCapacities) {
  const RunResult result = RunCommand({"replay", "-f", kNodesFleet, "--history", kNodeCounts, "--history", kRecommended,
                                       "--compare-by=nodes,resources"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("capacity"));
}

TEST(NodesReplayVerbTest, ReadsThePrometheusWithOneQuery) {
  std::mutex mutex;
  std::vector<std::string> queries;
  testing::FakeHttpServer server([&](FakeHttpConnection& connection) {
    while (const auto request = connection.Read()) {
      if (absl::EndsWith(request->path, "/api/v1/stores")) {
        if (!connection.Answer(404, "")) return;
        continue;
      }
      const std::lock_guard<std::mutex> lock(mutex);
      const history::RangeRequest range = history::ReadRangeRequest(request->path);
      queries.push_back(range.query);
      const std::string series =
          absl::StrCat(R"({"metric":{"namespace":"clusters","cluster_name":"atlas","resource":"nodes"},"values":[[)",
                       range.start, R"(,"50"]]})");
      if (!connection.Answer(
              200, absl::StrCat(R"({"status":"success","data":{"resultType":"matrix","result":[)", series, "]}}"))) {
        return;
      }
    }
  });
  const std::vector<std::string> args = {
      "replay", "-f", kNodesFleet, "--series=nodes", absl::StrCat("--prometheus-url=", server.url()), "-o", "json"};
  const nlohmann::json json = JsonOf(RunCommand(args));
  EXPECT_EQ(json["items"][0]["cluster"]["name"], "atlas");
  EXPECT_EQ(json["items"][0]["before"]["firstSize"], "small");
  const std::lock_guard<std::mutex> lock(mutex);
  ASSERT_FALSE(queries.empty());
  for (const std::string& query : queries) EXPECT_THAT(query, HasSubstr("hypershift_nodepools_available_replicas"));
}

}  // namespace
}  // namespace cpsizer::cli
