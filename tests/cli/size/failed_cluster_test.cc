// Tests that a cluster whose decision failed is part of each output for people and programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kWrong[] = "\"4GB\" has an invalid suffix";

// The example fleet. The memory of the VPA of archive-prod is not a quantity.
class FailedClusterTest : public ::testing::Test {
 protected:
  RunResult Run(const std::string& verb, const std::vector<std::string>& flags) const {
    std::vector<std::string> args = {verb, "-f", kConfiguration, "-f", absl::StrCat(kFleet, "/hostedclusters.yaml"),
                                     "-f", vpas_};
    if (verb == "diff") args.insert(args.end(), {"--with", kProposed});
    args.insert(args.end(), flags.begin(), flags.end());
    return RunCommand(args);
  }
  // Returns the item of archive-prod in the JSON output, or null.
  nlohmann::json ItemOf(const std::string& verb, const std::vector<std::string>& flags) const {
    std::vector<std::string> all = flags;
    all.insert(all.end(), {"-o", "json"});
    const auto json = nlohmann::json::parse(Run(verb, all).out);
    for (const auto& item : json["items"]) {
      if (item["cluster"]["name"] == "archive-prod") return item;
    }
    return {};
  }

  const TemporaryFolder folder_;
  const std::string vpas_ =
      folder_.Write("vpas.yaml", absl::StrReplaceAll(ReadSource(absl::StrCat(kFleet, "/verticalpodautoscalers.yaml")),
                                                     {{"\"4281023392\"", "4GB"}}));
};

TEST_F(FailedClusterTest, HasARowInEachTableOfRecommend) {
  const RunResult table = Run("recommend", {});
  EXPECT_EQ(table.exit_code, 1);
  EXPECT_THAT(table.out, ContainsRegex("clusters +archive-prod +[a-z]+ +FAILED +- +- +-\n"));
  EXPECT_THAT(table.err, HasSubstr(kWrong));
  EXPECT_THAT(table.err, HasSubstr("1 failed"));
  EXPECT_THAT(Run("recommend", {"-o", "wide"}).out, ContainsRegex("archive-prod +[a-z]+ +FAILED .*4GB"));
}

TEST_F(FailedClusterTest, IsInEachSelectionOfRecommend) {
  for (const char* selection : {"--held", "--changed"}) {
    EXPECT_THAT(Run("recommend", {selection}).out, HasSubstr("FAILED")) << selection;
    EXPECT_THAT(Run("recommend", {selection}).err, HasSubstr("1 failed")) << selection;
    EXPECT_TRUE(ItemOf("recommend", {selection}).contains("error")) << selection;
  }
}

TEST_F(FailedClusterTest, HasARowInEachTableOfDiff) {
  for (const char* format : {"table", "wide"}) {
    const RunResult result = Run("diff", {"-o", format});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.out, ContainsRegex("archive-prod +- +- +failed +with both configurations: .*4GB")) << format;
    EXPECT_THAT(result.out, HasSubstr("\n1 cluster failed: 1 with both configurations. A failed decision is counted "
                                      "with the current size.\n"))
        << format;
    EXPECT_THAT(result.err, HasSubstr("error: clusters/archive-prod with the current configuration: "));
    EXPECT_THAT(result.err, HasSubstr("error: clusters/archive-prod with the new configuration: "));
  }
  const nlohmann::json item = ItemOf("diff", {});
  EXPECT_EQ(item["move"], "failed");
  EXPECT_EQ(item["side"], "both");
  EXPECT_THAT(std::string(item["error"]["message"]), HasSubstr(kWrong));
  EXPECT_FALSE(item.contains("after"));
}

// Without memory capacities, the decision of each cluster that has a VPA fails.
std::string WithoutMemoryCapacities() {
  return absl::StrReplaceAll(
      ReadSource(kConfiguration),
      {{"        memory: 32Gi\n", ""}, {"        memory: 64Gi\n", ""}, {"        memory: 128Gi\n", ""}});
}

