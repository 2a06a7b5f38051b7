#include "cpsizer/recommend_size.h"

#include <string>

#include "cpsizer/limits.h"
#include "cpsizer/rules.h"
#include "cpsizer/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::BadRequestOf;
using ::cpsizer::testing::ConfigOf;
using ::cpsizer::testing::DemandRequest;
using ::cpsizer::testing::ErrorInfoOf;
using ::cpsizer::testing::ExampleConfig;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::Rules;
using ::cpsizer::testing::VpaRequest;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct RecommendSizeCase {
  absl::string_view name;
  absl::string_view memory;
  absl::string_view cpu;
  absl::string_view size;
  v1::SizeOutcome outcome;
  v1::SizeDriver driver;
};

class ExampleConfiguration : public ::testing::TestWithParam<RecommendSizeCase> {};

TEST_P(ExampleConfiguration, Decides) {
  const RecommendSizeCase& c = GetParam();
  const v1::RecommendSizeResponse response = Recommend(DemandRequest(ExampleConfig(), c.memory, c.cpu));
  EXPECT_EQ(response.recommended_size(), c.size);
  EXPECT_EQ(response.outcome(), c.outcome);
  EXPECT_EQ(response.driver(), c.driver);
  EXPECT_THAT(response.findings(), IsEmpty());
  EXPECT_EQ(response.config_generation(), 3);
}

constexpr v1::SizeOutcome kRecommendSizeRecommended = v1::SIZE_OUTCOME_RECOMMENDED;
constexpr v1::SizeOutcome kRecommendSizeBestEffort = v1::SIZE_OUTCOME_BEST_EFFORT;

INSTANTIATE_TEST_SUITE_P(
    Demands, ExampleConfiguration,
    ::testing::Values(
        RecommendSizeCase{"cpu drives", "20Gi", "12", "large", kRecommendSizeRecommended, v1::SIZE_DRIVER_CPU},
        RecommendSizeCase{"memory alone", "20Gi", "", "medium", kRecommendSizeRecommended, v1::SIZE_DRIVER_MEMORY},
        RecommendSizeCase{"cpu alone", "", "12", "large", kRecommendSizeRecommended, v1::SIZE_DRIVER_CPU},
        RecommendSizeCase{"both require the same size", "20Gi", "5", "medium", kRecommendSizeRecommended,
                          v1::SIZE_DRIVER_BOTH},
        RecommendSizeCase{"memory drives", "60Gi", "1", "large", kRecommendSizeRecommended, v1::SIZE_DRIVER_MEMORY},
        RecommendSizeCase{"equality fits", "41.6Gi", "", "medium", kRecommendSizeRecommended, v1::SIZE_DRIVER_MEMORY},
        RecommendSizeCase{"one nano-unit past equality does not", "44667659878.400000001", "", "large",
                          kRecommendSizeRecommended, v1::SIZE_DRIVER_MEMORY},
        RecommendSizeCase{"cpu equality fits", "", "8", "medium", kRecommendSizeRecommended, v1::SIZE_DRIVER_CPU},
        RecommendSizeCase{"one millicore past it does not", "", "8001m", "large", kRecommendSizeRecommended,
                          v1::SIZE_DRIVER_CPU},
        RecommendSizeCase{"zero is a demand like any other", "0", "0", "small", kRecommendSizeRecommended,
                          v1::SIZE_DRIVER_BOTH},
        RecommendSizeCase{"nothing is large enough", "200Gi", "", "large", kRecommendSizeBestEffort,
                          v1::SIZE_DRIVER_MEMORY},
        RecommendSizeCase{"nothing has enough cpu", "20Gi", "100", "large", kRecommendSizeBestEffort,
                          v1::SIZE_DRIVER_CPU},
        RecommendSizeCase{"nothing has enough of either", "200Gi", "100", "large", kRecommendSizeBestEffort,
                          v1::SIZE_DRIVER_BOTH}),
    [](const auto& info) {
      std::string name(info.param.name);
      for (char& c : name) c = isalnum(static_cast<unsigned char>(c)) ? c : '_';
      return name;
    });

