#include <string>
#include <utility>
#include <vector>

#include "cpsizer/recommend_size.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::DemandRequest;
using ::cpsizer::testing::Lines;
using ::cpsizer::testing::MachineSetOf;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::Rules;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

v1::RecommendSizeRequest Introspected(const std::vector<v1::MachineSet>& machine_sets) {
  v1::ClusterSizingConfiguration config = ConfigOf({{"a", "", "", "", ""}, {"b", "", "", "", ""}});
  config.mutable_spec()->mutable_resource_based_autoscaling()->set_kube_api_server_cpu_fraction("0.5");
  v1::RecommendSizeRequest request = DemandRequest(config, "30Gi", "1");
  for (const v1::MachineSet& machine_set : machine_sets) *request.add_machine_sets() = machine_set;
  return request;
}

TEST(MachineSets, GiveTheCapacitiesThatTheConfigurationLeavesOut) {
  const auto response = Recommend(Introspected({MachineSetOf("b", "65536", "16"), MachineSetOf("a", "32768", "8")}));
  EXPECT_EQ(response.recommended_size(), "b");
  EXPECT_EQ(response.memory().capacity(), "64Gi");
  EXPECT_EQ(response.memory().capacity_source(), v1::SIZE_CAPACITY_SOURCE_MACHINE_SET);
  EXPECT_EQ(response.cpu().capacity(), "16");
  EXPECT_EQ(response.cpu().fraction_source(), v1::SIZE_FRACTION_SOURCE_GLOBAL);
  EXPECT_THAT(response.findings(), IsEmpty());
}

TEST(MachineSets, CpuOfMachineSetsTakesNoPartUnlessTheConfigurationNamesCpu) {
  v1::RecommendSizeRequest request = Introspected({MachineSetOf("b", "65536", "16"), MachineSetOf("a", "32768", "8")});
  request.mutable_cluster_sizing_configuration()->mutable_spec()->clear_resource_based_autoscaling();
  EXPECT_EQ(Recommend(request).cpu().not_in_play_reason(), v1::SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_NOT_CONFIGURED);
}

TEST(MachineSets, LabelOfTheNodesHasPrecedenceOverLabelOfTheMachines) {
  v1::MachineSet machine_set = MachineSetOf("b", "65536", "16");
  (*machine_set.mutable_spec()
        ->mutable_template_()
        ->mutable_metadata()
        ->mutable_labels())["hypershift.openshift.io/cluster-size"] = "a";
  EXPECT_EQ(Recommend(Introspected({machine_set, MachineSetOf("a", "32768", "8")})).memory().capacity(), "64Gi");
  machine_set.mutable_spec()->mutable_template_()->clear_spec();
  (*machine_set.mutable_spec()
        ->mutable_template_()
        ->mutable_metadata()
        ->mutable_labels())["hypershift.openshift.io/cluster-size"] = "b";
  EXPECT_EQ(Recommend(Introspected({machine_set, MachineSetOf("a", "32768", "8")})).memory().capacity(), "64Gi");
}

TEST(MachineSets, ThatDisagreeCountWithTheSmallestValueOfEachResource) {
  const auto response = Recommend(Introspected({MachineSetOf("a", "32768", "8"), MachineSetOf("b", "65536", "32"),
                                                MachineSetOf("b", "131072", "16"), MachineSetOf("b", "65536", "")}));
  EXPECT_EQ(response.memory().capacity(), "64Gi");
  EXPECT_EQ(response.cpu().capacity(), "16");
  EXPECT_THAT(
      Lines(response.findings()),
      ElementsAre("WARNING MACHINE_SETS_DISAGREE machineSets[2].metadata.annotations[machine.openshift.io/memoryMb]",
                  "WARNING MACHINE_SETS_DISAGREE machineSets[2].metadata.annotations[machine.openshift.io/vCPU]"));
}

TEST(MachineSets, MayHaveOneMebibyteAndOneCpu) {
  const auto response = Recommend(Introspected({MachineSetOf("a", "1", "1"), MachineSetOf("b", "65536", "16")}));
  EXPECT_EQ(response.sizes(0).memory().capacity(), "1Mi");
  EXPECT_EQ(response.sizes(0).cpu().capacity(), "1");
}

// A number of millicores, or of Gi, where the annotation has CPUs and Mi.
TEST(MachineSets, WithASuspectUnitHoldSmallerSizes) {
  const std::pair<std::vector<v1::MachineSet>, std::string> cases[] = {
      {{MachineSetOf("a", "32768", "8000"), MachineSetOf("b", "65536", "16000")},
       "WARNING CPU_CAPACITY_HUGE machineSets[0].metadata.annotations[machine.openshift.io/vCPU]"},
      {{MachineSetOf("a", "32768", "8"), MachineSetOf("b", "64", "16")},
       "WARNING MEMORY_CAPACITY_TINY machineSets[1].metadata.annotations[machine.openshift.io/memoryMb]"},
  };
  for (const auto& [machine_sets, line] : cases) {
    v1::RecommendSizeRequest request = Introspected(machine_sets);
    request.mutable_demand()->set_memory("10Gi");
    request.set_current_size("b");
    const v1::RecommendSizeResponse response = Recommend(request);
    EXPECT_EQ(response.held_by(), v1::SIZE_HOLD_RULE_CAPACITY_SUSPECT) << line;
    EXPECT_THAT(Lines(response.findings()), Contains(line));
  }
}

