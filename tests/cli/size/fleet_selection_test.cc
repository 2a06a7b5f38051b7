#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/cli/run_command.h"

// Tests -n, -A, -l and the flags that show a part of a fleet, with files. live_cluster_test.cc tests the same flags
// with a cluster.
namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kClusters[] = R"(
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata: {namespace: east, name: shop, labels: {tier: prod}}
---
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata: {namespace: east, name: lab, labels: {tier: dev, canary: "yes"}}
---
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata: {namespace: west, name: shop, labels: {tier: prod}}
---
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata: {name: anywhere}
)";

class FleetSelectionTest : public ::testing::Test {
 protected:
  RunResult Run(std::vector<std::string> args) const {
    args.insert(args.begin(), {"recommend", "-f", kConfiguration, "-f", clusters_});
    return RunCommand(args);
  }
  std::string Names(std::vector<std::string> args) const {
    args.insert(args.end(), {"-o", "name"});
    const RunResult result = Run(std::move(args));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out;
  }

  const TemporaryFolder folder_;
  const std::string clusters_ = folder_.Write("clusters.yaml", kClusters);
};

TEST_F(FleetSelectionTest, ANamespaceSelectsItsClustersAndThoseWithoutOne) {
  EXPECT_EQ(Names({}), "anywhere -\neast/lab -\neast/shop -\nwest/shop -\n");
  EXPECT_EQ(Names({"-n", "east"}), "anywhere -\neast/lab -\neast/shop -\n");
  EXPECT_EQ(Names({"-n", "east", "-A"}), Names({}));
  EXPECT_EQ(Names({"-n", "west", "shop"}), "west/shop -\n");
  const RunResult none = Run({"-n", "north", "-l", "tier"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_EQ(
      none.err,
      "error: -n north and -l tier together leave out all 4 HostedClusters of the files; change -n or -l, or give "
      "a demand with --memory and --cpu\n");
  EXPECT_THAT(Run({"-l", "tier=none"}).err, HasSubstr("-l tier=none leaves out all 4 HostedClusters of the files"));
}

TEST_F(FleetSelectionTest, ASelectorSelectsByLabels) {
  EXPECT_EQ(Names({"-l", "tier=prod"}), "east/shop -\nwest/shop -\n");
  EXPECT_EQ(Names({"-l", "tier!=prod"}), "anywhere -\neast/lab -\n");
  EXPECT_EQ(Names({"--selector=tier in (prod,dev),!canary", "-n", "east"}), "east/shop -\n");
}

// A list with one item is printed as a list. Therefore the form of the output does not depend on the number of matches.
TEST_F(FleetSelectionTest, ASelectorGivesAListEvenOfOne) {
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{
           {"-l", "canary"}, {"-l", "tier=prod", "-n", "west"}, {"-l", "canary", "--sort-by=cpu"}}) {
    std::vector<std::string> as_json = args;
    as_json.insert(as_json.end(), {"-o", "json"});
    EXPECT_EQ(nlohmann::json::parse(Run(as_json).out)["items"].size(), 1);
    EXPECT_THAT(Run(args).out, StartsWith("NAMESPACE"));
  }
}

TEST_F(FleetSelectionTest, NoChangedOrHeldClusterGivesAnEmptyList) {
  const RunResult table = Run({"--held"});
  EXPECT_EQ(table.exit_code, 0);
  EXPECT_EQ(table.out, "");
  EXPECT_THAT(table.err, HasSubstr("0 of 4 clusters"));
  EXPECT_EQ(Run({"--changed", "-o", "name"}).out, "");
  EXPECT_EQ(nlohmann::json::parse(Run({"--changed", "-o", "json"}).out),
            nlohmann::json({{"items", nlohmann::json::array()}}));
}

TEST_F(FleetSelectionTest, InvalidFlagsAreExitCodeTwoWithHint) {
  const struct {
    std::vector<std::string> args;
    const char* err;
  } cases[] = {
      {{"--sort=age"}, "\"age\" is not one of namespace, name, size, memory, cpu, headroom"},
      {{"-l", "tier=prod,zone>2"}, "error: --selector: \"zone>2\" is not a requirement on a label; write key=value"},
      {{"-l", "tier", "east/shop"}, "specifies one"},
      {{"--held", "east/shop"}, "specifies one"},
      {{"--changed", "--memory=1Gi"}, "replace one"},
      {{"-w"}, "--watch follows a cluster"},
  };
  for (const auto& test : cases) {
    const RunResult result = Run(test.args);
    EXPECT_EQ(result.exit_code, 2) << result.out;
    EXPECT_THAT(result.err, HasSubstr(test.err));
  }
}

TEST_F(FleetSelectionTest, DiffComparesTheSelectedClusters) {
  const auto diff = [](std::vector<std::string> args) {
    args.insert(args.begin(), {"diff", "-f", kFleet, "--with", kProposed, "-o", "name"});
    return RunCommand(args);
  };
  const RunResult all = diff({});
  EXPECT_EQ(diff({"-n", "clusters"}).out, all.out);
  const RunResult none = diff({"-n", "elsewhere"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_EQ(none.err, "error: -n elsewhere leaves out all 13 HostedClusters of the files; change -n\n");
  EXPECT_EQ(diff({"-l", "hypershift.openshift.io/hosted-cluster-size=large"}).out, "clusters/ingest-eu large xlarge\n");
}

// The command also reads autoscalers that have other labels or are in other namespaces, because they may select the
// same pods.
TEST_F(FleetSelectionTest, ReplicasDecidesForTheSelectedAutoscalers) {
  const auto replicas = [](std::vector<std::string> args) {
    args.insert(args.begin(), {"replicas", "-f", kReplicas, "--metrics", kReplicasBusy});
    return RunCommand(args);
  };
  const auto all = replicas({"-o", "json"});
  EXPECT_EQ(replicas({"-A", "-o", "json"}).out, all.out);
  const RunResult none = replicas({"-n", "elsewhere"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_EQ(none.err, "error: -n elsewhere leaves out the only HorizontalPodAutoscaler of the files; change -n\n");
  EXPECT_THAT(replicas({"-l", "nosuch"}).err,
              HasSubstr("error: -l nosuch leaves out the only HorizontalPodAutoscaler of the files"));
  EXPECT_EQ(nlohmann::json::parse(replicas({"-l", "!nosuch", "-o", "json"}).out)["items"].size(), 1);
}

}  // namespace
}  // namespace cpsizer::cli
