// Tests `cpsizer capacity` with files.
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

constexpr char kCapacityExample[] = "deploy/examples/capacity";
constexpr char kClustersFile[] = "deploy/examples/capacity/clusters.yaml";
constexpr char kLargerFile[] = "deploy/examples/larger-requests.yaml";

RunResult RunCapacity(std::vector<std::string> args) {
  args.insert(args.begin(), {"capacity", "-f", kCapacityExample});
  return RunCommand(args);
}

nlohmann::json CapacityOf(std::vector<std::string> args) {
  args.insert(args.end(), {"-o", "json"});
  return nlohmann::json::parse(RunCapacity(args).out);
}

TEST(CapacityTest, ExampleMatchesGoldenFiles) {
  ExpectGolden("capacity.txt", RunCapacity({}).out);
  ExpectGolden("capacity.json", RunCapacity({"-o", "json"}).out);
  ExpectGolden("capacity_with.txt", RunCapacity({"--with", kLargerFile}).out);
  EXPECT_EQ(RunCapacity({}).exit_code, 0);
}

TEST(CapacityTest, ASizeHasTheClusterWithTheMostMemoryAsTemplate) {
  const nlohmann::json sizes = CapacityOf({})["sizes"];
  ASSERT_EQ(sizes.size(), 3u);
  EXPECT_EQ(sizes[0]["template"], "clusters/blue");
  EXPECT_EQ(sizes[0]["availabilityPolicy"], "HighlyAvailable");
  EXPECT_EQ(sizes[0]["clusters"], 2);
  EXPECT_EQ(sizes[1]["template"], "clusters/green");
  EXPECT_FALSE(sizes[2].contains("template"));
  // One fewer than the bound, which does not know that the surge of a rollout has its node.
  EXPECT_EQ(sizes[0]["more"].get<int>() + 1, sizes[0]["bound"].get<int>());
}

TEST(CapacityTest, PlannedNodesAddRoom) {
  const auto of_small = [](const nlohmann::json& capacity) { return capacity["sizes"][0]["more"].get<int>(); };
  const nlohmann::json planned =
      CapacityOf({"--nodes-like", "node-a1=1", "--nodes-like", "node-b1=1", "--nodes-like", "node-c1=1"});
  EXPECT_GT(of_small(planned), of_small(CapacityOf({})));
  EXPECT_EQ(planned["total"]["nodes"], 9);
}

TEST(CapacityTest, LargerRequestsOfAnotherConfigurationTakeRoom) {
  const nlohmann::json now = CapacityOf({});
  const nlohmann::json then = CapacityOf({"--with", kLargerFile});
  EXPECT_GT(then["total"]["requested"]["memoryBytes"], now["total"]["requested"]["memoryBytes"]);
  EXPECT_LT(then["sizes"][0]["more"], now["sizes"][0]["more"]);
  EXPECT_EQ(then["pendingPods"], 0);
}

TEST(CapacityTest, AConfigurationThatChangesNothingGetsANote) {
  constexpr char kNote[] = "note: --with changes no request";
  EXPECT_THAT(RunCapacity({"--with", kClustersFile}).err, HasSubstr(kNote));
  EXPECT_THAT(RunCapacity({"--with", kLargerFile}).err, Not(HasSubstr(kNote)));
  EXPECT_THAT(RunCapacity({}).err, Not(HasSubstr(kNote)));
}

TEST(CapacityTest, TheLossOfAZoneHasNoRoomForHighlyAvailableClusters) {
  const nlohmann::json losses = CapacityOf({})["losses"];
  ASSERT_EQ(losses.size(), 4u);
  EXPECT_EQ(losses[1]["lossOf"], "zone zone-a");
  EXPECT_EQ(losses[1]["more"]["small"], 0);
  EXPECT_EQ(losses[1]["podsWithoutOtherZone"], 6);
}

TEST(CapacityTest, WrongInputIsOneError) {
  EXPECT_EQ(RunCapacity({"--nodes-like", "node-a1"}).err,
            "error: --nodes-like: \"node-a1\" is not NAME=COUNT with a count from 1 to 5000; write the name of a Node "
            "and a number, such as worker-1=3\n");
  EXPECT_THAT(RunCapacity({"--nodes-like", "node-a3=1"}).err,
              HasSubstr("--nodes-like: there is no Node \"node-a3\"; did you mean \"node-a"));
  const RunResult none = RunCommand({"capacity", "-f", kClustersFile});
  EXPECT_THAT(none.err, HasSubstr("there is no Node"));
  EXPECT_EQ(none.exit_code, 2);
}

TEST(CapacityTest, TheSameNodeTwiceIsAnError) {
  const TemporaryFolder folder;
  const std::string node = "apiVersion: v1\nkind: Node\nmetadata: {name: a}\n";
  const RunResult twice = RunCommand({"capacity", "-f", folder.Write("nodes.yaml", node + "---\n" + node)});
  EXPECT_THAT(twice.err, HasSubstr("Node a is there twice; give it once"));
}

