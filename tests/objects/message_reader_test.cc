#include "client/objects/message_reader.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/objects/file_limits.h"
#include "client/objects/inventory_builder.h"
#include "gmock/gmock.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"
#include "tests/objects/read_text.h"

namespace cpsizer::objects {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr absl::string_view kHead =
    "apiVersion: scheduling.hypershift.openshift.io/v1alpha1\nkind: ClusterSizingConfiguration\n";

// Reads a configuration whose `spec` begins in line 3.
Inventory ReadConfiguration(absl::string_view spec) {
  return ReadObjects(absl::StrCat(kHead, spec));
}

std::string MessageReaderJson(const google::protobuf::Message& message) {
  std::string json;
  EXPECT_TRUE(google::protobuf::util::MessageToJsonString(message, &json).ok());
  return json;
}

TEST(MessageReader, ReadsEveryFieldOfAConfiguration) {
  const std::string spec =
      R"("spec":{"sizes":[{"name":"small","criteria":{"from":1,"to":10},)"
      R"("capacity":{"memory":"32Gi","cpu":"8","kubeAPIServerMemoryFraction":"0.7","kubeAPIServerCPUFraction":"0.4"},)"
      R"("effects":{"kasGoMemLimit":"20GiB","controlPlanePriorityClassName":"a","etcdPriorityClassName":"b",)"
      R"("APICriticalPriorityClassName":"c","machineHealthCheckTimeout":"5m","maximumRequestsInflight":"1000",)"
      R"("maximumMutatingRequestsInflight":"500","resourceRequests":[{"deploymentName":"d","containerName":"e",)"
      R"("memory":"1Gi","cpu":"500m"}]},"management":{"placeholders":"2","nonRequestServingNodesPerZone":"1"}}],)"
      R"("concurrency":{"slidingWindow":"10m","limit":5},"transitionDelay":{"increase":"30s","decrease":"10m"},)"
      R"("nonRequestServingNodesBufferPerZone":"1","resourceBasedAutoscaling":{"kubeAPIServerMemoryFraction":"0.6",)"
      R"("kubeAPIServerCPUFraction":"0.5"}})";
  const std::string head = R"({"apiVersion":"scheduling.hypershift.openshift.io/v1alpha1",)"
                           R"("kind":"ClusterSizingConfiguration","metadata":{"name":"cluster","generation":"3",)"
                           R"("labels":{"a":"b"}},)";
  // The API server writes 64-bit integers as numbers. protobuf writes them as strings.
  const std::string object = absl::StrReplaceAll(
      absl::StrCat(head, spec, "}"), {{"\"3\"", "3"}, {"\"1000\"", "1000"}, {"\"500\"", "500"}, {"\"2\"", "2"}});
  const Inventory inventory = ReadObjects(object);
  EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
  ASSERT_EQ(inventory.configurations.size(), 1U);
  EXPECT_THAT(inventory.configurations[0].unknown_fields, IsEmpty());
  EXPECT_EQ(MessageReaderJson(inventory.configurations[0].config), absl::StrCat(head, spec, "}"));
}

struct MessageReaderCase {
  std::string name;
  std::string spec;
  std::string outcome;  // the spec as JSON, or the problem
};

const MessageReaderCase kMessageReaderGood[] = {
    {"whole numbers where quantities belong",
     "spec: {sizes: [{capacity: {memory: 34359738368, cpu: 8}}], nonRequestServingNodesBufferPerZone: 1}\n",
     R"({"sizes":[{"capacity":{"memory":"34359738368","cpu":"8"}}],"nonRequestServingNodesBufferPerZone":"1"})"},
    {"whole numbers in other forms",
     "spec: {sizes: [{capacity: {memory: 0x10, cpu: 8.0}}], resourceBasedAutoscaling: {kubeAPIServerCPUFraction: 1.0}}",
     R"({"sizes":[{"capacity":{"memory":"16","cpu":"8"}}],"resourceBasedAutoscaling":{"kubeAPIServerCPUFraction":"1"}})"},
    {"text that is not a quantity is left to validation", "spec: {sizes: [{capacity: {memory: 32 GB}}]}",
     R"({"sizes":[{"capacity":{"memory":"32 GB"}}]})"},
    {"null everywhere",
     "spec: {sizes: [{name: a, criteria: {from: ~, to: null}, capacity: , effects: {resourceRequests: null}}], "
     "concurrency: null, transitionDelay: {increase: }}",
     R"({"sizes":[{"name":"a","criteria":{},"effects":{}}],"transitionDelay":{}})"},
    {"null as spec", "spec:\n", ""},
    {"no spec", "", ""},
    {"the largest integers",
     "spec: {sizes: [{criteria: {to: 2147483647}, management: {placeholders: "
     "9223372036854775807}}]}",
     R"({"sizes":[{"criteria":{"to":2147483647},"management":{"placeholders":"9223372036854775807"}}]})"},
    {"fields that are not read may be of any type",
     "metadata: {uid: 5, finalizers: {a: b}, ownerReferences: [{controller: 7, name: []}], managedFields: [{x: 1}]}\n"
     "status: {conditions: [{type: 5, lastTransitionTime: 1}, 7], more: [1]}\n",
     ""},
};

TEST(MessageReader, AcceptsWhatTheApiServerAccepts) {
  for (const MessageReaderCase& c : kMessageReaderGood) {
    SCOPED_TRACE(c.name);
    const Inventory inventory = ReadConfiguration(c.spec);
    EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
    ASSERT_EQ(inventory.configurations.size(), 1U);
    const v1::ClusterSizingConfiguration& config = inventory.configurations[0].config;
    EXPECT_EQ(config.has_spec() ? MessageReaderJson(config.spec()) : "", c.outcome);
    EXPECT_THAT(inventory.configurations[0].unknown_fields, IsEmpty());
  }
}

const MessageReaderCase kMessageReaderBad[] = {
    {"a fraction unquoted", "spec:\n  sizes:\n  - capacity:\n      kubeAPIServerCPUFraction: 0.65\n",
     "6:33: spec.sizes[0].capacity.kubeAPIServerCPUFraction: 0.65 is a number with a fraction, which the API server "
     "refuses; quote it: \"0.65\""},
    {"cores unquoted", "spec: {sizes: [{capacity: {cpu: 1.5}}]}",
     "3:33: spec.sizes[0].capacity.cpu: 1.5 is a number with a fraction, which the API server refuses; quote it: "
     "\"1.5\""},
    {"a huge integer", "spec: {sizes: [{capacity: {memory: 99999999999999999999}}]}",
     "3:36: spec.sizes[0].capacity.memory: 99999999999999999999 is a number beyond 64 bits, which the API server "
     "refuses"},
    {"infinity", "spec: {sizes: [{capacity: {memory: .inf}}]}",
     "3:36: spec.sizes[0].capacity.memory: .inf is a number where a quantity is expected"},
    {"a boolean where a quantity is expected", "spec: {sizes: [{capacity: {memory: true}}]}",
     "3:36: spec.sizes[0].capacity.memory: true is a boolean where a quantity is expected"},
    {"a number as name", "spec: {sizes: [{name: 5}]}",
     "3:23: spec.sizes[0].name: 5 is a number where text is expected; quote it: \"5\""},
    {"a boolean of YAML 1.1 as name", "spec: {sizes: [{name: on}]}",
     "3:23: spec.sizes[0].name: on is a boolean where text is expected; quote it: \"on\""},
    {"a list as name", "spec: {sizes: [{name: [a]}]}", "3:23: spec.sizes[0].name is a list where text is expected"},
    {"a number as duration", "spec: {transitionDelay: {increase: 30}}",
     "3:36: spec.transitionDelay.increase: 30 is a number where text is expected; quote it: \"30\""},
    {"text as integer", "spec: {concurrency: {limit: '5'}}",
     "3:29: spec.concurrency.limit: \"5\" is text where a whole number is expected; remove the quotes"},
    {"a word as integer", "spec: {concurrency: {limit: five}}",
     "3:29: spec.concurrency.limit: \"five\" is text where a whole number is expected"},
    {"a fraction as integer", "spec: {concurrency: {limit: 1.5}}",
     "3:29: spec.concurrency.limit: 1.5 is a number but not a whole number from -2147483648 to 2147483647"},
    {"an integer past 32 bits", "spec: {sizes: [{criteria: {from: 2147483648}}]}",
     "3:34: spec.sizes[0].criteria.from: 2147483648 is a number but not a whole number from -2147483648 to 2147483647"},
    {"an integer past 64 bits", "spec: {sizes: [{management: {placeholders: 9223372036854775808}}]}",
     "3:44: spec.sizes[0].management.placeholders: 9223372036854775808 is a number but not a whole number from "
     "-9223372036854775808 to 9223372036854775807"},
    {"a mapping where a list is expected", "spec: {sizes: {name: a}}",
     "3:15: spec.sizes is a mapping where a list is expected"},
    {"a list where a mapping is expected", "spec: []", "3:7: spec is a list where a mapping is expected"},
    {"text where a mapping is expected", "spec: {concurrency: 5m}",
     "3:21: spec.concurrency: \"5m\" is text where a mapping is expected"},
    {"an item that is empty", "spec:\n  sizes:\n  -\n", "5:4: spec.sizes[0] is empty where a mapping is expected"},
    {"a label that is not a text", "metadata: {labels: {a: 1}}",
     "3:24: metadata.labels[a]: 1 is a number where text is expected; quote it: \"1\""},
    {"control characters", "spec: {concurrency: {limit: \"\\e[31m\"}}",
     "3:29: spec.concurrency.limit: \"\\x1b[31m\" is text where a whole number is expected"},
};

TEST(MessageReader, RefusesWhatTheApiServerRefuses) {
  for (const MessageReaderCase& c : kMessageReaderBad) {
    SCOPED_TRACE(c.name);
    const Inventory inventory = ReadConfiguration(c.spec);
    EXPECT_THAT(Sentences(inventory.problems), ElementsAre(c.outcome));
    EXPECT_THAT(inventory.configurations, IsEmpty());
  }
}

TEST(MessageReader, ReportsEachProblemOfAnObject) {
  EXPECT_THAT(ReadConfiguration("spec: {sizes: [{name: 1}, {name: 2}], concurrency: []}").problems,
              ::testing::SizeIs(3));
}

struct UnknownCase {
  absl::string_view spec;
  absl::string_view path, value, message, remedy;
  v1::Severity severity;
};

constexpr UnknownCase kUnknown[] = {
    {"spec:\n  sizes:\n  - capacity:\n      kubeAPIServerCpuFraction: '0.5'\n",
     "spec.sizes[0].capacity.kubeAPIServerCpuFraction", "0.5",
     "spec.sizes[0].capacity has no field kubeAPIServerCpuFraction", "Write kubeAPIServerCPUFraction.",
     v1::SEVERITY_ERROR},
    {"spec:\n  size: [{name: a}]\n", "spec.size", "a list", "spec has no field size", "Write sizes.",
     v1::SEVERITY_ERROR},
    {"spec: {concurrency: {burst: {a: b}}}", "spec.concurrency.burst", "a mapping",
     "spec.concurrency has no field burst",
     "Keep it if the API of the cluster has this field; otherwise remove it, or use one of slidingWindow, limit.",
     v1::SEVERITY_WARNING},
    {"spec: {concurrency: {\"\\e[2J\": \"\\0\"}}", "spec.concurrency.\\x1b[2J", "\\x00",
     "spec.concurrency has no field \\x1b[2J",
     "Keep it if the API of the cluster has this field; otherwise remove it, or use one of slidingWindow, limit.",
     v1::SEVERITY_WARNING},
    {"spec: {sizes: [{Name: }]}", "spec.sizes[0].Name", "", "spec.sizes[0] has no field Name", "Write name.",
     v1::SEVERITY_ERROR},
};

TEST(MessageReader, FindsMisspeltFieldsInsideSpec) {
  for (const UnknownCase& c : kUnknown) {
    SCOPED_TRACE(c.path);
    const Inventory inventory = ReadConfiguration(c.spec);
    EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
    ASSERT_EQ(inventory.configurations.size(), 1U);
    ASSERT_EQ(inventory.configurations[0].unknown_fields.size(), 1U);
    const v1::Finding& finding = inventory.configurations[0].unknown_fields[0];
    EXPECT_EQ(finding.rule(), "FIELD_UNKNOWN");
    EXPECT_EQ(finding.severity(), c.severity);
    EXPECT_EQ(finding.path(), c.path);
    EXPECT_EQ(finding.value(), c.value);
    EXPECT_EQ(finding.message(), c.message);
    EXPECT_EQ(finding.remedy(), c.remedy);
  }
}

TEST(MessageReader, ReadsMistypedValuesWithAFindingOnRequest) {
  const struct {
    absl::string_view spec;
    absl::string_view path, value, message, remedy;
    absl::string_view read;
  } cases[] = {
      {"{resourceBasedAutoscaling: {kubeAPIServerCPUFraction: 0.65}}",
       "spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction", "0.65",
       "0.65 is a number with a fraction, which the API server refuses", "Quote it: \"0.65\".",
       R"("resourceBasedAutoscaling":{"kubeAPIServerCPUFraction":"0.65"})"},
      {"{sizes: [{name: 5}]}", "spec.sizes[0].name", "5", "5 is a number where text is expected", "Quote it: \"5\".",
       R"("sizes":[{"name":"5"}])"},
      {"{concurrency: {limit: \"7\"}}", "spec.concurrency.limit", "7", "7 is text where a whole number is expected",
       "Remove the quotes.", R"("concurrency":{"limit":7})"},
      {"{sizes: [{capacity: {memory: 18446744073709551616}}]}", "spec.sizes[0].capacity.memory", "18446744073709551616",
       "18446744073709551616 is a number beyond 64 bits, which the API server refuses",
       "Write a value of the type that the message expects: a string or a quantity with a fraction in quotes; a "
       "number, "
       "true or false without quotes; a list with a dash before each item.",
       R"("sizes":[{"capacity":{"memory":"18446744073709551616"}}])"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.spec);
    std::vector<FileProblem> problems;
    ProblemList list("config.yaml", problems);
    InventoryBuilder builder(kSizingKinds, kNoKinds, MistypedValues::kReport);
    builder.AddFile(absl::StrCat(kHead, "spec: ", c.spec), list);
    const Inventory inventory = builder.Finish();
    EXPECT_THAT(problems, IsEmpty());
    ASSERT_EQ(inventory.configurations.size(), 1U);
    const FoundConfiguration& found = inventory.configurations[0];
    ASSERT_EQ(found.unknown_fields.size(), 1U);
    EXPECT_EQ(found.unknown_fields[0].rule(), "FIELD_TYPE_MISMATCH");
    EXPECT_EQ(found.unknown_fields[0].path(), c.path);
    EXPECT_EQ(found.unknown_fields[0].value(), c.value);
    EXPECT_EQ(found.unknown_fields[0].message(), c.message);
    EXPECT_EQ(found.unknown_fields[0].remedy(), c.remedy);
    EXPECT_EQ(found.PositionOf(c.path).line, 3);
    EXPECT_THAT(MessageReaderJson(found.config), ::testing::HasSubstr(std::string(c.read)));
  }
}

TEST(MessageReader, AnAmbiguousValueIsAProblem) {
  for (const absl::string_view spec : {"{sizes: 5}", "{resourceBasedAutoscaling: {kubeAPIServerCPUFraction: .nan}}",
                                       "{concurrency: {limit: \"99999999999\"}}"}) {
    std::vector<FileProblem> problems;
    ProblemList list("config.yaml", problems);
    InventoryBuilder builder(kSizingKinds, kNoKinds, MistypedValues::kReport);
    builder.AddFile(absl::StrCat(kHead, "spec: ", spec), list);
    EXPECT_THAT(problems, ::testing::SizeIs(1)) << spec;
    EXPECT_THAT(builder.Finish().configurations, IsEmpty()) << spec;
  }
}

TEST(MessageReader, LimitsReportedUnknownFields) {
  std::string spec = "spec:\n";
  for (size_t i = 0; i <= kMaxUnknownFields; ++i) absl::StrAppend(&spec, "  unknown", i, ": 1\n");
  const Inventory inventory = ReadConfiguration(spec);
  ASSERT_EQ(inventory.configurations.size(), 1U);
  EXPECT_EQ(inventory.configurations[0].unknown_fields.size(), kMaxUnknownFields);
}

TEST(FoundConfiguration, ReturnsThePositionsOfFields) {
  const Inventory inventory = ReadObjects(
      "kind: ClusterSizingConfiguration\n"                         // 1
      "apiVersion: scheduling.hypershift.openshift.io/v1alpha1\n"  // 2
      "metadata:\n"                                                // 3
      "  name: cluster\n"                                          // 4
      "spec:\n"                                                    // 5
      "  sizes:\n"                                                 // 6
      "  - name: small\n"                                          // 7
      "    capacity:\n"                                            // 8
      "      memory: 32Gi\n"                                       // 9
      "      colour: red\n"                                        // 10
      "  - {name: large, criteria: {from: 1}}\n");                 // 11
  ASSERT_EQ(inventory.configurations.size(), 1U);
  const FoundConfiguration& found = inventory.configurations[0];
  struct Place {
    absl::string_view path, position;
  };
  constexpr Place kPlaces[] = {
      {"", "1:1"},
      {"kind", "1:7"},
      {"metadata.name", "4:9"},
      {"spec", "5:1"},
      {"spec.sizes", "6:3"},
      {"spec.sizes[0]", "7:5"},
      {"spec.sizes[0].name", "7:11"},
      {"spec.sizes[0].capacity", "8:5"},
      {"spec.sizes[0].capacity.memory", "9:15"},
      {"spec.sizes[0].capacity.colour", "10:7"},
      {"spec.sizes[1]", "11:5"},
      {"spec.sizes[1].criteria.from", "11:36"},
      // A missing value has the position of its parent.
      {"spec.sizes[0].capacity.cpu", "8:5"},
      {"spec.sizes[1].capacity.cpu", "11:5"},
      {"spec.sizes[7].name", "6:3"},
      {"spec.transitionDelay.increase", "5:1"},
      {"status", "1:1"},
  };
  for (const Place& place : kPlaces) EXPECT_EQ(Text(found.PositionOf(place.path)), place.position) << place.path;
}

}  // namespace
}  // namespace cpsizer::objects
