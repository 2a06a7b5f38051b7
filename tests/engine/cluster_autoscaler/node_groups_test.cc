// Tests the warnings about annotations that the cluster-autoscaler cannot read: section 11 of
// docs/reference/cluster-autoscaler.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tests/engine/cluster_autoscaler/plans.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::MachineAutoscalerJson;
using ::cpsizer::testing::MachineSetJson;
using ::cpsizer::testing::MachinesPlan;
using ::cpsizer::testing::Plan;
using ::cpsizer::testing::PlanFindings;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

constexpr char kMinBound[] = "machine.openshift.io/cluster-api-autoscaler-node-group-min-size";
constexpr char kMaxBound[] = "machine.openshift.io/cluster-api-autoscaler-node-group-max-size";
constexpr char kCapacity[] = "capacity.cluster-autoscaler.kubernetes.io/";

// Returns an annotation as JSON.
std::string Entry(absl::string_view key, absl::string_view value) {
  return absl::StrCat("\"", key, "\": \"", value, "\"");
}

v1::PlanClusterAutoscalerRequest SetRequest(const std::string& annotations) {
  auto request = MachinesPlan({}, {MachineSetJson("workers", annotations)});
  request.mutable_current();
  return request;
}

std::string FindingAt(absl::string_view rule, absl::string_view key, absl::string_view message) {
  return absl::StrCat(rule, " machineSets[0].metadata.annotations[", key, "]: ", message);
}

std::string BoundsFinding(absl::string_view key, absl::string_view message) {
  return FindingAt("NODE_GROUP_BOUNDS_INVALID", key,
                   absl::StrCat(message, ", so the cluster-autoscaler loses all node groups"));
}

TEST(NodeGroups, Section11Bounds) {
  const struct {
    std::string annotations;
    const char* key;
    const char* message;  // null if there is no finding
  } kCases[] = {
      {"", "", nullptr},
      {Entry(kMinBound, "0"), "", nullptr},
      {absl::StrCat(Entry(kMaxBound, "6"),
                    R"(, "machine.openshift.io/vCPU": "4", "machine.openshift.io/memoryMb": "1")"),
       "", nullptr},
      {absl::StrCat(Entry(kMinBound, "6"), ",", Entry(kMaxBound, "6")), "", nullptr},
      {absl::StrCat(Entry(kMinBound, "+1"), ",", Entry(kMaxBound, "06")), "", nullptr},
      {Entry(kMinBound, "1"), kMaxBound, "there is the minimum 1 but no maximum"},
      {absl::StrCat(Entry(kMinBound, "6"), ",", Entry(kMaxBound, "5")), kMaxBound,
       "the maximum 5 is below the minimum 6"},
      {absl::StrCat(Entry(kMinBound, "1"), ",", Entry(kMaxBound, "0")), kMaxBound,
       "the maximum 0 is below the minimum 1"},
      {Entry(kMinBound, "-1"), kMinBound, "\"-1\" is not a whole number of at least 0"},
      {Entry(kMaxBound, "-1"), kMaxBound, "\"-1\" is not a whole number of at least 0"},
      {absl::StrCat(Entry(kMinBound, "one"), ",", Entry(kMaxBound, "6")), kMinBound,
       "\"one\" is not a whole number of at least 0"},
      {Entry(kMaxBound, ""), kMaxBound, "\"\" is not a whole number of at least 0"},
      {Entry(kMaxBound, "1.5"), kMaxBound, "\"1.5\" is not a whole number of at least 0"},
  };
  for (const auto& test : kCases) {
    std::vector<std::string> expected;
    if (test.message != nullptr) expected = {BoundsFinding(test.key, test.message)};
    for (const char* release : {"", "4.12.0", "4.18.0", "5.2.0"}) {
      auto request = SetRequest(test.annotations);
      request.mutable_operator_()->set_release_version(release);
      const auto response = Plan(request);
      EXPECT_THAT(PlanFindings(response), ElementsAreArray(expected)) << test.annotations << " in " << release;
      for (const v1::Finding& finding : response.findings()) EXPECT_EQ(finding.severity(), v1::SEVERITY_WARNING);
    }
  }
}

