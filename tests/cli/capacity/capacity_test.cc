// Tests `cpsizer capacity` with files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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
  EXPECT_EQ(sizes[0]["more"], sizes[0]["bound"]);
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

}  // namespace
}  // namespace cpsizer::cli
