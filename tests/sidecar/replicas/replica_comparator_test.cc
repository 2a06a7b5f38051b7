#include "client/sidecar/replicas/replica_comparator.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::sidecar {
namespace {

using Agreement = ReplicaComparator::Agreement;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

template <typename Status>
void AddCondition(const std::string& type, const std::string& status, const std::string& reason, Status& to) {
  v1::Condition& condition = *to.add_conditions();
  condition.set_type(type);
  condition.set_status(status);
  condition.set_reason(reason);
  condition.set_message("of no account");
}

v1::ReplicasStatus Ours(int32_t desired, const std::string& reason = "ReadyForNewScale") {
  v1::ReplicasStatus ours;
  ours.set_desired_replicas(desired);
  AddCondition("AbleToScale", "True", reason, ours);
  return ours;
}

v1::HorizontalPodAutoscalerStatus Real(int32_t desired, const std::string& reason = "ReadyForNewScale") {
  v1::HorizontalPodAutoscalerStatus real;
  real.set_desired_replicas(desired);
  AddCondition("AbleToScale", "True", reason, real);
  real.mutable_conditions(0)->set_message("in other words");
  return real;
}

TEST(DifferencesTest, AreOfTheNumberAndOfTypeStatusAndReasonAlone) {
  EXPECT_THAT(Differences(Ours(2), Real(2)), IsEmpty());
  EXPECT_THAT(Differences(Ours(2), Real(3)), ElementsAre("desiredReplicas 2 in cpsizer, 3 in kube-controller-manager"));
  EXPECT_THAT(
      Differences(Ours(2), Real(2, "SucceededRescale")),
      ElementsAre("AbleToScale True ReadyForNewScale in cpsizer, True SucceededRescale in kube-controller-manager"));
}

TEST(DifferencesTest, AConditionOfOneSideOnlyIsADifference) {
  v1::ReplicasStatus ours = Ours(2);
  AddCondition("ScalingActive", "True", "ValidMetricFound", ours);
  v1::HorizontalPodAutoscalerStatus real = Real(2);
  AddCondition("ScalingLimited", "False", "DesiredWithinRange", real);
  EXPECT_THAT(Differences(ours, real),
              ElementsAre("ScalingActive True ValidMetricFound in cpsizer, nothing in kube-controller-manager",
                          "ScalingLimited nothing in cpsizer, False DesiredWithinRange in kube-controller-manager"));
}

TEST(ReplicaComparatorTest, TheStatusMayBeOfTheDecisionBeforeOrOfThisOne) {
  ReplicaComparator comparator;
  EXPECT_FALSE(comparator.Compare(Real(2), Ours(2), true).has_value());
  EXPECT_EQ(comparator.Compare(Real(2), Ours(5), true)->agreement, Agreement::kAgree);
  EXPECT_EQ(comparator.Compare(Real(7), Ours(7), true)->agreement, Agreement::kAgree);
  EXPECT_EQ(comparator.Compare(Real(7), Ours(3), true)->agreement, Agreement::kAgree);
  EXPECT_EQ(comparator.Compare(Real(7), Ours(3), true)->agreement, Agreement::kPending);
}

TEST(ReplicaComparatorTest, OneDifferenceBetweenAgreementsIsNeverADisagreement) {
  ReplicaComparator comparator;
  comparator.Compare(Real(2), Ours(2), true);
  for (int i = 0; i < 5; ++i) {
    const auto differs = comparator.Compare(Real(9), Ours(2), true);
    EXPECT_EQ(differs->agreement, Agreement::kPending);
    EXPECT_FALSE(differs->news);
    EXPECT_EQ(comparator.Compare(Real(2), Ours(2), true)->agreement, Agreement::kAgree);
  }
}

TEST(ReplicaComparatorTest, ASkippedSyncAndTheNextOneAreNotCompared) {
  ReplicaComparator comparator;
  comparator.Compare(Real(2), Ours(2), true);
  EXPECT_EQ(comparator.Compare(Real(9), Ours(2), true)->agreement, Agreement::kPending);
  comparator.Skip();
  EXPECT_FALSE(comparator.Compare(Real(9), Ours(2), true).has_value());
  EXPECT_EQ(comparator.Compare(Real(9), Ours(2), true)->agreement, Agreement::kPending) << "it starts again";
}

TEST(LongestLookbackTest, IsTheLongestWindowOrPeriodThatCounts) {
  const absl::Duration flag = absl::Minutes(5);
  v1::HorizontalPodAutoscalerSpec spec;
  EXPECT_EQ(LongestLookback(spec, flag), flag);
  v1::HorizontalPodAutoscalerBehavior& behavior = *spec.mutable_behavior();
  EXPECT_EQ(LongestLookback(spec, flag), flag) << "the window on the way down is that of the flag";
  behavior.mutable_scale_down()->set_stabilization_window_seconds(60);
  EXPECT_EQ(LongestLookback(spec, flag), absl::Minutes(1));
  behavior.mutable_scale_up()->add_policies()->set_period_seconds(1800);
  EXPECT_EQ(LongestLookback(spec, flag), absl::Minutes(30));
  behavior.mutable_scale_up()->set_stabilization_window_seconds(3600);
  EXPECT_EQ(LongestLookback(spec, flag), absl::Hours(1));
}

}  // namespace
}  // namespace cpsizer::sidecar