TEST(MachineSets, OneWithoutAReadableCapacityHoldsSmallerSizes) {
  for (const char* cpu : {"abc", ""}) {
    v1::MachineSet lost = MachineSetOf("a", "32768", "");
    if (*cpu != 0) (*lost.mutable_metadata()->mutable_annotations())["machine.openshift.io/vCPU"] = cpu;
    v1::RecommendSizeRequest request =
        Introspected({lost, MachineSetOf("a", "32768", "64"), MachineSetOf("b", "65536", "16")});
    request.mutable_demand()->set_memory("10Gi");
    request.mutable_demand()->set_cpu("10");
    EXPECT_EQ(Recommend(request).held_by(), v1::SIZE_HOLD_RULE_UNSPECIFIED) << "no current size";
    request.set_current_size("b");
    const v1::RecommendSizeResponse response = Recommend(request);
    EXPECT_EQ(response.held_by(), v1::SIZE_HOLD_RULE_CAPACITY_SUSPECT) << cpu;
    EXPECT_THAT(response.findings().rbegin()->message(), HasSubstr("no readable cpu capacity, and another has 64"));
  }
}

TEST(MachineSets, WithMalformedAnnotationsAreIgnored) {
  for (const absl::string_view text : {"32Gi", "0", "-5", "1.5", "", "9999999999999", "99999999999999999999", "x",
                                       " 8192", "8192 ", "\t8192", "8192\n", "8 192", "\302\2408192"}) {
    v1::MachineSet malformed = MachineSetOf("b", "", "16");
    (*malformed.mutable_metadata()->mutable_annotations())["machine.openshift.io/memoryMb"] = std::string(text);
    const auto response =
        Recommend(Introspected({malformed, MachineSetOf("a", "32768", "8"), MachineSetOf("b", "65536", "")}));
    EXPECT_EQ(response.memory().capacity(), "64Gi") << text;
    EXPECT_EQ(response.cpu().capacity(), "16") << text;
    EXPECT_THAT(Rules(response.findings()), ElementsAre("MACHINE_SET_MALFORMED")) << text;
  }
}

TEST(MachineSets, ThatCannotBeReadAreNamedWhereACapacityIsMissing) {
  v1::RecommendSizeResponse response;
  const absl::Status status =
      RecommendSize(Introspected({MachineSetOf("a", "32Gi", "8"), MachineSetOf("b", "64Gi", "16")}), response);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  const std::string expected =
      " One was ignored: machineSets[0].metadata.annotations[machine.openshift.io/memoryMb]: \"32Gi\" on "
      "MachineSet "
      " is not a whole number above zero that a machine can have (MACHINE_SET_MALFORMED); and 1 more";
  EXPECT_THAT(std::string(status.message()), ::testing::EndsWith(expected));
  v1::BatchRecommendSizeRequest batch;
  const v1::RecommendSizeRequest shared = Introspected({MachineSetOf("a", "32Gi", "8")});
  *batch.mutable_cluster_sizing_configuration() = shared.cluster_sizing_configuration();
  *batch.mutable_machine_sets() = shared.machine_sets();
  *batch.add_items()->mutable_demand() = shared.demand();
  v1::BatchRecommendSizeResponse answers;
  ASSERT_TRUE(BatchRecommendSize(
                  batch, [] { return false; }, answers)
                  .ok());
  EXPECT_THAT(answers.results(0).error().message(), ::testing::HasSubstr("(MACHINE_SET_MALFORMED)"));
}

TEST(MachineSets, OfUnknownSizesAndWithoutLabelAreIgnored) {
  const auto response = Recommend(Introspected({MachineSetOf("zzz", "garbage", "garbage"), v1::MachineSet(),
                                                MachineSetOf("a", "32768", "8"), MachineSetOf("b", "65536", "16")}));
  EXPECT_THAT(response.findings(), IsEmpty());
}

TEST(MachineSets, NeverReplaceWhatIsConfigured) {
  v1::RecommendSizeRequest request = Introspected({MachineSetOf("a", "1", "8"), MachineSetOf("b", "garbage", "16")});
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_memory(
      "32Gi");
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(1)->mutable_capacity()->set_memory(
      "64Gi");
  const auto response = Recommend(request);
  EXPECT_EQ(response.sizes(0).memory().capacity(), "32Gi");
  EXPECT_EQ(response.memory().capacity_source(), v1::SIZE_CAPACITY_SOURCE_CONFIGURATION);
  EXPECT_EQ(response.cpu().capacity_source(), v1::SIZE_CAPACITY_SOURCE_MACHINE_SET);
  EXPECT_THAT(response.findings(), IsEmpty());
}

TEST(MachineSets, MixedWithConfiguredCapacitiesCauseAWarning) {
  v1::RecommendSizeRequest request = Introspected({MachineSetOf("a", "32768", "8"), MachineSetOf("b", "65536", "16")});
  request.mutable_cluster_sizing_configuration()->mutable_spec()->mutable_sizes(0)->mutable_capacity()->set_memory(
      "48Gi");
  const auto response = Recommend(request);
  ASSERT_THAT(Rules(response.findings()), ElementsAre("CAPACITY_SOURCES_MIXED"));
  EXPECT_EQ(response.findings(0).message(), "memory comes from the configuration for a and from MachineSets for b");
}

TEST(MachineSets, MemoryMayReachTheLargestQuantity) {
  const auto sets = {MachineSetOf("b", "8796093022207", "16"), MachineSetOf("a", "32768", "8")};
  EXPECT_EQ(Recommend(Introspected(sets)).sizes(1).memory().capacity(), "8796093022207Mi");
}

}  // namespace
}  // namespace cpsizer