TEST(FailedSideTest, DiffNamesTheConfigurationWithWhichADecisionFailed) {
  const TemporaryFolder folder;
  const std::string failing = folder.Write("failing.yaml", WithoutMemoryCapacities());
  const std::string clusters = absl::StrCat(kFleet, "/hostedclusters.yaml");
  const std::string vpas = absl::StrCat(kFleet, "/verticalpodautoscalers.yaml");
  const std::pair<std::string, std::string> cases[] = {{kConfiguration, failing}, {failing, kConfiguration}};
  for (const auto& [before, after] : cases) {
    const bool fails_after = after == failing;
    const std::vector<std::string> args = {"diff", "-f", before, clusters, vpas, "--with", after};
    const RunResult result = RunCommand(args);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.out,
                ContainsRegex(fails_after ? "ingest-eu +large +- +failed +with the new configuration: no memory"
                                          : "ingest-eu +- +large +failed +with the current configuration: no "
                                            "memory"));
    EXPECT_THAT(result.out, HasSubstr(absl::StrCat("10 clusters failed: 10 with the ", fails_after ? "new" : "current",
                                                   " configuration. ")));
    EXPECT_THAT(result.err, HasSubstr("(CAPACITY_MISSING)\n"));
    EXPECT_THAT(result.err, Not(HasSubstr("(CAPACITY_MISSING) (")));
    std::vector<std::string> json_args = args;
    json_args.insert(json_args.end(), {"-o", "json"});
    const auto json = nlohmann::json::parse(RunCommand(json_args).out);
    EXPECT_EQ(json["failed"], 10);
    EXPECT_EQ(json["items"][0]["move"], "failed");
    EXPECT_EQ(json["items"][0]["side"], fails_after ? "after" : "before");
    EXPECT_TRUE(json["items"][0].contains("error"));
    EXPECT_EQ(json["items"][0].contains("before"), fails_after);
    EXPECT_EQ(json["items"][0].contains("after"), !fails_after);
  }
}

// A difference is exit code 1, and so is a refused decision: the table must not say that nothing moves.
TEST_F(FailedClusterTest, DiffDoesNotSayThatNoClusterWouldMove) {
  const RunResult result = RunCommand(
      {"diff", "-f", kConfiguration, absl::StrCat(kFleet, "/hostedclusters.yaml"), vpas_, "--with", kConfiguration});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, Not(HasSubstr("no cluster would move")));
}

// The sidecar holds such a cluster with the same reason.
TEST(UnreadableVpaTest, FailsTheCluster) {
  const TemporaryFolder folder;
  std::string vpas = ReadSource(absl::StrCat(kFleet, "/verticalpodautoscalers.yaml"));
  vpas.replace(vpas.find("\n    name: kube-apiserver"), 25, "\n    name: etcd");
  const std::vector<std::string> files = {
      "-f", kConfiguration, "-f", absl::StrCat(kFleet, "/hostedclusters.yaml"), "-f", folder.Write("vpas.yaml", vpas)};
  const auto run = [&files](std::vector<std::string> args) {
    args.insert(args.end(), files.begin(), files.end());
    return RunCommand(args);
  };
  const RunResult table = run({"recommend"});
  EXPECT_EQ(table.exit_code, 2);
  EXPECT_THAT(table.out, ContainsRegex("archive-prod +large +FAILED +-"));
  EXPECT_THAT(table.err, HasSubstr("error: clusters/archive-prod: its VPA cannot be used (VPA_UNREADABLE)\n"));
  const RunResult one = run({"recommend", "archive-prod"});
  EXPECT_THAT(one.out, ContainsRegex("archive-prod +large +FAILED +-"));
  EXPECT_THAT(one.err, HasSubstr("error: clusters/archive-prod: its VPA cannot be used (VPA_UNREADABLE)\n"));
  const auto json = nlohmann::json::parse(run({"recommend", "-o", "json"}).out);
  EXPECT_EQ(json["items"][0]["error"]["message"], "its VPA cannot be used");
}

// The names are a list for scripts.
TEST_F(FailedClusterTest, IsNotAmongTheNames) {
  for (const char* verb : {"recommend", "diff"}) {
    const RunResult result = Run(verb, {"-o", "name"});
    EXPECT_THAT(result.out, Not(HasSubstr("archive-prod"))) << verb;
    EXPECT_THAT(result.err, HasSubstr("archive-prod")) << verb;
  }
}

}  // namespace
}  // namespace cpsizer::cli
