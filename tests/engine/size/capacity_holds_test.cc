// Tests the rules that hold a cluster because of a capacity that is missing or probably wrong.
#include <algorithm>
#include <string>
#include <vector>

#include "cpsizer/recommend_size.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::DemandRequest;
using ::cpsizer::testing::ExampleConfig;
using ::cpsizer::testing::kNotCancelled;
using ::cpsizer::testing::Lines;
using ::cpsizer::testing::MachineSetOf;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::Rules;
using ::cpsizer::testing::SizeText;
using ::cpsizer::testing::VpaRequest;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr v1::SizeHoldRule kNotHeld = v1::SIZE_HOLD_RULE_UNSPECIFIED;
constexpr v1::SizeHoldRule kBySuspect = v1::SIZE_HOLD_RULE_CAPACITY_SUSPECT;
constexpr v1::SizeHoldRule kByMissing = v1::SIZE_HOLD_RULE_CPU_CAPACITY_MISSING;

// Four sizes. CPU is configured, but the size medium has no CPU capacity.
std::vector<SizeText> WithoutCpu() {
  return {{"small", "32Gi", "8", "", ""},
          {"medium", "64Gi", "", "", ""},
          {"medium-cpu", "64Gi", "16", "", ""},
          {"large", "128Gi", "32", "", ""}};
}

// Three sizes; the memory of the last size has no unit.
std::vector<SizeText> WithoutUnit() {
  return {{"small", "32Gi", "8", "", ""}, {"medium", "64Gi", "16", "", ""}, {"large", "128", "32", "", ""}};
}

struct CapacityHoldCase {
  absl::string_view name;
  std::vector<SizeText> sizes;
  absl::string_view memory, cpu, current;
  absl::string_view size;  // the recommended size, or the size without the hold
  v1::SizeHoldRule held_by;
};

std::vector<CapacityHoldCase> CapacityHoldCases() {
  const std::vector<SizeText> huge_cpu = {
      {"small", "32Gi", "8Gi", "", ""}, {"medium", "64Gi", "16", "", ""}, {"large", "128Gi", "32", "", ""}};
  const std::vector<SizeText> fraction_alone = {{"small", "32Gi", "", "", "0.5"}, {"large", "64Gi", "", "", ""}};
  const std::vector<SizeText> less_cpu = {
      {"small", "32Gi", "16", "", ""}, {"medium", "64Gi", "8", "", ""}, {"large", "128Gi", "", "", ""}};
  const std::vector<SizeText> tiny_and_missing = {
      {"small", "32Gi", "8", "", ""}, {"medium", "64Gi", "", "", ""}, {"large", "128", "32", "", ""}};
  return {
      {"less memory", WithoutCpu(), "10Gi", "12", "large", "small", kByMissing},
      {"the same size", WithoutCpu(), "10Gi", "12", "small", "small", kNotHeld},
      {"more memory", WithoutCpu(), "30Gi", "1", "small", "medium", kNotHeld},
      {"as much memory", WithoutCpu(), "30Gi", "1", "medium-cpu", "medium", kByMissing},
      {"no current size", WithoutCpu(), "10Gi", "1", "", "small", kNotHeld},
      {"a size of another configuration", WithoutCpu(), "30Gi", "1", "gigantic", "medium", kByMissing},
      {"the last size instead of one of another configuration", WithoutCpu(), "60Gi", "1", "gigantic", "large",
       kNotHeld},
      {"best effort", WithoutCpu(), "200Gi", "1", "small", "large", kNotHeld},
      {"a fraction, and no size has a capacity", fraction_alone, "10Gi", "1", "large", "small", kByMissing},
      {"more memory, but less CPU than another size", less_cpu, "30Gi", "1", "small", "medium", kByMissing},
      {"nothing holds the demand of a size without a unit", WithoutUnit(), "50Gi", "1", "large", "medium", kBySuspect},
      {"both units are plausible", WithoutUnit(), "30Gi", "1", "small", "medium", kNotHeld},
      {"both units are plausible, less memory", WithoutUnit(), "10Gi", "1", "medium", "small", kBySuspect},
      {"the last size may be smaller than another one", WithoutUnit(), "50Gi", "1", "gigantic", "medium", kBySuspect},
      {"a small size with any CPU", huge_cpu, "10Gi", "30", "large", "small", kBySuspect},
      {"any CPU, and more memory", huge_cpu, "30Gi", "1", "small", "medium", kNotHeld},
      {"any CPU, to the last size", huge_cpu, "60Gi", "1", "gigantic", "large", kNotHeld},
      {"a wrong unit comes before a missing capacity", tiny_and_missing, "50Gi", "1", "large", "medium", kBySuspect},
      {"all capacities are plausible",
       {{"a", "32Gi", "8", "", ""}, {"b", "64Gi", "16", "", ""}},
       "1Gi",
       "1",
       "b",
       "a",
       kNotHeld},
  };
}

