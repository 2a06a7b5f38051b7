#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kNodes[] = "deploy/examples/nodes";

// Returns `size by word` for the cluster `name` of the example, such as `small nodes NODES_NOT_COUNTED`.
std::string DecisionOf(const std::string& name, const std::vector<std::string>& flags = {}) {
  std::vector<std::string> arguments = {"recommend", "-f", kNodes, "-o", "json"};
  arguments.insert(arguments.end(), flags.begin(), flags.end());
  const nlohmann::json fleet = nlohmann::json::parse(RunCommand(arguments).out);
  for (const nlohmann::json& item : fleet["items"]) {
    if (item["cluster"]["name"] != name) continue;
    if (item.contains("error")) return item["error"]["message"];
    return absl::StrCat(item["response"].value("recommendedSize", "-"), " ", item["by"].get<std::string>(),
                        item.contains("notApplied") ? " " : "", item.value("notApplied", ""));
  }
  return "no such cluster";
}

TEST(NodeCountDecisionsTest, TheExampleShowsWhatTheOperatorDoes) {
  EXPECT_EQ(DecisionOf("atlas"), "tiny nodes") << "12 nodes";
  EXPECT_EQ(DecisionOf("birch"), "small nodes") << "30 and 15 nodes";
  EXPECT_EQ(DecisionOf("cedar"), "small nodes") << "96 nodes, autoscaled";
  EXPECT_EQ(DecisionOf("delta"), "large nodes") << "the control plane reports 230 nodes";
  EXPECT_EQ(DecisionOf("ember"), "large override OVERRIDDEN");
  EXPECT_EQ(DecisionOf("fjord"), "xlarge nodes") << "150 and 250 nodes";
  EXPECT_EQ(DecisionOf("grove"), "- - NODES_NOT_COUNTED");
  EXPECT_EQ(DecisionOf("harbor"), "tiny nodes") << "a new cluster";
}

TEST(NodeCountDecisionsTest, OneClusterSaysWhy) {
  const RunResult result = RunCommand({"recommend", "-f", kNodes, "birch"});
  EXPECT_THAT(result.out, HasSubstr("birch (now tiny): small"));
  EXPECT_THAT(result.out, HasSubstr("small: the cluster has 45 nodes, and this size is for 41 to 100"));
  const RunResult kept = RunCommand({"recommend", "-f", kNodes, "grove"});
  EXPECT_THAT(kept.out, HasSubstr("the condition KubeAPIServerAvailable is not True, so the size stays"));
}

TEST(NodeCountDecisionsTest, WideShowsTheNodesAndWhatDecides) {
  const RunResult result = RunCommand({"recommend", "-f", kNodes, "-o", "wide"});
  EXPECT_THAT(result.out, HasSubstr("NODES"));
  EXPECT_THAT(result.out, HasSubstr("BY"));
  EXPECT_THAT(result.out, ::testing::ContainsRegex("ember .* 210 +override"));
  EXPECT_THAT(result.out, Not(HasSubstr("NOT_OPTED_IN")));
}

TEST(NodeCountDecisionsTest, ByOverridesWhatTheOperatorDoes) {
  EXPECT_EQ(DecisionOf("birch", {"--by=resources"}), "- - NOT_OPTED_IN");
  EXPECT_THAT(DecisionOf("grove", {"--by=nodes"}), HasSubstr("the operator does not count the nodes"));
  const RunResult fleet = RunCommand({"recommend", "-f", "deploy/examples/fleet", "--by=nodes"});
  EXPECT_THAT(fleet.err, HasSubstr("the number of nodes is unknown; add the NodePools of the cluster"));
}

TEST(NodeCountDecisionsTest, DiffShowsWhichClustersAChangedRangeMoves) {
  TemporaryFolder folder;
  std::string text = ReadSource(absl::StrCat(kNodes, "/clustersizingconfiguration.yaml"));
  const auto replace = [&text](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("to: 40\n", "to: 50\n");
  replace("from: 41\n", "from: 51\n");
  const RunResult result = RunCommand({"diff", "-f", kNodes, "--with", folder.Write("new.yaml", text), "-o", "name"});
  EXPECT_EQ(result.out, "clusters/birch small tiny\n");
}

}  // namespace
}  // namespace cpsizer::cli