TEST(RecommendSize, SixTimesThirtyFiveHundredthsHoldsTwoPointOne) {
  const auto config = ConfigOf({{"a", "32Gi", "6", "", "0.35"}, {"b", "64Gi", "12", "", "0.35"}});
  EXPECT_EQ(Recommend(DemandRequest(config, "", "2.1")).recommended_size(), "a");
  EXPECT_EQ(Recommend(DemandRequest(config, "", "2.100000001")).recommended_size(), "b");
}

TEST(RecommendSize, MovesUpWhereTheLargerOfTheTwoDoesNotHoldBoth) {
  const auto config = ConfigOf({{"small", "32Gi", "8", "0.95", "0.40"},
                                {"medium", "64Gi", "16", "0.40", "0.50"},
                                {"large", "128Gi", "32", "0.75", "0.60"}});
  const v1::RecommendSizeResponse response = Recommend(DemandRequest(config, "28Gi", "5"));
  EXPECT_EQ(response.recommended_size(), "large");
  EXPECT_EQ(response.driver(), v1::SIZE_DRIVER_ORDER);
  EXPECT_EQ(response.memory().size_alone(), "small");
  EXPECT_EQ(response.cpu().size_alone(), "medium");
  EXPECT_EQ(response.summary(),
            "large: memory 28Gi would fit small and cpu 5 would fit medium, but medium does not hold memory 28Gi "
            "(64Gi x 0.40 = 25.6Gi); large is the first size that holds both");
  EXPECT_THAT(Rules(response.findings()), Contains("EFFECTIVE_CAPACITY_NOT_INCREASING"));
}

TEST(RecommendSize, IsBestEffortByOrderIfNoSizeHoldsBothResources) {
  const auto config = ConfigOf({{"a", "32Gi", "8", "1", "0.1"}, {"b", "64Gi", "16", "0.1", "1"}});
  const v1::RecommendSizeResponse response = Recommend(DemandRequest(config, "28Gi", "10"));
  EXPECT_EQ(response.recommended_size(), "b");
  EXPECT_EQ(response.outcome(), v1::SIZE_OUTCOME_BEST_EFFORT);
  EXPECT_EQ(response.driver(), v1::SIZE_DRIVER_ORDER);
  EXPECT_FALSE(response.memory().exceeds_all_sizes());
  EXPECT_EQ(response.memory().shortfall(), "23192823398400m");
}

TEST(RecommendSize, ExplainsEverything) {
  v1::RecommendSizeRequest request = DemandRequest(ExampleConfig(), "20Gi", "12");
  request.set_current_size("medium");
  const v1::RecommendSizeResponse response = Recommend(request);
  EXPECT_TRUE(response.changed());
  EXPECT_EQ(response.summary(),
            "large: cpu 12 exceeds medium (16 x 0.50 = 8) and fits large (32 x 0.60 = 19.2); memory 20Gi would fit "
            "medium");
  const v1::SizeAssessment& cpu = response.cpu();
  EXPECT_TRUE(cpu.in_play());
  EXPECT_EQ(cpu.demand(), "12");
  EXPECT_EQ(cpu.size_alone(), "large");
  EXPECT_EQ(cpu.capacity(), "32");
  EXPECT_EQ(cpu.capacity_source(), v1::SIZE_CAPACITY_SOURCE_CONFIGURATION);
  EXPECT_EQ(cpu.fraction(), "600m");
  EXPECT_EQ(cpu.fraction_source(), v1::SIZE_FRACTION_SOURCE_SIZE);
  EXPECT_EQ(cpu.effective_capacity(), "19200m");
  EXPECT_EQ(cpu.headroom(), "7200m");
  EXPECT_DOUBLE_EQ(cpu.headroom_ratio(), 0.6);
  EXPECT_EQ(cpu.shortfall(), "");
  EXPECT_EQ(response.memory().headroom(), "76Gi");
  ASSERT_EQ(response.sizes_size(), 3);
  const v1::SizeRow& medium = response.sizes(1);
  EXPECT_EQ(medium.name(), "medium");
  EXPECT_EQ(medium.memory().effective_capacity(), "44667659878400m");
  EXPECT_EQ(medium.memory().fraction_source(), v1::SIZE_FRACTION_SOURCE_GLOBAL);
  EXPECT_TRUE(medium.memory().fits());
  EXPECT_FALSE(medium.cpu().fits());
  EXPECT_EQ(medium.cpu().shortfall(), "4");
  EXPECT_EQ(response.flips().cpu().shrinks_at(), "8");
  EXPECT_EQ(response.flips().cpu().grows_above(), "");
  EXPECT_EQ(response.flips().memory().shrinks_at(), "");
}

