// Tests the capacity of the management cluster on the page.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "tests/cli/run_command.h"
#include "tests/cli/ui/page_fixture.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

constexpr char kManagementCluster[] = "deploy/examples/capacity";
constexpr char kLarger[] = "deploy/examples/larger-requests.yaml";

// Returns the output of `cpsizer capacity`, with the lines of its standard error as notes.
json CapacityPrinted(std::vector<std::string> args) {
  args.insert(args.begin(), {"capacity", "-f", kManagementCluster, "-o", "json"});
  const RunResult result = RunCommand(args);
  json printed = json::parse(result.out);
  for (const absl::string_view line : absl::StrSplit(result.err, '\n', absl::SkipEmpty())) {
    printed["notes"].push_back(std::string(line));
  }
  return printed;
}

TEST(CapacityViewTest, IsTheOutputOfTheVerb) {
  TestedPage page(FlagsForFiles({kManagementCluster}));
  EXPECT_EQ(page.Get("/api/status").json["views"], json({"fleet", "whatIf", "sizes", "capacity", "reference"}));
  EXPECT_EQ(page.Get("/api/capacity").json, CapacityPrinted({}));
  EXPECT_EQ(page.WorkOf("/api/capacity"), ui::ApiWork::kCompare);
}

TEST(CapacityViewTest, PlanIsTheOutputOfTheVerbWithItsFlags) {
  TestedPage page(FlagsForFiles({kManagementCluster}));
  EXPECT_EQ(page.Post("/api/capacity", {{"yaml", ReadSource(kLarger)}}).json, CapacityPrinted({"--with", kLarger}));
  EXPECT_EQ(page.Post("/api/capacity", {{"nodesLike", {"node-a1=2", "node-b1=1"}}}).json,
            CapacityPrinted({"--nodes-like=node-a1=2", "--nodes-like=node-b1=1"}));
  EXPECT_EQ(page.Post("/api/capacity", {{"yaml", ReadSource(kLarger)}, {"nodesLike", {"node-a1=1"}}}).json,
            CapacityPrinted({"--with", kLarger, "--nodes-like=node-a1=1"}));
  EXPECT_NE(page.Get("/api/capacity").json, CapacityPrinted({"--with", kLarger}));
}

TEST(CapacityViewTest, WrongPlansAreErrors) {
  TestedPage page(FlagsForFiles({kManagementCluster}));
  const auto error_of = [&page](const json& body) {
    const TestedPage::Answer answer = page.Post("/api/capacity", body);
    EXPECT_EQ(answer.code, 400) << body;
    return answer.json["error"]["message"].get<std::string>();
  };
  EXPECT_THAT(error_of({{"nodesLike", "node-a1=2"}}), HasSubstr("nodesLike: is not a list of texts"));
  EXPECT_THAT(error_of({{"nodesLike", std::vector<std::string>(101, "node-a1=1")}}), HasSubstr("at most 100"));
  EXPECT_THAT(error_of({{"nodesLike", {"node-a1"}}}), HasSubstr("\"node-a1\" is not NAME=COUNT"));
  EXPECT_THAT(error_of({{"nodesLike", {"node-x=1"}}}), HasSubstr("there is no Node \"node-x\""));
  EXPECT_THAT(error_of({{"yaml", "kind: ConfigMap"}}), HasSubstr("has no apiVersion"));
  EXPECT_THAT(error_of({{"yaml", ""}}), HasSubstr("there is no ClusterSizingConfiguration"));
  EXPECT_THAT(error_of({{"yaml", "a: ["}}), HasSubstr("is not closed"));
}

TEST(CapacityViewTest, WithoutNodesOrClustersThereIsNoView) {
  TestedPage fleet(FlagsForFiles({"deploy/examples/capacity/clusters.yaml"}));
  EXPECT_EQ(fleet.Get("/api/capacity").code, 404);
  EXPECT_EQ(fleet.Post("/api/capacity", json::object()).code, 404);
  TestedPage nodes(FlagsForFiles({"deploy/examples/capacity/nodes.yaml"}));
  EXPECT_EQ(nodes.Get("/api/capacity").code, 404);
}

TEST(CapacityViewTest, ErrorOfTheVerbIsAnswered) {
  const TemporaryFolder folder;
  const std::string twice = folder.Write("nodes.yaml", ReadSource("deploy/examples/capacity/nodes.yaml"));
  TestedPage page(FlagsForFiles({kManagementCluster, twice}));
  const TestedPage::Answer answer = page.Get("/api/capacity");
  EXPECT_EQ(answer.code, 400) << answer.json;
  EXPECT_THAT(answer.json["error"]["message"].dump(), HasSubstr("is there twice"));
}

}  // namespace
}  // namespace cpsizer::cli
