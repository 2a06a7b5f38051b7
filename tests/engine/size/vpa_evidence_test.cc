// Tests the rules about recommendations that are not about running pods, or that are based on few samples.
#include <string>
#include <vector>

#include "cpsizer/recommend_size.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/size/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::BadRequestOf;
using ::cpsizer::testing::ExampleConfig;
using ::cpsizer::testing::Lines;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::Rules;
using ::cpsizer::testing::VpaRequest;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr char kFirstContainer[] = "vpaStatus.recommendation.containerRecommendations[0]";

// Returns a request for a cluster whose size would change from `current` to small.
v1::RecommendSizeRequest Shrinking(absl::string_view current = "large") {
  return VpaRequest(ExampleConfig(), "4281023392", "1168m", current);
}

v1::RecommendedContainerResources& ContainerOf(v1::RecommendSizeRequest& request) {
  return *request.mutable_vpa_status()->mutable_recommendation()->mutable_container_recommendations(0);
}

void AddCondition(absl::string_view type, absl::string_view status, v1::RecommendSizeRequest& request) {
  v1::Condition& condition = *request.mutable_vpa_status()->add_conditions();
  condition.set_type(std::string(type));
  condition.set_status(std::string(status));
}

// Checks that `request`, whose size would become smaller, is held by `rule` with each detail; that the rule is a
// warning if the size stays, if the cluster has no size, and in the mode WARN; and that it is absent in the mode OFF.
void ExpectHoldOnlyOfASmallerSize(v1::RecommendSizeRequest request, v1::SizeHoldRule rule, const std::string& id) {
  EXPECT_EQ(Recommend(request).held_by(), rule);
  EXPECT_EQ(Recommend(request).would_recommend(), "small");
  EXPECT_THAT(Recommend(request).summary(), HasSubstr("(" + id + ")"));
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  EXPECT_EQ(Recommend(request).held_by(), rule);
  request.mutable_options()->clear_detail();
  for (const char* current : {"small", ""}) {
    v1::RecommendSizeRequest other = request;
    other.set_current_size(current);
    EXPECT_EQ(Recommend(other).recommended_size(), "small");
    EXPECT_THAT(Rules(Recommend(other).findings()), Contains(id));
  }
  request.mutable_options()->set_hygiene(v1::SIZE_HYGIENE_MODE_WARN);
  EXPECT_EQ(Recommend(request).recommended_size(), "small");
  EXPECT_THAT(Rules(Recommend(request).findings()), Contains(id));
  request.mutable_options()->set_hygiene(v1::SIZE_HYGIENE_MODE_OFF);
  EXPECT_EQ(Recommend(request).recommended_size(), "small");
  EXPECT_THAT(Recommend(request).findings(), IsEmpty());
}

TEST(VpaEvidence, ARecommendationAboutNoPodsHolds) {
  for (const char* type : {"NoPodsMatched", "ConfigUnsupported"}) {
    v1::RecommendSizeRequest request = Shrinking();
    AddCondition(type, "False", request);
    AddCondition("LowConfidence", "True", request);
    EXPECT_THAT(Recommend(request).findings(), IsEmpty());
    AddCondition(type, "True", request);
    EXPECT_THAT(Lines(Recommend(request).findings()),
                ElementsAre("WARNING VPA_RECOMMENDATION_STALE vpaStatus.conditions[3]"));
    EXPECT_THAT(Recommend(request).summary(), HasSubstr(std::string("the VPA's condition ") + type + " is True"));
    ExpectHoldOnlyOfASmallerSize(request, v1::SIZE_HOLD_RULE_VPA_RECOMMENDATION_STALE, "VPA_RECOMMENDATION_STALE");
  }
}

