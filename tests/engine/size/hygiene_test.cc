#include <string>
#include <utility>
#include <vector>

#include "cpsizer/quantity.h"
#include "cpsizer/recommend_size.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/engine/size/vpa_values.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::DemandRequest;
using ::cpsizer::testing::ExampleConfig;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::Rules;
using ::cpsizer::testing::VpaRequest;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct HygieneCase {
  absl::string_view name;
  absl::string_view memory;
  absl::string_view cpu;
  absl::string_view current;
  v1::SizeOutcome outcome;
  absl::string_view would;  // the recommended size, or the size without the hold
  std::vector<std::string> rules;
};

constexpr v1::SizeOutcome kHygieneRecommended = v1::SIZE_OUTCOME_RECOMMENDED;
constexpr v1::SizeOutcome kHygieneBestEffort = v1::SIZE_OUTCOME_BEST_EFFORT;
constexpr v1::SizeOutcome kHeld = v1::SIZE_OUTCOME_HELD;
constexpr v1::SizeOutcome kNothing = v1::SIZE_OUTCOME_NO_RECOMMENDATION;

std::vector<HygieneCase> HygieneCases() {
  return {
      {"ordinary", "4281023392", "1168m", "medium", kHygieneRecommended, "small", {}},
      {"last rung of memory", "1174275820239", "1168m", "medium", kHeld, "large", {"VPA_OVERFLOW"}},
      {"memory at the bound", "1000000000000", "", "", kHeld, "large", {"VPA_OVERFLOW", "VPA_CPU_MISSING"}},
      {"memory just below the bound", "999999999999", "", "large", kHygieneBestEffort, "large", {}},
      {"cpu at the bound", "4281023392", "1000", "", kHeld, "large", {"VPA_OVERFLOW"}},
      {"cpu just below the bound", "4281023392", "999999m", "", kHygieneBestEffort, "large", {}},
      {"both overflow", "1e15", "5000", "", kHeld, "large", {"VPA_OVERFLOW", "VPA_OVERFLOW"}},
      {"larger than any quantity", "1e30", "", "small", kHeld, "large", {"VPA_OVERFLOW"}},
      {"zero memory is treated as absent", "0", "12", "", kHygieneRecommended, "large", {"VPA_ZERO"}},
      {"zero of both", "0", "0", "", kNothing, "", {"VPA_ZERO", "VPA_ZERO"}},
      {"zero memory never shrinks", "0", "2", "large", kHeld, "small", {"VPA_ZERO", "VPA_MEMORY_MISSING"}},
      {"missing memory never shrinks", "", "2", "medium", kHeld, "small", {"VPA_MEMORY_MISSING"}},
      {"missing memory may keep", "", "2", "small", kHygieneRecommended, "small", {}},
      {"missing memory may grow", "", "12", "medium", kHygieneRecommended, "large", {}},
      {"missing memory without current size", "", "2", "", kHygieneRecommended, "small", {}},
      {"missing memory with unknown current size",
       "",
       "2",
       "huge",
       kHeld,
       "small",
       {"CURRENT_SIZE_UNKNOWN", "VPA_MEMORY_MISSING"}},
      {"missing memory may grow from an unknown size to the largest",
       "",
       "12",
       "huge",
       kHygieneRecommended,
       "large",
       {"CURRENT_SIZE_UNKNOWN"}},
      {"missing cpu never shrinks", "4281023392", "", "medium", kHeld, "small", {"VPA_CPU_MISSING"}},
      {"zero cpu never shrinks", "4281023392", "0", "large", kHeld, "small", {"VPA_ZERO", "VPA_CPU_MISSING"}},
      {"missing cpu shrinks by no step", "20Gi", "", "large", kHeld, "medium", {"VPA_CPU_MISSING"}},
      {"missing cpu may keep", "4281023392", "", "small", kHygieneRecommended, "small", {}},
      {"missing cpu may grow", "20Gi", "", "small", kHygieneRecommended, "medium", {}},
      {"missing cpu may grow to the largest", "200Gi", "", "medium", kHygieneBestEffort, "large", {}},
      {"missing cpu without current size", "4281023392", "", "", kHygieneRecommended, "small", {"VPA_CPU_MISSING"}},
      {"missing cpu with unknown current size",
       "4281023392",
       "",
       "huge",
       kHeld,
       "small",
       {"CURRENT_SIZE_UNKNOWN", "VPA_CPU_MISSING"}},
      {"missing cpu shrinks by no step from an unknown size",
       "20Gi",
       "",
       "huge",
       kHeld,
       "medium",
       {"CURRENT_SIZE_UNKNOWN", "VPA_CPU_MISSING"}},
      {"missing cpu with memory at the floor",
       "262144000",
       "",
       "medium",
       kHeld,
       "small",
       {"VPA_CPU_MISSING", "VPA_AT_FLOOR"}},
      {"floor with unknown current size",
       "262144000",
       "1168m",
       "huge",
       kHeld,
       "small",
       {"CURRENT_SIZE_UNKNOWN", "VPA_AT_FLOOR"}},
      {"ordinary with unknown current size",
       "4281023392",
       "1168m",
       "huge",
       kHygieneRecommended,
       "small",
       {"CURRENT_SIZE_UNKNOWN"}},
      {"floor never shrinks", "262144000", "1168m", "medium", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"floor shared by four containers, older format", "65536k", "1168m", "medium", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"floor shared by four containers, newer format", "64000Ki", "1168m", "medium", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"floor may keep", "64000Ki", "1168m", "small", kHygieneRecommended, "small", {"VPA_AT_FLOOR"}},
      {"floor may grow by the other resource",
       "64000Ki",
       "12",
       "small",
       kHygieneRecommended,
       "large",
       {"VPA_AT_FLOOR"}},
      {"cpu floor never shrinks", "4281023392", "25m", "large", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"cpu floor shared by three, rounded up", "4281023392", "9m", "large", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"less than any floor never shrinks", "1", "1168m", "medium", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"cpu less than any floor never shrinks", "4281023392", "1u", "large", kHeld, "small", {"VPA_AT_FLOOR"}},
      {"not quite the floor", "262144001", "1168m", "medium", kHygieneRecommended, "small", {}},
      {"both floors hold once each", "64000Ki", "6m", "large", kHeld, "small", {"VPA_AT_FLOOR", "VPA_AT_FLOOR"}},
  };
}