void ExpectDecision(const CapacityHoldCase& c, const v1::RecommendSizeRequest& request) {
  const v1::RecommendSizeResponse response = Recommend(request);
  EXPECT_EQ(response.held_by(), c.held_by) << c.name;
  EXPECT_EQ(response.outcome() == v1::SIZE_OUTCOME_HELD, c.held_by != kNotHeld) << c.name;
  EXPECT_EQ(c.held_by == kNotHeld ? response.recommended_size() : response.would_recommend(), c.size) << c.name;
  const std::string rule = c.held_by == kBySuspect ? "CAPACITY_SUSPECT" : "CPU_CAPACITY_MISSING";
  EXPECT_EQ(std::count_if(response.findings().begin(), response.findings().end(),
                          [&](const v1::Finding& finding) { return finding.rule() == rule; }),
            c.held_by == kNotHeld ? 0 : 1)
      << c.name;
}

TEST(CapacityHolds, OnlyACertainlyLargerSizeIsRecommended) {
  for (const CapacityHoldCase& c : CapacityHoldCases()) {
    ExpectDecision(c, VpaRequest(ConfigOf(c.sizes), c.memory, c.cpu, c.current));
    v1::RecommendSizeRequest demand = DemandRequest(ConfigOf(c.sizes), c.memory, c.cpu);
    demand.set_current_size(std::string(c.current));
    ExpectDecision(c, demand);
  }
}

TEST(CapacityHolds, BriefResponsesAndBatchesNameTheRule) {
  for (const CapacityHoldCase& c : CapacityHoldCases()) {
    v1::BatchRecommendSizeRequest batch;
    v1::RecommendSizeRequest item = VpaRequest(ConfigOf(c.sizes), c.memory, c.cpu, c.current);
    batch.mutable_cluster_sizing_configuration()->Swap(item.mutable_cluster_sizing_configuration());
    item.clear_cluster_sizing_configuration();
    *batch.add_items() = item;
    v1::BatchRecommendSizeResponse response;
    ASSERT_TRUE(BatchRecommendSize(batch, kNotCancelled, response).ok());
    EXPECT_EQ(response.results(0).response().held_by(), c.held_by) << c.name;
    EXPECT_EQ(response.results(0).response().recommended_size(), c.held_by == kNotHeld ? c.size : "") << c.name;
  }
}

TEST(CapacityHolds, WithoutHoldsTheSizeOfTheConfigurationIsReturned) {
  for (const CapacityHoldCase& c : CapacityHoldCases()) {
    v1::RecommendSizeRequest request = VpaRequest(ConfigOf(c.sizes), c.memory, c.cpu, c.current);
    request.mutable_options()->set_holds(v1::SIZE_HOLD_MODE_OFF);
    const v1::RecommendSizeResponse response = Recommend(request);
    EXPECT_EQ(response.recommended_size(), c.size) << c.name;
    EXPECT_EQ(response.held_by(), kNotHeld) << c.name;
  }
  v1::RecommendSizeRequest overflow = VpaRequest(ExampleConfig(), "1e15", "1", "small");
  overflow.mutable_options()->set_holds(v1::SIZE_HOLD_MODE_OFF);
  const v1::RecommendSizeResponse response = Recommend(overflow);
  EXPECT_EQ(response.recommended_size(), "large");
  EXPECT_THAT(Rules(response.findings()), ElementsAre("VPA_OVERFLOW"));
}

TEST(CapacityHolds, TheHygieneModeDoesNotApply) {
  v1::RecommendSizeRequest request = VpaRequest(ConfigOf(WithoutCpu()), "10Gi", "12", "large");
  for (const v1::SizeHygieneMode mode : {v1::SIZE_HYGIENE_MODE_WARN, v1::SIZE_HYGIENE_MODE_OFF}) {
    request.mutable_options()->set_hygiene(mode);
    EXPECT_EQ(Recommend(request).held_by(), kByMissing);
  }
}