TEST(CapacityTest, AFullZoneIsAWarning) {
  const TemporaryFolder folder;
  const RunResult full = RunCommand(
      {"capacity", "-f",
       folder.Write(
           "full.yaml",
           "apiVersion: v1\nkind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1, memory: 1Gi, pods: "
           "9}}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: hcp}\nspec: {nodeName: a, "
           "containers: [{name: c, resources: {requests: {cpu: 800m}}}]}\n")});
  EXPECT_THAT(full.err,
              HasSubstr("warning: cpu of the nodes without a zone: 80% is requested; from 80% on, add nodes"));
  EXPECT_EQ(full.exit_code, 1);
}

// A pod of the Deployment `name` on node a, or without a node.
std::string PodOf(const std::string& name_space, const std::string& name, int number, const std::string& spec) {
  return absl::StrCat(
      "---\napiVersion: v1\nkind: Pod\nmetadata: {name: ", name, "-5d4f-", number, ", namespace: ", name_space,
      ", labels: {pod-template-hash: 5d4f}, ownerReferences: [{kind: ReplicaSet, controller: true, name: ", name,
      "-5d4f}]}\nspec: {", spec, "containers: [{name: c, resources: {requests: {memory: 1Gi}}}]}\n");
}

// Returns a cluster of the size small on a node with `gibibytes` of memory, with `replicas` pods of 1Gi.
std::string SmallCluster(int gibibytes, int replicas, const std::string& selector = "") {
  std::string text = absl::StrCat(
      "apiVersion: v1\nkind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 9, memory: ", gibibytes,
      "Gi, pods: 99}}\n---\napiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: {name: c, "
      "namespace: clusters, labels: {hypershift.openshift.io/hosted-cluster-size: small}}\n");
  for (int i = 0; i < replicas; ++i) {
    absl::StrAppend(&text, PodOf("clusters-c", "kube-apiserver", i, absl::StrCat("nodeName: a, ", selector)));
  }
  return text;
}

// Source: SetReplicasAndStrategy of HyperShift: a surge of one pod, and none for three replicas.
TEST(CapacityTest, ARolloutStartsPodsBeforeItEndsOthers) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& text, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"capacity", "-f", folder.Write("cluster.yaml", text)});
    return RunCommand(more);
  };
  const nlohmann::json roomy = nlohmann::json::parse(run(SmallCluster(10, 2), {"-o", "json"}).out);
  EXPECT_EQ(roomy["surge"]["cluster"], "clusters/c");
  EXPECT_EQ(roomy["surge"]["requests"]["pods"], 1);
  EXPECT_EQ(roomy["surge"]["podsWithoutRoom"], 0);
  // 10Gi hold the cluster (2), the surge (1) and three further clusters (6).
  EXPECT_EQ(roomy["sizes"][0]["more"], 3);
  EXPECT_EQ(roomy["total"]["requested"]["pods"], 2);
  EXPECT_FALSE(nlohmann::json::parse(run(SmallCluster(10, 3), {"-o", "json"}).out).contains("surge"));

  const RunResult full = run(SmallCluster(2, 2));
  EXPECT_THAT(full.err, HasSubstr("warning: a rollout of clusters/c waits: no node has room for 1 pod that it starts "
                                  "before it ends others; add nodes"));
  EXPECT_EQ(full.exit_code, 1);
}

// A placeholder keeps nodes ready when each of its pods has one.
TEST(CapacityTest, CountsThePlaceholdersThatAreReady) {
  const TemporaryFolder folder;
  constexpr char kNamespace[] = "hypershift-request-serving-node-placeholders";
  std::string text = SmallCluster(40, 2, "nodeSelector: {hypershift.openshift.io/cluster: clusters-c}, ");
  absl::StrAppend(&text, PodOf("clusters-c", "etcd", 0, "nodeName: a, "));
  for (int i = 0; i < 2; ++i) {
    absl::StrAppend(&text, PodOf(kNamespace, "placeholder-small-0", i, "nodeName: a, "));
    absl::StrAppend(&text, PodOf(kNamespace, "placeholder-small-1", i, i == 0 ? "nodeName: a, " : ""));
    absl::StrAppend(&text, PodOf(kNamespace, "placeholder-large-0", i, "nodeName: a, "));
  }
  const std::string file = folder.Write("cluster.yaml", text);
  EXPECT_THAT(RunCommand({"capacity", "-f", file}).err,
              HasSubstr("note: size small: nodes of its own cluster run kube-apiserver; a further cluster needs such "
                        "nodes too (placeholders that keep some ready: 1)"));
  EXPECT_EQ(nlohmann::json::parse(RunCommand({"capacity", "-f", file, "-o", "json"}).out)["sizes"][0]["placeholders"],
            1);
}

}  // namespace
}  // namespace cpsizer::cli