// Returns the first of `rules` that can cause a hold. `rules` must have the order in which the library evaluates them.
v1::SizeHoldRule FirstHoldRule(const std::vector<std::string>& rules) {
  v1::SizeHoldRule rule = v1::SIZE_HOLD_RULE_UNSPECIFIED;
  for (const std::string& id : rules) {
    if (v1::SizeHoldRule_Parse("SIZE_HOLD_RULE_" + id, &rule)) break;
  }
  return rule;
}

v1::RecommendSizeRequest InBrief(v1::RecommendSizeRequest request) {
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  return request;
}

TEST(Hygiene, NamesTheRuleThatHoldsWithAnyDetail) {
  int held = 0;
  for (const HygieneCase& c : HygieneCases()) {
    const v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), c.memory, c.cpu, c.current);
    const v1::RecommendSizeResponse response = Recommend(request);
    const bool is_held = response.outcome() == kHeld;
    held += is_held ? 1 : 0;
    EXPECT_EQ(response.held_by(), is_held ? FirstHoldRule(c.rules) : v1::SIZE_HOLD_RULE_UNSPECIFIED) << c.name;
    EXPECT_EQ(response.held_by() != v1::SIZE_HOLD_RULE_UNSPECIFIED, is_held) << c.name;
    EXPECT_EQ(Recommend(InBrief(request)).held_by(), response.held_by()) << c.name;
  }
  EXPECT_GT(held, 10);
}

