// Tests `cpsizer effects` with files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/cli/run_command.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kEffectsExample[] = "deploy/examples/effects";

RunResult RunEffects(std::vector<std::string> args) {
  args.insert(args.begin(), {"effects", "-f", kEffectsExample});
  return RunCommand(args);
}

nlohmann::json EffectsOf(std::vector<std::string> args) {
  args.insert(args.end(), {"-o", "json"});
  return nlohmann::json::parse(RunEffects(args).out);
}

TEST(EffectsTest, ExampleMatchesGoldenFiles) {
  ExpectGolden("effects.txt", RunEffects({}).out);
  ExpectGolden("effects.json", RunEffects({"-o", "json"}).out);
  ExpectGolden("effects_wide.txt", RunEffects({"-o", "wide"}).out);
  ExpectGolden("effects_red.txt", RunEffects({"red"}).out);
  ExpectGolden("effects_red.json", RunEffects({"red", "-o", "json"}).out);
}

TEST(EffectsTest, NotableClustersAreFindings) {
  EXPECT_EQ(RunEffects({}).exit_code, 1);
  EXPECT_EQ(RunEffects({"blue"}).exit_code, 0);
  EXPECT_EQ(RunEffects({"--exit-zero"}).exit_code, 0);
  EXPECT_EQ(RunEffects({"-o", "name"}).out, "clusters/green\nclusters/red\nclusters/white\n");
}

TEST(EffectsTest, ABaselineReplacesTheTableOfTheTree) {
  testing::TemporaryFolder folder;
  const std::string path = folder.Write("baseline.csv", "component,container,cpu,memory\netcd,etcd,300m,1Gi\n");
  const nlohmann::json json = EffectsOf({"--baseline", path});
  EXPECT_EQ(json["baseline"], path);
  const nlohmann::json& containers = json["sizes"][0]["containers"];
  ASSERT_EQ(containers.size(), 2u);
  EXPECT_EQ(containers[0]["requests"]["cpu"]["amount"], "300m");
  EXPECT_EQ(containers[0]["requests"]["cpu"]["from"], "baseline");
  EXPECT_EQ(containers[0]["requests"]["memory"]["from"], "size");
}

TEST(EffectsTest, AnInvalidBaselineIsAnErrorWithPlaceAndRemedy) {
  testing::TemporaryFolder folder;
  const std::string path = folder.Write("baseline.csv", "component,container,cpu,memory\netcd,etcd,one,1Gi\n");
  const RunResult result = RunEffects({"--baseline", path});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr(absl::StrCat("--baseline: ", path, ": line 2: cpu: \"one\" is not a quantity")));
  EXPECT_THAT(RunEffects({"--baseline", "none.csv"}).err, HasSubstr("--baseline: "));
}

TEST(EffectsTest, AnUnknownClusterIsAnError) {
  const RunResult result = RunEffects({"pink"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("pink"));
}

std::string NodeOf(const char* name, const char* size, const char* limit) {
  return absl::StrCat("apiVersion: v1\nkind: Node\nmetadata:\n  name: ", name,
                      "\n  labels:\n    hypershift.openshift.io/request-serving-component: \"true\"\n"
                      "    hypershift.openshift.io/cluster: clusters-blue\n"
                      "    hypershift.openshift.io/cluster-size: ",
                      size,
                      "\n    osd-fleet-manager.openshift.io/paired-nodes: pair-1\n"
                      "    hypershift.openshift.io/request-serving-gomemlimit: ",
                      limit, "\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 250}}\n---\n");
}

TEST(EffectsTest, TheLabelOfTheNodesWins) {
  testing::TemporaryFolder folder;
  const std::string path =
      folder.Write("nodes.yaml", absl::StrCat(NodeOf("n1", "large", "1GiB"), NodeOf("n2", "small", "3GiB")));
  const RunResult result = RunCommand({"effects", "-f", kEffectsExample, "-f", path, "-o", "json", "blue"});
  const nlohmann::json cluster = nlohmann::json::parse(result.out)["clusters"][0];
  EXPECT_EQ(cluster["nodeGoMemLimit"], "3GiB");
  EXPECT_EQ(cluster["annotations"][0]["sizeSets"], "3GiB");
  EXPECT_EQ(cluster["annotations"][0]["state"], "overwritten");
  EXPECT_THAT(result.err, HasSubstr("sets GOMEMLIMIT in place of kasGoMemLimit: clusters/blue"));
}

TEST(EffectsTest, ANoteNamesClustersWithoutTheAnnotationsOfTheirSize) {
  testing::TemporaryFolder folder;
  const std::string path = folder.Write(
      "pink.yaml",
      "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata:\n  name: pink\n  namespace: "
      "clusters\n  labels: {hypershift.openshift.io/hosted-cluster-size: small}\n");
  const RunResult result = RunCommand({"effects", "-f", kEffectsExample, "-f", path});
  EXPECT_THAT(result.err, HasSubstr("1 cluster without the annotations of the size: clusters/pink"));
  EXPECT_THAT(result.out, Not(HasSubstr("pink")));
}

}  // namespace
}  // namespace cpsizer::cli