TEST(NodeGroups, BoundsThatThePlanCorrectsAreNotReported) {
  auto request =
      MachinesPlan({MachineAutoscalerJson("a", "workers")}, {MachineSetJson("workers", Entry(kMinBound, "9"))});
  EXPECT_THAT(PlanFindings(Plan(request)), IsEmpty());
  // The owner is not in the request, so the bounds stay as they are.
  request = MachinesPlan({}, {MachineSetJson("workers", absl::StrCat(Entry(kMinBound, "9"), R"(,
      "autoscaling.openshift.io/machineautoscaler": "ns/gone")"))});
  request.mutable_current();
  EXPECT_THAT(PlanFindings(Plan(request)),
              ElementsAre(BoundsFinding(kMaxBound, "there is the minimum 9 but no maximum")));
}

TEST(NodeGroups, MachineSetsOfOtherNamespacesAreNotRead) {
  auto request = SetRequest(Entry(kMinBound, "1"));
  request.mutable_machine_sets(0)->mutable_metadata()->set_namespace_("other");
  EXPECT_THAT(PlanFindings(Plan(request)), IsEmpty());
}

// Returns the findings about a node group with this annotation and this minimum.
std::vector<std::string> CapacityFindings(const std::string& annotations, const char* release = "5.2.0",
                                          absl::string_view min = "1") {
  auto request = SetRequest(absl::StrCat(Entry(kMinBound, min), ",", Entry(kMaxBound, "6"), ",", annotations));
  request.mutable_operator_()->set_release_version(release);
  return PlanFindings(Plan(request));
}

TEST(NodeGroups, Section11CapacitiesThatCannotBeReadAreReported) {
  const struct {
    std::string key;
    std::vector<const char*> readable;
    std::vector<const char*> unreadable;
  } kCases[] = {
      {absl::StrCat(kCapacity, "cpu"), {"4", "500m", "+1", "0", ""}, {"abc", "4 cpus", "4x"}},
      {absl::StrCat(kCapacity, "memory"), {"16Gi", "1e3", "9223372036854775808"}, {"16 Gi", "16GB"}},
      {absl::StrCat(kCapacity, "ephemeral-disk"), {"100Gi"}, {"large"}},
      {absl::StrCat(kCapacity, "gpu-count"), {"1", "+1", "0"}, {"1k", "one"}},
      {absl::StrCat(kCapacity, "maxPods"), {"250"}, {"250.5"}},
      {"machine.openshift.io/vCPU", {"4", "500m"}, {"abc"}},
      {"machine.openshift.io/memoryMb", {"16384", "-1"}, {"16Gi", "16384.0"}},
      {"machine.openshift.io/GPU", {"1"}, {"1k"}},
      {"machine.openshift.io/maxPods", {"250"}, {"2e2"}},
      {absl::StrCat(kCapacity, "gpu-type"), {"anything"}, {}},
  };
  for (const auto& test : kCases) {
    for (const char* text : test.readable) {
      EXPECT_THAT(CapacityFindings(Entry(test.key, text)), IsEmpty()) << test.key << " " << text;
    }
    for (const char* text : test.unreadable) {
      EXPECT_THAT(CapacityFindings(Entry(test.key, text)),
                  ElementsAre(::testing::StartsWith(
                      FindingAt("NODE_GROUP_CAPACITY_INVALID", test.key, absl::StrCat("\"", text, "\" is not a")))));
    }
  }
}

TEST(NodeGroups, Section11TheOldCapacityIsReadIfTheNewOneIsZero) {
  const std::string cpu = absl::StrCat(kCapacity, "cpu"), old_cpu = "machine.openshift.io/vCPU";
  EXPECT_THAT(CapacityFindings(absl::StrCat(Entry(cpu, "4"), ",", Entry(old_cpu, "abc"))), IsEmpty());
  for (const char* zero : {"0", ""}) {
    EXPECT_THAT(CapacityFindings(absl::StrCat(Entry(cpu, zero), ",", Entry(old_cpu, "abc"))), ::testing::SizeIs(1));
  }
  EXPECT_THAT(CapacityFindings(absl::StrCat(Entry(cpu, "abc"), ",", Entry(old_cpu, "4"))), ::testing::SizeIs(1));
}

TEST(NodeGroups, Section11BeforeRelease419OnlyTheOldCapacityIsRead) {
  const std::string cpu = absl::StrCat(kCapacity, "cpu");
  EXPECT_THAT(CapacityFindings(Entry(cpu, "abc"), "4.18.0"), IsEmpty());
  EXPECT_THAT(CapacityFindings(Entry(cpu, "abc"), "4.19.0"), ::testing::SizeIs(1));
  EXPECT_THAT(CapacityFindings(Entry("machine.openshift.io/vCPU", "abc"), "4.12.0"), ::testing::SizeIs(1));
  EXPECT_THAT(CapacityFindings(Entry(absl::StrCat(kCapacity, "ephemeral-disk"), "abc"), "4.18.0"),
              ::testing::SizeIs(1));
}

TEST(NodeGroups, ASetThatIsNotANodeGroupIsNotReported) {
  EXPECT_THAT(PlanFindings(Plan(SetRequest(Entry("machine.openshift.io/vCPU", "abc")))), IsEmpty());
  const auto bounded = MachinesPlan({MachineAutoscalerJson("a", "workers")},
                                    {MachineSetJson("workers", Entry("machine.openshift.io/vCPU", "abc"))});
  EXPECT_THAT(PlanFindings(Plan(bounded)), ::testing::SizeIs(1)) << "the plan makes it a node group";
}

TEST(NodeGroups, Section11WithoutCpuAndMemoryThereIsNoScaleUpFromZero) {
  const std::string cpu = absl::StrCat(kCapacity, "cpu"), memory = absl::StrCat(kCapacity, "memory");
  const std::string old_cpu = "machine.openshift.io/vCPU", old_memory = "machine.openshift.io/memoryMb";
  const auto missing = [](const std::string& key, const std::string& keys) {
    return FindingAt("NODE_GROUP_CAPACITY_MISSING", key,
                     absl::StrCat("the minimum is 0, and the annotation ", keys,
                                  " with an amount is missing, so the group does not scale up from zero"));
  };
  const std::string both_cpu = absl::StrCat(old_cpu, " or ", cpu),
                    both_memory = absl::StrCat(old_memory, " or ", memory);
  const std::string other = Entry("other", "1");
  EXPECT_THAT(CapacityFindings(other, "5.2.0", "0"), ElementsAre(missing(cpu, both_cpu), missing(memory, both_memory)));
  EXPECT_THAT(CapacityFindings(other, "5.2.0", "1"), IsEmpty()) << "it never has zero machines";
  EXPECT_THAT(CapacityFindings(absl::StrCat(Entry(old_cpu, "4"), ",", Entry(memory, "0")), "5.2.0", "0"),
              ElementsAre(missing(memory, both_memory)));
  EXPECT_THAT(CapacityFindings(absl::StrCat(Entry(cpu, "4"), ",", Entry(old_memory, "16384")), "5.2.0", "0"),
              IsEmpty());
  EXPECT_THAT(CapacityFindings(absl::StrCat(Entry(cpu, "4"), ",", Entry(old_memory, "16384")), "4.18.0", "0"),
              ElementsAre(missing(old_cpu, old_cpu)))
      << "this release does not read the other annotation";

  auto planned = MachinesPlan({MachineAutoscalerJson("a", "workers")}, {MachineSetJson("workers", other)});
  planned.mutable_machine_autoscalers(0)->mutable_spec()->set_min_replicas(0);
  EXPECT_THAT(PlanFindings(Plan(planned)), ElementsAre(missing(cpu, both_cpu), missing(memory, both_memory)))
      << "the bounds that the plan writes count";
}

}  // namespace
}  // namespace cpsizer