TEST(Hygiene, NamesTheFirstOfSeveralRulesThatHold) {
  struct Case {
    absl::string_view memory, cpu, current;
    v1::SizeHoldRule held_by;
  };
  for (const Case& c : {Case{"1e15", "6m", "large", v1::SIZE_HOLD_RULE_VPA_OVERFLOW},
                        Case{"64000Ki", "5000", "large", v1::SIZE_HOLD_RULE_VPA_OVERFLOW},
                        Case{"", "25m", "large", v1::SIZE_HOLD_RULE_VPA_MEMORY_MISSING},
                        Case{"64000Ki", "", "large", v1::SIZE_HOLD_RULE_VPA_CPU_MISSING},
                        Case{"64000Ki", "25m", "large", v1::SIZE_HOLD_RULE_VPA_AT_FLOOR}}) {
    EXPECT_EQ(Recommend(InBrief(VpaRequest(ExampleConfig(), c.memory, c.cpu, c.current))).held_by(), c.held_by)
        << c.memory << " " << c.cpu;
  }
}

TEST(Hygiene, NoRuleHoldsUnlessItIsEnforced) {
  v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "1e15", "1", "small");
  for (const v1::SizeHygieneMode mode : {v1::SIZE_HYGIENE_MODE_WARN, v1::SIZE_HYGIENE_MODE_OFF}) {
    request.mutable_options()->set_hygiene(mode);
    EXPECT_EQ(Recommend(request).held_by(), v1::SIZE_HOLD_RULE_UNSPECIFIED);
  }
}

TEST(Hygiene, EnforcedHolds) {
  for (const HygieneCase& c : HygieneCases()) {
    const v1::RecommendSizeResponse response = Recommend(VpaRequest(ExampleConfig(), c.memory, c.cpu, c.current));
    EXPECT_EQ(response.outcome(), c.outcome) << c.name;
    EXPECT_THAT(Rules(response.findings()), ::testing::UnorderedElementsAreArray(c.rules)) << c.name;
    EXPECT_EQ(response.recommended_size(), c.outcome == kHeld ? "" : c.would) << c.name;
    EXPECT_EQ(response.would_recommend(), c.outcome == kHeld ? c.would : "") << c.name;
    if (c.outcome != kHeld) continue;
    EXPECT_FALSE(response.changed()) << c.name;
    EXPECT_EQ(response.driver(), v1::SIZE_DRIVER_UNSPECIFIED) << c.name;
    EXPECT_FALSE(response.has_flips()) << c.name;
    EXPECT_THAT(response.summary(), HasSubstr("it would be " + std::string(c.would))) << c.name;
  }
}

TEST(Hygiene, WarningsDoNotChangeTheDecision) {
  for (const HygieneCase& c : HygieneCases()) {
    v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), c.memory, c.cpu, c.current);
    request.mutable_options()->set_hygiene(v1::SIZE_HYGIENE_MODE_WARN);
    const v1::RecommendSizeResponse response = Recommend(request);
    EXPECT_EQ(response.recommended_size(), c.would) << c.name;
    EXPECT_THAT(Rules(response.findings()), ::testing::UnorderedElementsAreArray(c.rules)) << c.name;
  }
}

TEST(Hygiene, OffAddsNoFindings) {
  for (const HygieneCase& c : HygieneCases()) {
    v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), c.memory, c.cpu, c.current);
    request.mutable_options()->set_hygiene(v1::SIZE_HYGIENE_MODE_OFF);
    const v1::RecommendSizeResponse response = Recommend(request);
    EXPECT_EQ(response.recommended_size(), c.would) << c.name;
    EXPECT_THAT(Rules(response.findings()), Not(Contains(::testing::StartsWith("VPA_")))) << c.name;
  }
}

