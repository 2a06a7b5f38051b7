#include "client/sidecar/size/plan.h"

#include <initializer_list>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

HostedCluster PlanCluster(const std::string& recommended_size = "") {
  return ReadHostedCluster(ClusterJson("hc1", recommended_size));
}

TEST(IsEligibleTest, NeedsTheOptInAndTheTopologyAndLife) {
  EXPECT_TRUE(IsEligible(PlanCluster(), {}));
  HostedCluster cluster = PlanCluster();
  cluster.opted_in = false;
  EXPECT_FALSE(IsEligible(cluster, {}));
  cluster = PlanCluster();
  cluster.dedicated_topology = false;
  EXPECT_FALSE(IsEligible(cluster, {}));
  EXPECT_TRUE(IsEligible(cluster, {.require_topology = false}));
  cluster = PlanCluster();
  cluster.deleting = true;
  EXPECT_FALSE(IsEligible(cluster, {.require_topology = false}));
}

class PlanVpaTest : public ::testing::Test {
 protected:
  VpaAction Plan() const { return PlanVpa(cluster_, {has_vpa_ ? &vpa_ : nullptr, conflict_}, policy_); }

  HostedCluster cluster_ = PlanCluster();
  Vpa vpa_ = ReadVpa(VpaJson("hc1", ""));
  bool has_vpa_ = true;
  std::string conflict_;
  Policy policy_;
};

TEST_F(PlanVpaTest, WritesNothingIfTheVpaIsAsPlanned) {
  EXPECT_EQ(Plan(), VpaAction::kNone);
}

TEST_F(PlanVpaTest, CreatesWhatIsMissing) {
  has_vpa_ = false;
  EXPECT_EQ(Plan(), VpaAction::kCreate);
  policy_.manage_vpa = false;
  EXPECT_EQ(Plan(), VpaAction::kNone);
}

TEST_F(PlanVpaTest, CreatesNoneForAnInvalidNamespace) {
  has_vpa_ = false;
  cluster_.name = std::string(55, 'x');
  EXPECT_EQ(Plan(), VpaAction::kNone);
  cluster_.name = std::string(54, 'x');  // the namespace clusters-xxx... then has 63 characters
  EXPECT_EQ(Plan(), VpaAction::kCreate);
}

TEST_F(PlanVpaTest, DeletesAVpaForAnotherWorkload) {
  vpa_.as_kept = false;
  vpa_.other_target = true;
  EXPECT_EQ(Plan(), VpaAction::kDelete);
}

TEST_F(PlanVpaTest, RepairsAVpaWithAnotherModeOrWithoutClusterName) {
  vpa_.as_kept = false;
  EXPECT_EQ(Plan(), VpaAction::kRepair);
  vpa_.as_kept = true;
  vpa_.cluster_name.clear();
  EXPECT_EQ(Plan(), VpaAction::kRepair);
}

TEST_F(PlanVpaTest, DeletesOnlyOurVpaOfAClusterThatIsNoLongerSized) {
  cluster_.opted_in = false;
  EXPECT_EQ(Plan(), VpaAction::kDelete);
  vpa_.cluster_namespace.clear();
  EXPECT_EQ(Plan(), VpaAction::kNone);
}

TEST_F(PlanVpaTest, TouchesNothingOfClustersOrVpasBeingDeletedOrInConflict) {
  vpa_.as_kept = false;
  conflict_ = "of another cluster";
  EXPECT_EQ(Plan(), VpaAction::kNone);
  conflict_.clear();
  vpa_.deleting = true;
  EXPECT_EQ(Plan(), VpaAction::kNone);
  vpa_.deleting = false;
  cluster_.deleting = true;
  EXPECT_EQ(Plan(), VpaAction::kNone);
}

v1::RecommendSizeResponse Recommends(const std::string& size, v1::SizeOutcome outcome = v1::SIZE_OUTCOME_RECOMMENDED) {
  v1::RecommendSizeResponse response;
  response.set_outcome(outcome);
  response.set_recommended_size(size);
  response.set_summary("why");
  response.set_config_generation(1);
  return response;
}