TEST(VpaEvidence, AnUpperBoundFarAboveTheTargetHolds) {
  v1::RecommendSizeRequest request = Shrinking();
  ContainerOf(request).mutable_upper_bound()->set_memory("428102339200");
  ContainerOf(request).mutable_upper_bound()->set_cpu("116800m");
  EXPECT_THAT(Recommend(request).findings(), IsEmpty()) << "100 times is allowed";
  ContainerOf(request).mutable_upper_bound()->set_memory("428102339201");
  EXPECT_THAT(Lines(Recommend(request).findings()),
              ElementsAre(std::string("WARNING VPA_LOW_EVIDENCE ") + kFirstContainer + ".upperBound.memory"));
  ExpectHoldOnlyOfASmallerSize(request, v1::SIZE_HOLD_RULE_VPA_LOW_EVIDENCE, "VPA_LOW_EVIDENCE");

  // The recommender reports these amounts after one sample.
  ContainerOf(request).mutable_upper_bound()->set_memory("97656250000Ki");
  ContainerOf(request).mutable_upper_bound()->set_cpu("100G");
  EXPECT_THAT(Rules(Recommend(request).findings()), ElementsAre("VPA_LOW_EVIDENCE", "VPA_LOW_EVIDENCE"));
  ContainerOf(request).mutable_upper_bound()->set_memory("1e30");
  EXPECT_EQ(Recommend(request).held_by(), v1::SIZE_HOLD_RULE_VPA_LOW_EVIDENCE);
  ContainerOf(request).mutable_upper_bound()->set_memory("garbage");
  ContainerOf(request).mutable_upper_bound()->clear_cpu();
  EXPECT_EQ(Recommend(request).recommended_size(), "small");
}

TEST(VpaEvidence, TheRatioOfTheUpperBoundIsAnOption) {
  v1::RecommendSizeRequest request = Shrinking();
  ContainerOf(request).mutable_upper_bound()->set_cpu("2337m");
  request.mutable_options()->set_vpa_max_upper_bound_ratio(2);
  EXPECT_EQ(Recommend(request).held_by(), v1::SIZE_HOLD_RULE_VPA_LOW_EVIDENCE);
  ContainerOf(request).mutable_upper_bound()->set_cpu("1e6");
  request.mutable_options()->set_vpa_max_upper_bound_ratio(0);
  EXPECT_EQ(Recommend(request).recommended_size(), "small");
}

v1::RecommendSizeRequest Aged(absl::string_view created, absl::string_view now) {
  v1::RecommendSizeRequest request = Shrinking();
  request.set_vpa_creation_timestamp(std::string(created));
  request.set_now(std::string(now));
  return request;
}

TEST(VpaEvidence, AVpaYoungerThanADayHolds) {
  const v1::RecommendSizeRequest young = Aged("2026-03-01T12:00:00Z", "2026-03-02T11:59:59Z");
  EXPECT_THAT(Lines(Recommend(young).findings()), ElementsAre("WARNING VPA_LOW_EVIDENCE vpaCreationTimestamp"));
  EXPECT_THAT(Recommend(young).summary(), HasSubstr("held: the VPA is younger than 24h, so it has few samples"));
  ExpectHoldOnlyOfASmallerSize(young, v1::SIZE_HOLD_RULE_VPA_LOW_EVIDENCE, "VPA_LOW_EVIDENCE");
  EXPECT_THAT(Recommend(Aged("2026-03-01T12:00:00Z", "2026-03-02T12:00:00Z")).findings(), IsEmpty());
  EXPECT_EQ(Recommend(Aged("2026-03-03T12:00:00Z", "2026-03-02T12:00:00Z")).outcome(), v1::SIZE_OUTCOME_HELD)
      << "a clock is wrong";
  EXPECT_THAT(Recommend(Aged("", "2026-03-02T12:00:00Z")).findings(), IsEmpty()) << "the age is unknown";
  EXPECT_THAT(Recommend(Aged("2026-03-02T11:00:00Z", "")).findings(), IsEmpty()) << "the age is unknown";
}