TEST(RecommendSize, ADemandOfZeroHasAHeadroomAndNoRatioOfIt) {
  const v1::RecommendSizeResponse response = Recommend(DemandRequest(ExampleConfig(), "0", "1n"));
  EXPECT_EQ(response.memory().headroom(), response.memory().effective_capacity());
  EXPECT_EQ(response.memory().headroom_ratio(), 0);
  EXPECT_GT(response.cpu().headroom_ratio(), 1e9);
}

TEST(RecommendSize, BestEffortReportsTheShortfall) {
  const v1::RecommendSizeResponse response = Recommend(DemandRequest(ExampleConfig(), "200Gi", ""));
  EXPECT_EQ(response.memory().shortfall(), "104Gi");
  EXPECT_EQ(response.memory().headroom(), "");
  EXPECT_LT(response.memory().headroom_ratio(), 0);
  EXPECT_TRUE(response.memory().exceeds_all_sizes());
  EXPECT_EQ(response.summary(), "large, best effort: memory 200Gi exceeds large (128Gi x 0.75 = 96Gi) by 104Gi");
}

TEST(RecommendSize, DefaultFractionIsSixtyFivePercent) {
  const v1::RecommendSizeResponse response =
      Recommend(DemandRequest(ConfigOf({{"only", "100Gi", "100", "", ""}}), "1Gi", "1"));
  for (const v1::SizeAssessment* resource : {&response.memory(), &response.cpu()}) {
    EXPECT_EQ(resource->fraction(), "650m");
    EXPECT_EQ(resource->fraction_source(), v1::SIZE_FRACTION_SOURCE_DEFAULT);
  }
}

struct CurrentCase {
  absl::string_view current;
  bool changed;
  bool warned;
};

TEST(RecommendSize, ComparesWithTheCurrentSize) {
  for (const CurrentCase& c : {CurrentCase{"", true, false}, CurrentCase{"medium", false, false},
                               CurrentCase{"small", true, false}, CurrentCase{"huge", true, true}}) {
    v1::RecommendSizeRequest request = DemandRequest(ExampleConfig(), "20Gi", "");
    request.set_current_size(std::string(c.current));
    const v1::RecommendSizeResponse response = Recommend(request);
    EXPECT_EQ(response.changed(), c.changed) << c.current;
    EXPECT_EQ(response.findings_size(), c.warned ? 1 : 0) << c.current;
    EXPECT_EQ(response.findings_size() == 1 && response.findings(0).rule() == "CURRENT_SIZE_UNKNOWN", c.warned);
  }
}

TEST(RecommendSize, BriefAnswersSixFieldsOnly) {
  v1::RecommendSizeRequest request = DemandRequest(ExampleConfig(), "20Gi", "12");
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  v1::RecommendSizeResponse expected;
  expected.set_recommended_size("large");
  expected.set_outcome(v1::SIZE_OUTCOME_RECOMMENDED);
  expected.set_driver(v1::SIZE_DRIVER_CPU);
  expected.set_changed(true);
  EXPECT_EQ(Recommend(request).SerializeAsString(), expected.SerializeAsString());

  v1::RecommendSizeRequest suspect = VpaRequest(ExampleConfig(), "1e15", "1", "small");
  suspect.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  v1::RecommendSizeResponse held;
  held.set_outcome(v1::SIZE_OUTCOME_HELD);
  held.set_held_by(v1::SIZE_HOLD_RULE_VPA_OVERFLOW);
  EXPECT_EQ(Recommend(suspect).SerializeAsString(), held.SerializeAsString());
}