SizePlan PlanWithVpa(const HostedCluster& cluster, const absl::StatusOr<v1::RecommendSizeResponse>& answer) {
  const Vpa vpa;
  return PlanSize(cluster, &vpa, ConfigurationMessage(), answer);
}

TEST(PlanSizeTest, WritesOnlyWhatDiffers) {
  const SizePlan changed = PlanWithVpa(PlanCluster("small"), Recommends("medium"));
  EXPECT_EQ(changed.state, SizeState::kSized);
  EXPECT_EQ(changed.write, "medium");
  EXPECT_EQ(changed.note, "why");
  EXPECT_THAT(PlanWithVpa(PlanCluster("medium"), Recommends("medium")).write, IsEmpty());
}

TEST(PlanSizeTest, TheSizeLabelIsNotTheAnnotation) {
  HostedCluster cluster = PlanCluster();
  cluster.size_in_force = "medium";
  EXPECT_EQ(PlanWithVpa(cluster, Recommends("medium")).write, "medium");
}

TEST(PlanSizeTest, WritesTheLargestWhereNoneFits) {
  const SizePlan plan = PlanWithVpa(PlanCluster("small"), Recommends("large", v1::SIZE_OUTCOME_BEST_EFFORT));
  EXPECT_EQ(plan.state, SizeState::kNoSizeFits);
  EXPECT_EQ(plan.write, "large");
}

TEST(PlanSizeTest, ReportsAMissingVpa) {
  v1::RecommendSizeResponse answer = Recommends("", v1::SIZE_OUTCOME_NO_RECOMMENDATION);
  answer.set_no_recommendation_reason(v1::SIZE_NO_RECOMMENDATION_REASON_VPA_RECOMMENDATION_MISSING);
  const HostedCluster cluster = PlanCluster();
  EXPECT_EQ(PlanWithVpa(cluster, answer).note, "why");
  const SizePlan plan = PlanSize(cluster, nullptr, ConfigurationMessage(), answer);
  EXPECT_EQ(plan.reason, "VPA_RECOMMENDATION_MISSING");
  EXPECT_EQ(plan.note, "there is no VPA clusters-hc1/kube-apiserver yet");
}

TEST(PlanSizeTest, ABriefAnswerHasNoGeneration) {
  v1::RecommendSizeResponse brief = Recommends("medium");
  brief.clear_config_generation();
  EXPECT_EQ(PlanWithVpa(PlanCluster(), brief).write, "medium");
}

TEST(PlanSizeTest, AResourceWithoutHeadroomRatioHasNoHeadroom) {
  v1::RecommendSizeResponse answer = Recommends("medium");
  answer.mutable_memory()->set_headroom_ratio(0.25);
  const Headroom headroom = PlanWithVpa(PlanCluster(), answer).headroom;
  EXPECT_EQ(headroom.memory, 0.25);
  EXPECT_EQ(headroom.cpu, absl::nullopt);
}

struct HeldCase {
  const char* name;
  absl::StatusOr<v1::RecommendSizeResponse> answer;
  const char* reason;
  bool ask_again;
};

v1::RecommendSizeResponse NoRecommendation() {
  v1::RecommendSizeResponse response = Recommends("", v1::SIZE_OUTCOME_NO_RECOMMENDATION);
  response.set_no_recommendation_reason(v1::SIZE_NO_RECOMMENDATION_REASON_VPA_CONDITION_NOT_TRUE);
  return response;
}

v1::RecommendSizeResponse OfGeneration(int64_t generation) {
  v1::RecommendSizeResponse response = Recommends("medium");
  response.set_config_generation(generation);
  return response;
}