TEST(Hygiene, NeverAppliesToAnExplicitDemand) {
  for (const HygieneCase& c : HygieneCases()) {
    if (c.memory == "1e30") continue;
    const v1::RecommendSizeResponse response = Recommend(DemandRequest(ExampleConfig(), c.memory, c.cpu));
    EXPECT_THAT(response.findings(), IsEmpty()) << c.name;
    EXPECT_NE(response.outcome(), kHeld) << c.name;
  }
}

// Returns the rules of the findings about a cluster of the size large. Its VPA recommends only memory, and the size
// small holds this memory.
std::vector<std::string> RulesWithoutCpu(const v1::ClusterSizingConfiguration& config, v1::SizeCpuPolicy policy) {
  v1::RecommendSizeRequest request = VpaRequest(config, "4281023392", "", "large");
  request.mutable_options()->set_cpu_policy(policy);
  const v1::RecommendSizeResponse response = Recommend(request);
  EXPECT_EQ(response.outcome(), Rules(response.findings()).empty() ? kHygieneRecommended : kHeld);
  return Rules(response.findings());
}

TEST(Hygiene, MissingCpuHoldsOnlyWhereTheConfigurationCountsCpu) {
  const v1::ClusterSizingConfiguration memory_alone =
      ConfigOf({{"small", "32Gi", "", "", ""}, {"large", "64Gi", "", "", ""}});
  const v1::ClusterSizingConfiguration capacities =
      ConfigOf({{"small", "32Gi", "8", "", ""}, {"large", "64Gi", "16", "", ""}});
  const v1::ClusterSizingConfiguration fraction =
      ConfigOf({{"small", "32Gi", "8", "", "0.5"}, {"large", "64Gi", "16", "", ""}});
  constexpr auto kByCapacity = v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED;
  constexpr auto kByFraction = v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED;
  EXPECT_THAT(RulesWithoutCpu(memory_alone, kByCapacity), IsEmpty());
  EXPECT_THAT(RulesWithoutCpu(capacities, kByCapacity), ElementsAre("VPA_CPU_MISSING"));
  EXPECT_THAT(RulesWithoutCpu(capacities, kByFraction), IsEmpty());
  EXPECT_THAT(RulesWithoutCpu(capacities, v1::SIZE_CPU_POLICY_NEVER), IsEmpty());
  EXPECT_THAT(RulesWithoutCpu(fraction, kByFraction), ElementsAre("VPA_CPU_MISSING"));
  EXPECT_THAT(RulesWithoutCpu(fraction, v1::SIZE_CPU_POLICY_NEVER), IsEmpty());
}

TEST(Hygiene, MissingCpuIsNotReportedWhereSomeSizeHasNoCpuCapacity) {
  const v1::RecommendSizeResponse response = Recommend(
      VpaRequest(ConfigOf({{"small", "32Gi", "8", "", ""}, {"large", "64Gi", "", "", ""}}), "4281023392", "", "large"));
  EXPECT_EQ(response.held_by(), v1::SIZE_HOLD_RULE_CPU_CAPACITY_MISSING);
  EXPECT_THAT(Rules(response.findings()), ElementsAre("CPU_CAPACITY_INCOMPLETE", "CPU_CAPACITY_MISSING"));
}

struct ResourcePolicyCase {
  absl::string_view name;
  std::vector<std::pair<std::string, std::vector<std::string>>> containers;
  bool omits_cpu;
};