struct PolicyCase {
  absl::string_view name;
  absl::string_view cpu_capacity_of_b;  // "-": size a has no CPU capacity; other values: size a has 8
  absl::string_view cpu_fraction_of_a;
  absl::string_view cpu;
  v1::SizeCpuPolicy policy;
  v1::SizeNotInPlayReason reason;
};

class CpuPolicy : public ::testing::TestWithParam<PolicyCase> {};

TEST_P(CpuPolicy, DecidesWhetherCpuTakesPart) {
  const PolicyCase& c = GetParam();
  const bool none = c.cpu_capacity_of_b == "-";
  const auto config = ConfigOf({{"a", "32Gi", none ? "" : "8", "", c.cpu_fraction_of_a},
                                {"b", "64Gi", none ? "" : c.cpu_capacity_of_b, "", ""}});
  v1::RecommendSizeRequest request = DemandRequest(config, "1Gi", c.cpu);
  request.mutable_options()->set_cpu_policy(c.policy);
  const v1::RecommendSizeResponse response = Recommend(request);
  EXPECT_EQ(response.cpu().not_in_play_reason(), c.reason) << c.name;
  EXPECT_EQ(response.cpu().in_play(), c.reason == v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED) << c.name;
  EXPECT_EQ(response.recommended_size(), response.cpu().in_play() ? "b" : "a") << c.name;

  request.mutable_demand()->clear_memory();
  const v1::RecommendSizeResponse alone = Recommend(request);
  if (response.cpu().in_play()) {
    EXPECT_EQ(alone.recommended_size(), "b") << c.name;
    EXPECT_EQ(alone.memory().not_in_play_reason(), v1::SIZE_NOT_IN_PLAY_REASON_MEMORY_ABSENT_FROM_DEMAND);
  } else {
    EXPECT_EQ(alone.outcome(), v1::SIZE_OUTCOME_NO_RECOMMENDATION) << c.name;
    EXPECT_EQ(alone.no_recommendation_reason(), v1::SIZE_NO_RECOMMENDATION_REASON_NO_RESOURCE_RECOMMENDED);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Policies, CpuPolicy,
    ::testing::Values(
        PolicyCase{"default, configured", "16", "", "7", v1::SIZE_CPU_POLICY_UNSPECIFIED,
                   v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED},
        PolicyCase{"capacity, configured", "16", "", "7", v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED,
                   v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED},
        PolicyCase{"never", "16", "0.5", "7", v1::SIZE_CPU_POLICY_NEVER, v1::SIZE_NOT_IN_PLAY_REASON_CPU_POLICY_NEVER},
        PolicyCase{"never comes before absent", "16", "", "", v1::SIZE_CPU_POLICY_NEVER,
                   v1::SIZE_NOT_IN_PLAY_REASON_CPU_POLICY_NEVER},
        PolicyCase{"absent comes before not configured", "-", "", "", v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED,
                   v1::SIZE_NOT_IN_PLAY_REASON_CPU_ABSENT_FROM_DEMAND},
        PolicyCase{"fraction, not configured", "16", "", "7", v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED,
                   v1::SIZE_NOT_IN_PLAY_REASON_CPU_FRACTION_NOT_CONFIGURED},
        PolicyCase{"fraction, configured", "16", "0.5", "7", v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED,
                   v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED},
        PolicyCase{"nothing about cpu", "-", "", "7", v1::SIZE_CPU_POLICY_UNSPECIFIED,
                   v1::SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_NOT_CONFIGURED},
        PolicyCase{"a fraction of nothing", "-", "0.5", "7", v1::SIZE_CPU_POLICY_UNSPECIFIED,
                   v1::SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_NOT_CONFIGURED},
        PolicyCase{"incomplete", "", "", "7", v1::SIZE_CPU_POLICY_UNSPECIFIED,
                   v1::SIZE_NOT_IN_PLAY_REASON_CPU_CAPACITY_INCOMPLETE}));

TEST(RecommendSize, AGlobalCpuFractionIsAConfiguredOne) {
  auto config = ConfigOf({{"a", "32Gi", "8", "", ""}, {"b", "64Gi", "16", "", ""}});
  config.mutable_spec()->mutable_resource_based_autoscaling()->set_kube_api_server_cpu_fraction("0.5");
  v1::RecommendSizeRequest request = DemandRequest(config, "1Gi", "7");
  request.mutable_options()->set_cpu_policy(v1::SIZE_CPU_POLICY_WHEN_FRACTION_CONFIGURED);
  EXPECT_TRUE(Recommend(request).cpu().in_play());
  EXPECT_EQ(Recommend(request).recommended_size(), "b");
}

struct ReadinessCase {
  absl::string_view name;
  void (*change)(v1::VerticalPodAutoscalerStatus&);
  v1::SizeNoRecommendationReason reason;
};

TEST(RecommendSize, UnreadyVpaIsAnAnswerInTheOrderOfChecks) {
  // In each case, all fields that are checked later are invalid too. Therefore the test detects a wrong order of the
  // checks.
  const ReadinessCase cases[] = {
      {"nothing", [](v1::VerticalPodAutoscalerStatus& s) { s.Clear(); },
       v1::SIZE_NO_RECOMMENDATION_REASON_VPA_RECOMMENDATION_MISSING},
      {"no condition",
       [](v1::VerticalPodAutoscalerStatus& s) {
         s.clear_conditions();
         s.mutable_recommendation()->Clear();
       },
       v1::SIZE_NO_RECOMMENDATION_REASON_VPA_CONDITION_MISSING},
      {"another condition",
       [](v1::VerticalPodAutoscalerStatus& s) { s.mutable_conditions(0)->set_type("LowConfidence"); },
       v1::SIZE_NO_RECOMMENDATION_REASON_VPA_CONDITION_MISSING},
      {"condition false",
       [](v1::VerticalPodAutoscalerStatus& s) {
         s.mutable_conditions(0)->set_status("False");
         s.mutable_recommendation()->Clear();
       },
       v1::SIZE_NO_RECOMMENDATION_REASON_VPA_CONDITION_NOT_TRUE},
      {"condition unknown", [](v1::VerticalPodAutoscalerStatus& s) { s.mutable_conditions(0)->set_status("Unknown"); },
       v1::SIZE_NO_RECOMMENDATION_REASON_VPA_CONDITION_NOT_TRUE},
      {"no containers", [](v1::VerticalPodAutoscalerStatus& s) { s.mutable_recommendation()->Clear(); },
       v1::SIZE_NO_RECOMMENDATION_REASON_NO_CONTAINER_RECOMMENDATIONS},
      {"other container",
       [](v1::VerticalPodAutoscalerStatus& s) {
         s.mutable_recommendation()->mutable_container_recommendations(0)->set_container_name("audit-logs");
       },
       v1::SIZE_NO_RECOMMENDATION_REASON_KUBE_APISERVER_CONTAINER_MISSING},
      {"no resource",
       [](v1::VerticalPodAutoscalerStatus& s) {
         s.mutable_recommendation()->mutable_container_recommendations(0)->clear_uncapped_target();
       },
       v1::SIZE_NO_RECOMMENDATION_REASON_NO_RESOURCE_RECOMMENDED},
  };
  for (const ReadinessCase& c : cases) {
    v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "20Gi", "2", "small");
    c.change(*request.mutable_vpa_status());
    const v1::RecommendSizeResponse response = Recommend(request);
    EXPECT_EQ(response.outcome(), v1::SIZE_OUTCOME_NO_RECOMMENDATION) << c.name;
    EXPECT_EQ(response.no_recommendation_reason(), c.reason) << c.name;
    EXPECT_EQ(response.recommended_size(), "") << c.name;
    EXPECT_FALSE(response.changed()) << c.name;
    EXPECT_EQ(response.driver(), v1::SIZE_DRIVER_UNSPECIFIED) << c.name;
    EXPECT_THAT(response.summary(), ::testing::StartsWith("no recommendation: ")) << c.name;
    EXPECT_THAT(response.summary(), ::testing::EndsWith("the cluster stays small")) << c.name;
    const bool ready = c.reason == v1::SIZE_NO_RECOMMENDATION_REASON_NO_RESOURCE_RECOMMENDED;
    for (const v1::SizeAssessment* resource : {&response.memory(), &response.cpu()}) {
      EXPECT_FALSE(resource->in_play()) << c.name;
      EXPECT_EQ(resource->not_in_play_reason() == v1::SIZE_NOT_IN_PLAY_REASON_VPA_NOT_READY, !ready) << c.name;
      EXPECT_NE(resource->not_in_play_reason(), v1::SIZE_NOT_IN_PLAY_REASON_UNSPECIFIED) << c.name;
    }
    EXPECT_EQ(response.sizes_size(), 3) << c.name;
    for (const v1::SizeRow& size : response.sizes()) {
      EXPECT_FALSE(size.memory().has_fits() || size.cpu().has_fits()) << c.name;
      EXPECT_EQ(size.memory().shortfall() + size.cpu().shortfall(), "") << c.name;
    }
  }
}