TEST(PlanSizeTest, WritesNothingWithoutAUsableAnswer) {
  const HeldCase cases[] = {
      {"held", Recommends("", v1::SIZE_OUTCOME_HELD), "RECOMMENDATION_SUSPECT", false},
      {"held, with a size all the same", Recommends("large", v1::SIZE_OUTCOME_HELD), "RECOMMENDATION_SUSPECT", false},
      {"no recommendation", NoRecommendation(), "VPA_CONDITION_NOT_TRUE", false},
      {"unknown size", Recommends("huge"), kInvalidResponse, true},
      {"no size", Recommends(""), kInvalidResponse, true},
      {"unspecified outcome", Recommends("medium", v1::SIZE_OUTCOME_UNSPECIFIED), kInvalidResponse, true},
      {"outcome of the future", Recommends("medium", static_cast<v1::SizeOutcome>(99)), kInvalidResponse, true},
      {"another configuration", OfGeneration(2), kInvalidResponse, true},
      {"refused", absl::InvalidArgumentError("no"), "INPUT_REFUSED", false},
      {"capacity missing", absl::FailedPreconditionError("no"), "INPUT_REFUSED", false},
      {"an error of this one alone", absl::InternalError("no"), kInvalidResponse, true},
      {"an error of the future", absl::Status(static_cast<absl::StatusCode>(99), "no"), kInvalidResponse, true},
  };
  for (const HeldCase& c : cases) {
    SCOPED_TRACE(c.name);
    const SizePlan plan = PlanWithVpa(PlanCluster("small"), c.answer);
    EXPECT_EQ(plan.state, SizeState::kHeld);
    EXPECT_THAT(plan.write, IsEmpty());
    EXPECT_EQ(plan.reason, c.reason);
    EXPECT_EQ(plan.ask_again, c.ask_again);
  }
  EXPECT_THAT(PlanWithVpa(PlanCluster("small"), Recommends("huge")).note, HasSubstr("the size \"huge\", which"));
}

TEST(PlanSizeTest, NamesTheRuleThatHolds) {
  v1::RecommendSizeResponse held = Recommends("", v1::SIZE_OUTCOME_HELD);
  EXPECT_EQ(PlanWithVpa(PlanCluster("small"), held).held_by, "") << "a service of an older version";
  held.set_held_by(v1::SIZE_HOLD_RULE_VPA_AT_FLOOR);
  EXPECT_EQ(PlanWithVpa(PlanCluster("small"), held).held_by, "VPA_AT_FLOOR");
  held.set_held_by(static_cast<v1::SizeHoldRule>(99));
  EXPECT_EQ(PlanWithVpa(PlanCluster("small"), held).held_by, "") << "a service of a newer version";
}

TEST(CannotAskTest, NamesWhatIsWrong) {
  Vpa vpa = ReadVpa(VpaJson("hc1", "1Gi"));
  EXPECT_FALSE(HoldWithoutRequest(PlanCluster(), {&vpa, ""}).has_value());
  EXPECT_FALSE(HoldWithoutRequest(PlanCluster(), {nullptr, ""}).has_value());
  EXPECT_EQ(HoldWithoutRequest(PlanCluster(), {nullptr, "taken"})->reason, "VPA_OF_ANOTHER_CLUSTER");
  vpa.problem = "status.x is a number";
  EXPECT_THAT(HoldWithoutRequest(PlanCluster(), {&vpa, ""})->note, HasSubstr("status.x is a number"));
  HostedCluster cluster = PlanCluster();
  cluster.name = std::string(60, 'x');
  EXPECT_EQ(HoldWithoutRequest(cluster, {nullptr, ""})->reason, "NAMESPACE_IMPOSSIBLE");
}

TEST(CannotAskTest, DoesNotAskAgain) {
  Vpa vpa = ReadVpa(VpaJson("hc1", "1Gi"));
  vpa.problem = "status.x is a number";
  HostedCluster cluster = PlanCluster();
  EXPECT_FALSE(HoldWithoutRequest(cluster, {nullptr, "taken"})->ask_again);
  EXPECT_FALSE(HoldWithoutRequest(cluster, {&vpa, ""})->ask_again);
  cluster.name = std::string(60, 'x');
  EXPECT_FALSE(HoldWithoutRequest(cluster, {nullptr, ""})->ask_again);
}

