#include "client/machine/node_usage.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "gmock/gmock.h"
#include "tests/machine/machine_objects_json.h"

namespace cpsizer::machine {
namespace {

using kube::Json;
using ::testing::ElementsAre;
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
  EXPECT_EQ(nodes.at("a").cpu, 4'000'000'000);
  EXPECT_EQ(nodes.at("b").memory, int64_t{16} << 30);
}

TEST(NodeUsageTest, ANodeWithoutACapacityHasNone) {
  Json node = NodeJson("a");
  node["status"].erase("capacity");
  NodeCapacities nodes;
  ASSERT_TRUE(ReadNodes(ListOf("NodeList", {node}).dump(), nodes).ok());
  EXPECT_EQ(nodes.at("a").cpu, 0);
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
  SamplesByNode samples;
  const Json list = ListOf(
      "NodeMetricsList", {NodeMetricsJson("a", kTime, "277712796n", "693412Ki"), NodeMetricsJson("worker", "?", "?")});
  ASSERT_TRUE(ReadNodeMetrics(list.dump(), TwoNodes(), samples).ok());
  ASSERT_EQ(samples.size(), 1u);
  const v1::MachineUsageSamples& cpu = samples.at("a").cpu();
  EXPECT_THAT(cpu.end_unix_nanos(), ElementsAre(1'772'366'400'000'000'000));
  EXPECT_THAT(cpu.window_nanos(), ElementsAre(30'000'000'000));
  EXPECT_THAT(cpu.usages(), ElementsAre(277'712'796));
  EXPECT_THAT(cpu.capacities(), ElementsAre(4'000'000'000));
  const v1::MachineUsageSamples& memory = samples.at("a").memory();
  EXPECT_THAT(memory.end_unix_nanos(), ElementsAre(1'772'366'400'000'000'000));
  EXPECT_THAT(memory.usages(), ElementsAre(int64_t{693'412} << 10));
  EXPECT_THAT(memory.capacities(), ElementsAre(int64_t{16} << 30));
}

TEST(NodeUsageTest, AResourceWithoutUsageOrCapacityHasNoSample) {
  Json metrics = NodeMetricsJson("a", kTime, "1", "1Gi");
  metrics["usage"].erase("cpu");
  NodeCapacities nodes = TwoNodes();
  nodes.at("a").memory = 0;
  SamplesByNode samples;
  ASSERT_TRUE(ReadNodeMetrics(ListOf("NodeMetricsList", {metrics}).dump(), nodes, samples).ok());
  EXPECT_FALSE(samples.at("a").has_cpu());
  EXPECT_FALSE(samples.at("a").has_memory());
}

// The amounts of CPU and memory are the largest possible amounts. Bytes are rounded up.
TEST(NodeUsageTest, AmountsBecomeWholeNumbers) {
  const Json largest = NodeMetricsJson("a", kTime, "9223372036854775807n", "9223372036854775806500m");
  SamplesByNode samples;
  ASSERT_TRUE(ReadNodeMetrics(ListOf("NodeMetricsList", {largest}).dump(), TwoNodes(), samples).ok());
  EXPECT_EQ(samples.at("a").cpu().usages(0), INT64_MAX);
  EXPECT_EQ(samples.at("a").memory().usages(0), INT64_MAX);
}

TEST(NodeUsageTest, TheFirstAndTheLastTime) {
  for (const char* time : {"1677-09-21T00:12:43.145224192Z", "2262-04-11T23:47:16.854775807Z"}) {
    Json item = NodeMetricsJson("a", time, "1", "1");
    item["window"] = "2562047h47m16.854775807s";
    SamplesByNode samples;
    ASSERT_TRUE(ReadNodeMetrics(ListOf("NodeMetricsList", {item}).dump(), TwoNodes(), samples).ok()) << time;
    EXPECT_EQ(samples.at("a").cpu().end_unix_nanos(0), time[0] == '1' ? INT64_MIN : INT64_MAX);
    EXPECT_EQ(samples.at("a").cpu().window_nanos(0), INT64_MAX);
  }
}

TEST(NodeUsageTest, ACapacityBeyond64BitsIsAnError) {
  Json node = NodeJson("a");
  node["status"]["capacity"]["cpu"] = "10G";
  NodeCapacities nodes;
  const absl::Status status = ReadNodes(ListOf("NodeList", {node}).dump(), nodes);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("items[0]: status.capacity[cpu]: \"10G\" is more than 9.2 billion CPUs. Check the suffix"));
}

TEST(NodeUsageTest, AnInvalidResponseIsAnError) {
  struct BadItem {
    const char* field;
    Json value;
    const char* message;
  };
  const std::vector<BadItem> cases = {
      {"timestamp", "yesterday", "timestamp: \"yesterday\" is not a time from 1678 to 2261. Write RFC 3339"},
      {"timestamp", "1677-09-21T00:12:43.145224191Z", "(TIME_MALFORMED)"},
      {"timestamp", "2262-04-11T23:47:16.854775808Z", "(TIME_MALFORMED)"},
      {"timestamp", "infinite-future", "\"infinite-future\" is not a time"},
      {"timestamp", nullptr, "timestamp: it is missing, empty or not text. Set the field"},
      {"timestamp", "", "(FIELD_REQUIRED)"},
      {"window", "-1s", "window: \"-1s\" is not a duration from 0 to 292 years. Write numbers with units"},
      {"window", "soon", "window: \"soon\" is not a duration"},
      {"window", "inf", "window: \"inf\" is not a duration"},
      {"window", "2562047h47m16.854775808s", "(DURATION_MALFORMED)"},
      {"window", 30, "window: it is missing, empty or not text"},
      {"usage", {{"cpu", "much"}}, "usage[cpu]: \"much\" is not a number with an optional suffix. Write a number"},
      {"usage", {{"cpu", "-1"}}, "usage[cpu]: \"-1\" is negative. Write zero or more. (VALUE_NEGATIVE)"},
      {"usage", {{"cpu", "9223372036854775808n"}}, "is more than 9.2 billion CPUs. Check the suffix"},
      {"usage",
       {{"memory", "1e30"}},
       "usage[memory]: \"1e30\" is beyond 9223372036854775807, the largest amount. Check the suffix"},
      {"usage", {{"cpu", std::string(100, '1')}}, "usage[cpu]"},
  };
  for (const BadItem& bad : cases) {
    Json item = NodeMetricsJson("a", kTime, "1");
    item[bad.field] = bad.value;
    SamplesByNode samples;
    const absl::Status status = ReadNodeMetrics(ListOf("NodeMetricsList", {item}).dump(), TwoNodes(), samples);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << bad.message << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(bad.message));
  }
}

TEST(NodeUsageTest, AnotherKindOfListIsAnError) {
  SamplesByNode samples;
  EXPECT_TRUE(absl::IsInvalidArgument(ReadNodeMetrics(ListOf("PodMetricsList", {}).dump(), TwoNodes(), samples)));
  EXPECT_TRUE(absl::IsInvalidArgument(ReadNodeMetrics("<html>", TwoNodes(), samples)));
}

}  // namespace
}  // namespace cpsizer::machine