// Source: GetContainerResourcePolicy of the VPA, which the recommender uses.
TEST(Hygiene, ReadsTheResourcePolicyAsTheRecommenderDoes) {
  const ResourcePolicyCase cases[] = {
      {"none", {}, false},
      {"memory alone", {{"kube-apiserver", {"memory"}}}, true},
      {"both", {{"kube-apiserver", {"cpu", "memory"}}}, false},
      {"a policy that names no resources", {{"kube-apiserver", {}}}, false},
      {"cpu alone: the recommended memory is older", {{"kube-apiserver", {"cpu"}}}, false},
      {"neither: the recommended memory is older", {{"kube-apiserver", {"CPU"}}}, false},
      {"memory and another", {{"kube-apiserver", {"ephemeral-storage", "memory"}}}, true},
      {"of another container", {{"etcd", {"memory"}}}, false},
      {"of all containers", {{"*", {"memory"}}}, true},
      {"its own before that of all", {{"*", {"memory"}}, {"kube-apiserver", {}}}, false},
      {"its own after that of all", {{"kube-apiserver", {"memory"}}, {"*", {"cpu"}}}, true},
      {"the first of its own", {{"kube-apiserver", {"memory"}}, {"kube-apiserver", {"cpu"}}}, true},
      {"the last of all", {{"*", {"memory"}}, {"*", {}}}, false},
  };
  for (const ResourcePolicyCase& c : cases) {
    for (const absl::string_view cpu : {"", "0"}) {
      v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "4281023392", cpu, "large");
      for (const auto& [name, resources] : c.containers) {
        v1::ContainerResourcePolicy& policy = *request.mutable_vpa_resource_policy()->add_container_policies();
        policy.set_container_name(name);
        for (const std::string& resource : resources) policy.add_controlled_resources(resource);
      }
      const v1::RecommendSizeResponse response = Recommend(request);
      EXPECT_EQ(response.recommended_size(), c.omits_cpu ? "small" : "") << c.name;
      EXPECT_EQ(response.outcome(), c.omits_cpu ? kHygieneRecommended : kHeld) << c.name;
    }
  }
}

// The demand of the kube-apiserver comes from a single entry. Several entries are not added up, and a value that is
// missing in this entry is not taken from another entry.
TEST(Hygiene, CpuOfOtherEntriesDoesNotReplaceAMissingOne) {
  for (const absl::string_view name : {"kube-apiserver", "audit-logs"}) {
    v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "4281023392", "", "large");
    v1::RecommendedContainerResources& other =
        *request.mutable_vpa_status()->mutable_recommendation()->add_container_recommendations();
    other.set_container_name(std::string(name));
    other.mutable_uncapped_target()->set_cpu("1");
    EXPECT_THAT(Rules(Recommend(request).findings()), Contains("VPA_CPU_MISSING")) << name;
  }
}

TEST(Hygiene, ARecommendedCpuCountsWithAnyPolicy) {
  v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "4281023392", "12", "small");
  v1::ContainerResourcePolicy& policy = *request.mutable_vpa_resource_policy()->add_container_policies();
  policy.set_container_name("*");
  policy.add_controlled_resources("memory");
  EXPECT_EQ(Recommend(request).recommended_size(), "large");
}

TEST(Hygiene, SummaryHasTheReasonWhyCpuIsNotUsed) {
  const auto summary = [](absl::string_view cpu, absl::string_view current, bool omits_cpu, v1::SizeHygieneMode mode) {
    v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "4281023392", cpu, current);
    request.mutable_options()->set_hygiene(mode);
    if (omits_cpu) {
      v1::ContainerResourcePolicy& policy = *request.mutable_vpa_resource_policy()->add_container_policies();
      policy.set_container_name("*");
      policy.add_controlled_resources("memory");
    }
    return Recommend(request).summary();
  };
  constexpr auto kEnforce = v1::SIZE_HYGIENE_MODE_ENFORCE;
  constexpr auto kOff = v1::SIZE_HYGIENE_MODE_OFF;
  EXPECT_EQ(summary("", "large", false, kEnforce),
            "held: the VPA recommends no CPU, and memory alone would make the cluster smaller (VPA_CPU_MISSING); "
            "without the hold it would be small; the cluster stays large");
  EXPECT_THAT(summary("", "small", false, kEnforce), HasSubstr("; cpu does not take part: the VPA recommends none"));
  EXPECT_THAT(summary("0", "small", false, kEnforce), HasSubstr("; cpu does not take part: the VPA recommends zero"));
  EXPECT_THAT(summary("", "large", false, kOff), HasSubstr("; cpu does not take part: the VPA recommends none"));
  EXPECT_THAT(summary("", "large", true, kEnforce),
              HasSubstr("; cpu does not take part: the VPA's resource policy leaves it out"));
  EXPECT_THAT(summary("1", "large", false, kEnforce), Not(HasSubstr("does not take part")));
}