TEST(CapacityHolds, CpuThatTakesNoPartHoldsNothing) {
  const std::vector<SizeText> huge = {{"small", "32Gi", "8Gi", "", ""}, {"large", "64Gi", "16", "", ""}};
  for (const std::vector<SizeText>& sizes : {WithoutCpu(), huge}) {
    const v1::ClusterSizingConfiguration config = ConfigOf(sizes);
    v1::RecommendSizeRequest never = VpaRequest(config, "10Gi", "1", "large");
    never.mutable_options()->set_cpu_policy(v1::SIZE_CPU_POLICY_NEVER);
    EXPECT_EQ(Recommend(never).recommended_size(), "small");
    // The configuration does not have a fraction.
    never.mutable_options()->set_cpu_policy(v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED);
    EXPECT_EQ(Recommend(never).recommended_size(), "small");

    v1::RecommendSizeRequest memory_alone = VpaRequest(config, "10Gi", "", "large");
    EXPECT_EQ(Recommend(memory_alone).outcome(), v1::SIZE_OUTCOME_HELD) << "the VPA may have lost its CPU";
    v1::ContainerResourcePolicy& policy = *memory_alone.mutable_vpa_resource_policy()->add_container_policies();
    policy.set_container_name("kube-apiserver");
    policy.add_controlled_resources("memory");
    EXPECT_EQ(Recommend(memory_alone).recommended_size(), "small") << "CPU is excluded on purpose";

    v1::RecommendSizeRequest demand = DemandRequest(config, "10Gi", "");
    demand.set_current_size("large");
    EXPECT_EQ(Recommend(demand).recommended_size(), "small") << "the demand has no CPU";
  }
}

TEST(CapacityHolds, MachineSetsCompleteTheCapacities) {
  v1::RecommendSizeRequest request = VpaRequest(ConfigOf(WithoutCpu()), "10Gi", "1", "large");
  EXPECT_EQ(Recommend(request).held_by(), kByMissing);
  *request.add_machine_sets() = MachineSetOf("medium", "", "12");
  EXPECT_EQ(Recommend(request).recommended_size(), "small");
}

TEST(CapacityHolds, OrderWithoutMemoryIsNotAnOrderByMemory) {
  // The sizes are ordered by CPU, because a memory capacity is unknown. Nothing shows that `b` has more memory.
  const auto config = ConfigOf({{"a", "32Gi", "8", "", ""}, {"b", "", "16", "", ""}, {"c", "128Gi", "32Gi", "", ""}});
  const auto decide = [&config](absl::string_view cpu, absl::string_view current) {
    v1::RecommendSizeRequest request = DemandRequest(config, "", cpu);
    request.set_current_size(std::string(current));
    return Recommend(request);
  };
  EXPECT_EQ(decide("9", "a").held_by(), kBySuspect);
  EXPECT_EQ(decide("30", "b").held_by(), kBySuspect);
  EXPECT_EQ(decide("30", "a").recommended_size(), "c");
  EXPECT_EQ(decide("30", "gigantic").held_by(), kBySuspect);
}

TEST(CapacityHolds, TheSummaryNamesTheCapacityAndTheSizes) {
  const v1::RecommendSizeResponse missing = Recommend(VpaRequest(ConfigOf(WithoutCpu()), "10Gi", "12", "large"));
  EXPECT_EQ(missing.summary(),
            "held: no CPU capacity is known for size medium, and memory alone would change the size to small "
            "(CPU_CAPACITY_MISSING); without the hold it would be small; the cluster stays large");
  EXPECT_THAT(Lines(missing.findings()), Contains("WARNING CPU_CAPACITY_MISSING spec.sizes[1].capacity.cpu"));
  const v1::RecommendSizeResponse suspect = Recommend(VpaRequest(ConfigOf(WithoutUnit()), "50Gi", "1", "large"));
  EXPECT_THAT(suspect.summary(), HasSubstr("held: the unit of the memory capacity 128 of size large is probably wrong, "
                                           "so medium may be smaller than the current size (CAPACITY_SUSPECT)"));
  EXPECT_THAT(Lines(suspect.findings()), Contains("WARNING CAPACITY_SUSPECT spec.sizes[2].capacity.memory"));
}

TEST(CapacityHolds, ARuleAboutTheRecommendationComesFirst) {
  const v1::RecommendSizeResponse response = Recommend(VpaRequest(ConfigOf(WithoutCpu()), "262144000", "12", "large"));
  EXPECT_EQ(response.held_by(), v1::SIZE_HOLD_RULE_VPA_AT_FLOOR);
  EXPECT_THAT(Rules(response.findings()), Contains("CPU_CAPACITY_MISSING"));
}

}  // namespace
}  // namespace cpsizer