TEST(VpaEvidence, TheLeastAgeIsAnOption) {
  v1::RecommendSizeRequest request = Aged("2026-03-01T12:00:00Z", "2026-03-01T12:59:59Z");
  request.mutable_options()->set_vpa_min_age("1h");
  EXPECT_EQ(Recommend(request).held_by(), v1::SIZE_HOLD_RULE_VPA_LOW_EVIDENCE);
  request.mutable_options()->set_vpa_min_age("0s");
  EXPECT_EQ(Recommend(request).recommended_size(), "small");
}

TEST(VpaEvidence, AnItemOfABatchHasTheOptionsOfTheBatch) {
  v1::BatchRecommendSizeRequest batch;
  *batch.add_items() = Aged("2026-03-01T12:00:00Z", "2026-03-01T13:00:00Z");
  *batch.add_items() = batch.items(0);
  batch.mutable_options()->set_vpa_min_age("30m");
  batch.mutable_items(1)->mutable_options()->set_vpa_min_age("2h");
  v1::BatchRecommendSizeResponse response;
  ASSERT_TRUE(BatchRecommendSize(batch, testing::kNotCancelled, response).ok());
  EXPECT_EQ(response.results(0).response().recommended_size(), "small");
  EXPECT_EQ(response.results(1).response().held_by(), v1::SIZE_HOLD_RULE_VPA_LOW_EVIDENCE);
}

TEST(VpaEvidence, MalformedTimesAndOptionsAreErrors) {
  v1::RecommendSizeRequest request = Aged("yesterday", "now");
  v1::RecommendSizeOptions& options = *request.mutable_options();
  options.set_vpa_min_age("1 day");
  options.set_vpa_max_upper_bound_ratio(-1);
  options.set_vpa_pod_recommendation_min_cpu_millicores(-1);
  options.set_vpa_pod_recommendation_min_memory_mb(1e15);
  options.set_vpa_round_cpu_millicores(0);
  options.set_vpa_round_memory_bytes(-5);
  v1::RecommendSizeResponse response;
  const absl::Status status = RecommendSize(request, response);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  std::vector<std::string> fields;
  const google::rpc::BadRequest details = BadRequestOf(status);
  for (const auto& violation : details.field_violations()) fields.push_back(violation.field());
  EXPECT_THAT(fields, ::testing::UnorderedElementsAre(
                          "vpaCreationTimestamp", "now", "options.vpaMinAge", "options.vpaMaxUpperBoundRatio",
                          "options.vpaPodRecommendationMinCpuMillicores", "options.vpaPodRecommendationMinMemoryMb",
                          "options.vpaRoundCpuMillicores", "options.vpaRoundMemoryBytes"));
  options.Clear();
  options.set_vpa_min_age("-1h");
  request.set_vpa_creation_timestamp("");
  request.set_now("");
  EXPECT_EQ(RecommendSize(request, response).code(), absl::StatusCode::kInvalidArgument);
}

void SetAll(absl::string_view memory, absl::string_view cpu, v1::RecommendSizeRequest& request) {
  v1::RecommendedContainerResources& container = ContainerOf(request);
  for (v1::ResourceList* list :
       {container.mutable_lower_bound(), container.mutable_target(), container.mutable_uncapped_target()}) {
    list->set_memory(std::string(memory));
    list->set_cpu(std::string(cpu));
  }
}

// The recommender of these clusters rounds, or has another minimum.
TEST(VpaEvidence, TheMinimumOfOtherRecommendersHolds) {
  for (const auto& [memory, cpu] : std::vector<std::pair<const char*, const char*>>{
           {"256Mi", "30m"}, {"100Mi", "10m"}, {"125Mi", "25m"}, {"87381333", "8m"}, {"300Mi", "50m"}}) {
    v1::RecommendSizeRequest request = Shrinking("medium");
    SetAll(memory, cpu, request);
    EXPECT_EQ(Recommend(request).held_by(), v1::SIZE_HOLD_RULE_VPA_AT_FLOOR) << memory;
  }
  v1::RecommendSizeRequest measured = Shrinking("medium");
  SetAll("3Gi", "30m", measured);
  EXPECT_EQ(Recommend(measured).recommended_size(), "small");
  SetAll("256Mi", "30m", measured);
  ContainerOf(measured).mutable_lower_bound()->set_memory("192Mi");
  EXPECT_EQ(Recommend(measured).recommended_size(), "small");
}