TEST(Hygiene, OnlyResourcesInPlayHold) {
  v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "4281023392", "1000", "large");
  request.mutable_options()->set_cpu_policy(v1::SIZE_CPU_POLICY_NEVER);
  EXPECT_EQ(Recommend(request).recommended_size(), "small");
}

TEST(Hygiene, OverflowIsHeldEvenWhereACapacityIsMissing) {
  const v1::RecommendSizeResponse response =
      Recommend(VpaRequest(ConfigOf({{"a", "32Gi", "", "", ""}, {"b", "", "", "", ""}}), "1174275820239", ""));
  EXPECT_EQ(response.outcome(), kHeld);
  EXPECT_EQ(response.would_recommend(), "");
}

// The values of the histogram are ..., 17453794248, 18337983960 (17.07Gi), 19266383156, ... The size small holds up to
// 17.6Gi = 18897856102.
TEST(Hygiene, NotesThatTheNextRungWouldChangeTheAnswer) {
  struct Rung {
    absl::string_view memory;
    std::vector<std::string> messages;
  };
  const Rung rungs[] = {
      {"17453794248", {}},
      {"18337983960", {"the recommender's next higher value, 17.943Gi of memory, would change the result"}},
      {"19266383157", {"the recommender's next lower value, 17.078Gi of memory, would change the result"}},
      {"20241202314", {}},
  };
  for (const Rung& rung : rungs) {
    const v1::RecommendSizeResponse response = Recommend(VpaRequest(ExampleConfig(), rung.memory, "", "small"));
    std::vector<std::string> messages;
    for (const v1::Finding& finding : response.findings()) {
      EXPECT_EQ(finding.rule(), "ONE_BUCKET_AWAY");
      EXPECT_EQ(finding.severity(), v1::SEVERITY_NOTE);
      messages.push_back(finding.message());
    }
    EXPECT_EQ(messages, rung.messages) << rung.memory;
  }
}

TEST(Hygiene, BelowTheMinimumHasAnotherMessageThanTheMinimum) {
  const auto message = [](absl::string_view memory) {
    const auto response = Recommend(VpaRequest(ExampleConfig(), memory, "1", "small"));
    for (const v1::Finding& finding : response.findings()) {
      if (finding.rule() == "VPA_AT_FLOOR") return finding.message();
    }
    return std::string();
  };
  EXPECT_THAT(message("262144000"), HasSubstr("is the recommender's minimum, which means"));
  EXPECT_THAT(message("1Mi"), HasSubstr("is less than the recommender's minimum"));
}

TEST(Hygiene, ANeighbourExactlyAtTheEdgeIsNotReported) {
  Quantity value;
  ASSERT_EQ(ParseQuantity("11381663335", value), QuantityError::kNone);
  const std::string above = CanonicalText(*NextVpaValueAbove(Resource::kMemory, value));
  const std::string below = CanonicalText(*NextVpaValueBelow(Resource::kMemory, value));
  const auto rules = [&](absl::string_view small, absl::string_view large) {
    const auto config = ConfigOf({{"small", small, "", "1", ""}, {"large", large, "", "1", ""}});
    return Rules(Recommend(VpaRequest(config, CanonicalText(value), "")).findings());
  };
  EXPECT_THAT(rules(above, "1Ti"), ::testing::Not(::testing::Contains("ONE_BUCKET_AWAY")))
      << "the next one fits as well";
  EXPECT_THAT(rules(below, "1Ti"), ::testing::Contains("ONE_BUCKET_AWAY")) << "the one below fits the smaller size";
}

}  // namespace
}  // namespace cpsizer