// The response still contains the recommendation, although the decision does not use it.
TEST(RecommendSize, AnUnreadyVpaTakesNoPartWhateverItRecommendsAndWhateverThePolicy) {
  v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "200Gi", "12", "small");
  request.mutable_vpa_status()->mutable_conditions(0)->set_status("False");
  request.mutable_options()->set_cpu_policy(v1::SIZE_CPU_POLICY_NEVER);
  const v1::RecommendSizeResponse response = Recommend(request);
  v1::SizeAssessment memory, cpu;
  memory.set_not_in_play_reason(v1::SIZE_NOT_IN_PLAY_REASON_VPA_NOT_READY);
  cpu.set_not_in_play_reason(v1::SIZE_NOT_IN_PLAY_REASON_VPA_NOT_READY);
  memory.set_demand("200Gi");
  cpu.set_demand("12");
  EXPECT_EQ(response.memory().SerializeAsString(), memory.SerializeAsString());
  EXPECT_EQ(response.cpu().SerializeAsString(), cpu.SerializeAsString());
}

TEST(RecommendSize, TheFirstKubeApiserverContainerCounts) {
  v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "60Gi", "");
  v1::RecommendedPodResources& recommendation = *request.mutable_vpa_status()->mutable_recommendation();
  *recommendation.add_container_recommendations() = recommendation.container_recommendations(0);
  recommendation.mutable_container_recommendations(1)->mutable_uncapped_target()->set_memory("1Gi");
  recommendation.add_container_recommendations()->set_container_name("audit-logs");
  recommendation.mutable_container_recommendations()->SwapElements(0, 2);
  recommendation.mutable_container_recommendations()->SwapElements(1, 2);
  EXPECT_EQ(Recommend(request).recommended_size(), "large");
}