TEST(VpaEvidence, TheSettingsOfTheRecommenderAreOptions) {
  // A measurement, unless the minimum is 1 GiB.
  v1::RecommendSizeRequest request = VpaRequest(ExampleConfig(), "1Gi", "200m", "medium");
  EXPECT_EQ(Recommend(request).recommended_size(), "small");
  request.mutable_options()->set_vpa_pod_recommendation_min_memory_mb(1000);
  EXPECT_EQ(Recommend(request).recommended_size(), "small");
  request.mutable_options()->set_vpa_round_memory_bytes(128 << 20);
  EXPECT_EQ(Recommend(request).held_by(), v1::SIZE_HOLD_RULE_VPA_AT_FLOOR);
  request.mutable_options()->clear_vpa_pod_recommendation_min_memory_mb();
  request.mutable_options()->set_vpa_pod_recommendation_min_cpu_millicores(200);
  EXPECT_EQ(Recommend(request).held_by(), v1::SIZE_HOLD_RULE_VPA_AT_FLOOR);
  // With known settings, no other small amount is a minimum.
  SetAll("300Mi", "60m", request);
  v1::RecommendSizeOptions& options = *request.mutable_options();
  options.set_vpa_pod_recommendation_min_cpu_millicores(25);
  options.set_vpa_pod_recommendation_min_memory_mb(250);
  options.set_vpa_round_cpu_millicores(1);
  options.set_vpa_round_memory_bytes(1);
  EXPECT_EQ(Recommend(request).recommended_size(), "small");
}

TEST(VpaEvidence, ARepeatedContainerIsReported) {
  v1::RecommendSizeRequest request = Shrinking();
  v1::RecommendedContainerResources second = ContainerOf(request);
  second.mutable_uncapped_target()->set_memory("60Gi");
  *request.mutable_vpa_status()->mutable_recommendation()->add_container_recommendations() = second;
  const v1::RecommendSizeResponse response = Recommend(request);
  EXPECT_EQ(response.recommended_size(), "small");
  EXPECT_THAT(Lines(response.findings()),
              ElementsAre("WARNING VPA_CONTAINER_REPEATED vpaStatus.recommendation.containerRecommendations[1]"));
  EXPECT_THAT(response.findings(0).message(), HasSubstr("containerRecommendations[0] is used"));
}

TEST(VpaEvidence, AMissingUncappedTargetIsNamed) {
  v1::RecommendSizeRequest request = Shrinking();
  v1::RecommendedContainerResources& container = ContainerOf(request);
  *container.mutable_target() = container.uncapped_target();
  container.clear_uncapped_target();
  const v1::RecommendSizeResponse response = Recommend(request);
  EXPECT_EQ(response.no_recommendation_reason(), v1::SIZE_NO_RECOMMENDATION_REASON_NO_RESOURCE_RECOMMENDED);
  EXPECT_EQ(response.summary(),
            "no recommendation: the VPA has target (memory 4281023392, cpu 1168m) but no uncappedTarget, which the "
            "decision reads; the cluster stays large");
  container.mutable_target()->clear_memory();
  EXPECT_THAT(Recommend(request).summary(), HasSubstr("target (cpu 1168m) but"));
  container.clear_target();
  EXPECT_THAT(Recommend(request).summary(), Not(HasSubstr("uncappedTarget")));
}

}  // namespace
}  // namespace cpsizer
