#include "client/machine/node_usage.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "gmock/gmock.h"
#include "tests/machine/machine_objects_json.h"

namespace cpsizer::machine {
namespace {

using kube::Json;
using ::testing::HasSubstr;

constexpr char kTime[] = "2026-03-01T12:00:00Z";

NodeCapacities TwoNodes() {
  NodeCapacities nodes;
  EXPECT_TRUE(ReadNodes(ListOf("NodeList", {NodeJson("a"), NodeJson("b")}).dump(), nodes).ok());
  return nodes;
}

TEST(NodeUsageTest, ReadsTheCapacityOfEachNode) {
  const NodeCapacities nodes = TwoNodes();
  ASSERT_EQ(nodes.size(), 2u);
  EXPECT_EQ(nodes.at("a").cpu, "4");
  EXPECT_EQ(nodes.at("b").memory, "16Gi");
}

TEST(NodeUsageTest, ANodeWithoutACapacityHasNone) {
  Json node = NodeJson("a");
  node["status"].erase("capacity");
  NodeCapacities nodes;
  ASSERT_TRUE(ReadNodes(ListOf("NodeList", {node}).dump(), nodes).ok());
  EXPECT_EQ(nodes.at("a").cpu, "");
}

TEST(NodeUsageTest, RefusesACapacityThatIsNotAQuantity) {
  Json node = NodeJson("a");
  node["status"]["capacity"]["cpu"] = "many";
  NodeCapacities nodes;
  const absl::Status status = ReadNodes(ListOf("NodeList", {node}).dump(), nodes);
  EXPECT_THAT(std::string(status.message()), HasSubstr("items[0]: status.capacity[cpu]: \"many\""));
}

TEST(NodeUsageTest, RefusesMoreNodesThanADecisionMayHave) {
  std::vector<Json> nodes;
  nodes.reserve(kMaxMachineNodes);
  for (int i = 0; i < kMaxMachineNodes; ++i) nodes.push_back(NodeJson(absl::StrCat("n", i)));
  NodeCapacities read;
  EXPECT_TRUE(ReadNodes(ListOf("NodeList", nodes).dump(), read).ok());
  const absl::Status status = ReadNodes(ListOf("NodeList", {NodeJson("one-more")}).dump(), read);
  EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
}

TEST(NodeUsageTest, ASampleHasUsageAndCapacity) {
  absl::btree_map<std::string, v1::MachineSample> samples;
  const Json list = ListOf(
      "NodeMetricsList", {NodeMetricsJson("a", kTime, "277712796n", "693412Ki"), NodeMetricsJson("worker", "?", "?")});
  ASSERT_TRUE(ReadNodeMetrics(list.dump(), TwoNodes(), samples).ok());
  ASSERT_EQ(samples.size(), 1u);
  const v1::MachineSample& sample = samples.at("a");
  EXPECT_EQ(sample.timestamp(), kTime);
  EXPECT_EQ(sample.window(), "30s");
  EXPECT_EQ(sample.cpu_usage(), "277712796n");
  EXPECT_EQ(sample.cpu_capacity(), "4");
  EXPECT_EQ(sample.memory_usage(), "693412Ki");
  EXPECT_EQ(sample.memory_capacity(), "16Gi");
}

TEST(NodeUsageTest, AnAnswerThatCannotBeMeantIsAnError) {
  struct BadItem {
    const char* field;
    Json value;
    const char* message;
  };
  const std::vector<BadItem> cases = {
      {"timestamp", "yesterday", "timestamp: \"yesterday\" is not a time of RFC 3339"},
      {"timestamp", nullptr, "timestamp: \"\" is not a time"},
      {"window", "-1s", "window: \"-1s\" is not a duration of at least 0"},
      {"window", "soon", "window: \"soon\" is not a duration"},
      {"usage", {{"cpu", "much"}}, "usage[cpu]: \"much\""},
      {"usage", {{"cpu", "-1"}}, "usage[cpu]: \"-1\" is negative"},
      {"usage", {{"memory", "1e30"}}, "usage[memory]: \"1e30\""},
      {"usage", {{"cpu", std::string(100, '1')}}, "usage[cpu]"},
  };
  for (const BadItem& bad : cases) {
    Json item = NodeMetricsJson("a", kTime, "1");
    item[bad.field] = bad.value;
    absl::btree_map<std::string, v1::MachineSample> samples;
    const absl::Status status = ReadNodeMetrics(ListOf("NodeMetricsList", {item}).dump(), TwoNodes(), samples);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << bad.message << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(bad.message));
  }
}

TEST(NodeUsageTest, AnotherKindOfListIsAnError) {
  absl::btree_map<std::string, v1::MachineSample> samples;
  EXPECT_TRUE(absl::IsInvalidArgument(ReadNodeMetrics(ListOf("PodMetricsList", {}).dump(), TwoNodes(), samples)));
  EXPECT_TRUE(absl::IsInvalidArgument(ReadNodeMetrics("<html>", TwoNodes(), samples)));
}

}  // namespace
}  // namespace cpsizer::machine