TEST(PlanSizeTest, RulesAboutCapacitiesAreReasons) {
  v1::RecommendSizeResponse held = Recommends("", v1::SIZE_OUTCOME_HELD);
  held.set_held_by(v1::SIZE_HOLD_RULE_VPA_LOW_EVIDENCE);
  EXPECT_EQ(PlanWithVpa(PlanCluster("small"), held).reason, "RECOMMENDATION_SUSPECT");
  held.set_held_by(v1::SIZE_HOLD_RULE_CAPACITY_SUSPECT);
  EXPECT_EQ(PlanWithVpa(PlanCluster("small"), held).reason, "CAPACITY_SUSPECT");
  held.set_held_by(v1::SIZE_HOLD_RULE_CPU_CAPACITY_MISSING);
  EXPECT_EQ(PlanWithVpa(PlanCluster("small"), held).reason, "CPU_CAPACITY_MISSING");
  held.set_held_by(v1::SIZE_HOLD_RULE_FIELDS_NOT_STORED);
  EXPECT_EQ(PlanWithVpa(PlanCluster("small"), held).reason, "FIELDS_NOT_STORED");
}

constexpr absl::Time kPlanTime = absl::FromUnixSeconds(1'767'225'600);

TEST(RequestAboutTest, CurrentSizeIsTheAnnotationOrTheLabel) {
  HostedCluster cluster = PlanCluster();
  cluster.size_in_force = "small";
  EXPECT_EQ(RequestAbout(cluster, nullptr, kPlanTime).current_size(), "small");
  cluster.recommended_size = "medium";
  const v1::RecommendSizeRequest request = RequestAbout(cluster, nullptr, kPlanTime);
  EXPECT_EQ(request.current_size(), "medium");
  EXPECT_TRUE(request.has_vpa_status());
  EXPECT_EQ(request.cluster().namespace_(), "clusters");
  EXPECT_EQ(request.cluster().name(), "hc1");
}

TEST(RequestAboutTest, HoldsTheStatusOfTheVpa) {
  const Vpa vpa = ReadVpa(VpaJson("hc1", "20Gi", "12"));
  const v1::RecommendSizeRequest request = RequestAbout(PlanCluster(), &vpa, kPlanTime);
  const v1::RecommendedContainerResources& container =
      request.vpa_status().recommendation().container_recommendations(0);
  EXPECT_EQ(container.container_name(), "kube-apiserver");
  EXPECT_EQ(container.uncapped_target().memory(), "20Gi");
  EXPECT_EQ(container.uncapped_target().cpu(), "12");
  EXPECT_FALSE(request.has_vpa_resource_policy());
}

TEST(RequestAboutTest, HoldsTheAgeOfTheVpa) {
  kube::Json object = VpaJson("hc1", "20Gi", "12");
  object["metadata"]["creationTimestamp"] = "2025-12-31T20:00:00Z";
  const Vpa vpa = ReadVpa(object);
  const v1::RecommendSizeRequest request = RequestAbout(PlanCluster(), &vpa, kPlanTime);
  EXPECT_EQ(request.vpa_creation_timestamp(), "2025-12-31T20:00:00Z");
  EXPECT_EQ(request.now(), "2026-01-01T00:00:00Z");
}

TEST(RequestAboutTest, HoldsTheResourcePolicyOfTheVpa) {
  kube::Json object = VpaJson("hc1", "20Gi", "");
  object["spec"]["resourcePolicy"]["containerPolicies"] = kube::Json::array(
      {{{"containerName", "kube-apiserver"}, {"controlledResources", kube::Json::array({"memory"})}}});
  const Vpa vpa = ReadVpa(object);
  const v1::RecommendSizeRequest request = RequestAbout(PlanCluster(), &vpa, kPlanTime);
  ASSERT_EQ(request.vpa_resource_policy().container_policies_size(), 1);
  EXPECT_EQ(request.vpa_resource_policy().container_policies(0).controlled_resources(0), "memory");
}

}  // namespace
}  // namespace cpsizer::sidecar