TEST(RecommendSize, TargetAndBoundsAreNotRead) {
  v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "1Gi", "");
  v1::RecommendedContainerResources& container =
      *request.mutable_vpa_status()->mutable_recommendation()->mutable_container_recommendations(0);
  container.mutable_target()->set_memory("garbage");
  container.mutable_upper_bound()->set_memory("100T");
  EXPECT_EQ(Recommend(request).recommended_size(), "small");
}

TEST(RecommendSize, SizeWithoutMemoryCapacityFailsADecisionOnMemory) {
  const auto config = ConfigOf({{"a", "32Gi", "8", "", ""}, {"b", "", "16", "", ""}, {"c", "", "32", "", ""}});
  v1::RecommendSizeResponse response;
  const absl::Status status = RecommendSize(DemandRequest(config, "1Gi", "1"), response);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("b and c"));
  EXPECT_EQ(ErrorInfoOf(status).reason(), "CAPACITY_MISSING");
  google::rpc::PreconditionFailure failure;
  ASSERT_TRUE(ReadDetail(status, failure));
  ASSERT_EQ(failure.violations_size(), 2);
  EXPECT_EQ(failure.violations(0).type(), "CAPACITY_MISSING");
  EXPECT_EQ(failure.violations(0).subject(), "spec.sizes[1].capacity.memory");
  EXPECT_EQ(failure.violations(0).description(), "size b has no memory capacity");
  EXPECT_EQ(failure.violations(1).subject(), "spec.sizes[2].capacity.memory");
  EXPECT_EQ(failure.violations(1).description(), "size c has no memory capacity");
}

TEST(RecommendSize, CountsAllSizesWithoutMemoryCapacityEvenIfTheDetailsAreTruncated) {
  v1::ClusterSizingConfiguration config;
  for (int i = 0; i < 1'000; ++i) config.mutable_spec()->add_sizes()->set_name("s" + std::to_string(i));
  v1::RecommendSizeResponse response;
  const absl::Status status = RecommendSize(DemandRequest(config, "1Gi", ""), response);
  google::rpc::PreconditionFailure failure;
  ASSERT_TRUE(ReadDetail(status, failure));
  EXPECT_GT(failure.violations_size(), 25);
  EXPECT_LT(failure.ByteSizeLong(), kMaxErrorDetailsBytes);
  EXPECT_EQ(ErrorInfoOf(status).metadata().at("violations_total"), "1000");
}

TEST(RecommendSize, CpuAloneOrdersByCpuWhereMemoryIsNotAllKnown) {
  const auto config = ConfigOf({{"b", "32Gi", "16", "", ""}, {"a", "", "8", "", ""}, {"c", "1Gi", "16", "", ""}});
  const v1::RecommendSizeResponse response = Recommend(DemandRequest(config, "", "6"));
  EXPECT_EQ(response.recommended_size(), "b");
  EXPECT_EQ(response.sizes(0).name(), "a");
  EXPECT_EQ(response.sizes(1).name(), "b");
  EXPECT_EQ(response.sizes(2).name(), "c");
}

TEST(RecommendSize, NoObservationIsAnErrorAndEmptyOnesAreAnswers) {
  v1::RecommendSizeRequest request;
  *request.mutable_cluster_sizing_configuration() = ExampleConfig();
  v1::RecommendSizeResponse response;
  const absl::Status status = RecommendSize(request, response);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "OBSERVATION_MISSING");

  request.mutable_demand();
  EXPECT_EQ(Recommend(request).no_recommendation_reason(), v1::SIZE_NO_RECOMMENDATION_REASON_NO_RESOURCE_RECOMMENDED);
  request.mutable_vpa_status();
  EXPECT_EQ(Recommend(request).no_recommendation_reason(),
            v1::SIZE_NO_RECOMMENDATION_REASON_VPA_RECOMMENDATION_MISSING);
}

TEST(RecommendSize, NoConfigurationIsAnErrorOfItsOwn) {
  v1::RecommendSizeResponse response;
  const absl::Status status = RecommendSize(v1::RecommendSizeRequest(), response);
  EXPECT_THAT(Rules(response.findings()), ElementsAre("CONFIG_MISSING", "OBSERVATION_MISSING"));
  EXPECT_EQ(ErrorInfoOf(status).reason(), "CONFIG_MISSING");
}

TEST(RecommendSize, ListsEveryViolationOfConfigurationAndObservation) {
  v1::RecommendSizeRequest request =
      DemandRequest(ConfigOf({{"-", "32GB", "0", "1.5", "0"}, {"b", "-1", "1e99999", "NaN", "-0.5"}}), "--1", "-5");
  request.mutable_options()->set_cpu_policy(static_cast<v1::SizeCpuPolicy>(77));
  v1::RecommendSizeResponse response;
  const absl::Status status = RecommendSize(request, response);
  ASSERT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  std::vector<std::string> fields;
  const google::rpc::BadRequest bad_request = BadRequestOf(status);
  for (const auto& violation : bad_request.field_violations()) fields.push_back(violation.field());
  EXPECT_THAT(fields, ElementsAre("spec.sizes[0].name", "spec.sizes[0].capacity.memory",
                                  "spec.sizes[0].capacity.kubeAPIServerMemoryFraction", "spec.sizes[0].capacity.cpu",
                                  "spec.sizes[0].capacity.kubeAPIServerCPUFraction", "spec.sizes[1].capacity.memory",
                                  "spec.sizes[1].capacity.kubeAPIServerMemoryFraction", "spec.sizes[1].capacity.cpu",
                                  "spec.sizes[1].capacity.kubeAPIServerCPUFraction", "options.cpuPolicy",
                                  "demand.memory", "demand.cpu"));
  EXPECT_EQ(ErrorInfoOf(status).metadata().at("violations_total"), "12");
}

TEST(RecommendSize, ErrorsThatADecisionDoesNotDependOnAreWarnings) {
  v1::ClusterSizingConfiguration config = ExampleConfig();
  config.mutable_metadata()->set_name("sizes");
  config.mutable_spec()->mutable_concurrency()->set_limit(0);
  config.mutable_spec()->mutable_sizes(2)->mutable_criteria()->set_from(500);
  const v1::RecommendSizeResponse response = Recommend(DemandRequest(config, "20Gi", ""));
  EXPECT_EQ(response.recommended_size(), "medium");
  EXPECT_THAT(testing::Lines(response.findings()),
              ElementsAre("WARNING NAME_NOT_CLUSTER metadata.name", "WARNING CRITERIA_GAP spec.sizes[2].criteria.from",
                          "WARNING LIMIT_TOO_SMALL spec.concurrency.limit"));
}

TEST(RecommendSize, AnotherKindIsRefused) {
  v1::ClusterSizingConfiguration config = ExampleConfig();
  config.set_kind("ConfigMap");
  v1::RecommendSizeResponse response;
  const absl::Status status = RecommendSize(DemandRequest(config, "20Gi", ""), response);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "KIND_MISMATCH");
}

TEST(RecommendSize, MalformedVpaValueIsAnErrorEvenWhereTheVpaIsNotReady) {
  v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "1 Gi", "-1");
  request.mutable_vpa_status()->clear_conditions();
  v1::RecommendSizeResponse response;
  const absl::Status status = RecommendSize(request, response);
  ASSERT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  const google::rpc::BadRequest bad_request = BadRequestOf(status);
  ASSERT_EQ(bad_request.field_violations_size(), 2);
  EXPECT_EQ(bad_request.field_violations(0).field(),
            "vpaStatus.recommendation.containerRecommendations[0].uncappedTarget.memory");
  EXPECT_THAT(bad_request.field_violations(1).description(), HasSubstr("VALUE_NEGATIVE"));
}

TEST(RecommendSize, DemandEqualToTheCapacityFits) {
  const auto config = ConfigOf({{"small", "32Gi", "8", "0.5", "0.5"}, {"large", "64Gi", "16", "0.5", "0.5"}});
  const v1::RecommendSizeResponse response = Recommend(DemandRequest(config, "16Gi", "4"));
  EXPECT_EQ(response.recommended_size(), "small");
  EXPECT_TRUE(response.sizes(0).memory().fits());
  EXPECT_TRUE(response.sizes(0).cpu().fits());
  EXPECT_EQ(response.sizes(0).memory().shortfall(), "");
}

}  // namespace
}  // namespace cpsizer
