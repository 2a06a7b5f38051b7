// Tests rules of the specification that no other test covers. The file specification.md lists the test of each rule.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/replicas/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddAverageValue;
using ::cpsizer::testing::AddCpuPods;
using ::cpsizer::testing::AddExternal;
using ::cpsizer::testing::AddObject;
using ::cpsizer::testing::AddPod;
using ::cpsizer::testing::AddPodsMetric;
using ::cpsizer::testing::AddPodsValue;
using ::cpsizer::testing::AddRecommendation;
using ::cpsizer::testing::AddSample;
using ::cpsizer::testing::AddUpEvent;
using ::cpsizer::testing::AddUtilization;
using ::cpsizer::testing::ConditionOf;
using ::cpsizer::testing::Decide;
using ::cpsizer::testing::Desiring;
using ::cpsizer::testing::EventsOf;
using ::cpsizer::testing::FailReading;
using ::cpsizer::testing::ReplicasRequest;
using ::testing::ElementsAre;

v1::ReplicasProposal SpecificationProposalFor(const v1::RecommendReplicasRequest& request) {
  return Decide(request).metrics(0);
}

std::string MessageOf(const v1::RecommendReplicasResponse& response, absl::string_view type) {
  for (const v1::Condition& condition : response.status().conditions()) {
    if (condition.type() == type) return condition.message();
  }
  return "";
}

// On its processor, the real controller computes a negative number from this amount and scales to minReplicas. In the
// library, the proposal is the largest 32-bit number.
TEST(Specification, Section1AnOverloadOfAnObjectsAverageIsHeldAndNotNegative) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  AddObject(request, "AverageValue", "1m", "9e15");
  EXPECT_EQ(SpecificationProposalFor(request).replicas(), 2147483647);
  EXPECT_EQ(Decide(request).desired_replicas(), 6) << "at most twice as many at once";
}

TEST(Specification, Section3AnAbsentMinimumIsOne) {
  v1::RecommendReplicasRequest request = Desiring(5, 0);
  request.mutable_horizontal_pod_autoscaler()->mutable_spec()->clear_min_replicas();
  EXPECT_EQ(Decide(request).desired_replicas(), 1);
}

// The only policy allows 10 pods. The default policy of 100 % would allow 160 replicas.
TEST(Specification, Section3PoliciesThatAreGivenReplaceTheDefaultsAsAWhole) {
  v1::RecommendReplicasRequest request = Desiring(80, 500, 1, 1000);
  v1::HPAScalingPolicy& policy = *request.mutable_horizontal_pod_autoscaler()
                                      ->mutable_spec()
                                      ->mutable_behavior()
                                      ->mutable_scale_up()
                                      ->add_policies();
  policy.set_type("Pods");
  policy.set_value(10);
  policy.set_period_seconds(60);
  EXPECT_EQ(Decide(request).desired_replicas(), 90);
}

// The first pod started 100 s ago and has been ready for 5 s. It is unready if the initialization period is five
// minutes, but not if it is one minute. The second pod started 400 s ago and became not ready 60 s ago. It is unready
// if the readiness delay is 400 s, but not if it is 30 s.
TEST(Specification, Section3TheTimesOfTheBeginningAreThoseOfTheOptions) {
  const auto unready = [](const testing::PodText& pod, const char* period, const char* delay) {
    v1::RecommendReplicasRequest request = ReplicasRequest(2);
    AddUtilization(request, "cpu", 50);
    AddCpuPods(request, {"500m"});
    AddPod(request, "young", pod);
    AddSample(request, "young", "cpu", "500m");
    request.mutable_options()->set_cpu_initialization_period(period);
    request.mutable_options()->set_initial_readiness_delay(delay);
    return SpecificationProposalFor(request).pods().unready();
  };
  EXPECT_EQ(unready({"Running", "True", -100, -5}, "5m", "30s"), 1);
  EXPECT_EQ(unready({"Running", "True", -100, -5}, "1m", "30s"), 0);
  EXPECT_EQ(unready({"Running", "False", -400, -60}, "5m", "30s"), 0);
  EXPECT_EQ(unready({"Running", "False", -400, -60}, "5m", "400s"), 1);
}

struct FetchCase {
  absl::string_view name;
  absl::string_view error;  // error of the API; empty: a response without values
  absl::string_view text;
};

TEST(Specification, Section5WhatCouldNotBeFetchedFailsTheMetric) {
  const FetchCase cases[] = {
      {"resource", "boom",
       "failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource "
       "metrics API: boom"},
      {"pods", "", "unable to get metric qps: no metrics returned from custom metrics API"},
      {"object", "", "unable to get metric hits on Ingress prod/front: no metrics returned from custom metrics API"},
      {"external", "", "unable to get external metric prod/queue/nil: no metrics returned from external metrics API"},
  };
  for (const FetchCase& c : cases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(1);
    if (c.name == "resource") AddUtilization(request, "cpu", 50);
    if (c.name == "pods") AddPodsMetric(request, "1");
    if (c.name == "object") AddObject(request, "Value", "1", "1").clear_values();
    if (c.name == "external") AddExternal(request, "Value", "1", {});
    AddCpuPods(request, {"1"});
    request.set_pod_metrics_error(std::string(c.error));
    EXPECT_EQ(SpecificationProposalFor(request).error(), c.text);
  }
}

// The usage of the pod `p0` is 50 %, which is the target. The pod that is being deleted uses ten cores.
TEST(Specification, Section6TheSampleOfAnIgnoredPodIsDropped) {
  v1::RecommendReplicasRequest request = ReplicasRequest(2);
  AddUtilization(request, "cpu", 50);
  AddCpuPods(request, {"500m"});
  AddPod(request, "going", {"Running", "True", -3'660, -3'600, true});
  AddSample(request, "going", "cpu", "10");
  EXPECT_EQ(SpecificationProposalFor(request).usage(), "50%");
}

// The only pod is pending, and the only sample belongs to another pod. The ratio of the sample to the target is 3 / 1.
// It is multiplied by zero ready pods.
TEST(Specification, Section6SamplesOfNoPodCountAsLeft) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddAverageValue(request, "memory", "1");
  AddPod(request, "p", {"Pending", "False"});
  AddSample(request, "stranger", "memory", "3");
  const v1::ReplicasProposal proposal = SpecificationProposalFor(request);
  EXPECT_EQ(proposal.error(), "");
  EXPECT_EQ(proposal.usage(), "3");
}

TEST(Specification, Section7MissingSampleIsReportedBeforeMissingRequest) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddUtilization(request, "cpu", 50);
  AddPod(request, "p", {"Pending", "False"}).mutable_spec()->mutable_containers(0)->clear_resources();
  AddSample(request, "p", "cpu", "1");
  EXPECT_EQ(SpecificationProposalFor(request).error(),
            "failed to get cpu utilization: did not receive metrics for targeted pods (pods might be unready)");
}

TEST(Specification, Section7PodLevelRequestsWithoutTheResourceFail) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddUtilization(request, "cpu", 50);
  AddCpuPods(request, {"1"});
  v1::PodSpec& spec = *request.mutable_pods(0)->mutable_spec();
  spec.mutable_containers(0)->clear_resources();
  (*spec.mutable_resources()->mutable_requests())["hugepages-2Mi"] = "2Mi";
  EXPECT_EQ(SpecificationProposalFor(request).error(),
            "failed to get cpu utilization: missing pod-level request for cpu in Pod p0");
}

// The value is 3, and the target is 1. With 0 for the missing pod, the result is 1.5 x 2 = 3. The pending pod that is
// added then also counts as 0. The ratio is now 1.0, so the current number is kept.
TEST(Specification, Section82MissingAndUnreadyPodsOfAnAverageAreZeroOnTheWayUp) {
  v1::RecommendReplicasRequest request = ReplicasRequest(2);
  AddAverageValue(request, "cpu", "1");
  AddCpuPods(request, {"3", "-"});
  EXPECT_EQ(SpecificationProposalFor(request).replicas(), 3);
  AddPod(request, "pending", {"Pending", "False"});
  EXPECT_EQ(SpecificationProposalFor(request).kept_reason(), v1::REPLICAS_KEPT_REASON_CORRECTED_WITHIN_TOLERANCE);
}

TEST(Specification, Section82APodsMetricGoesByItsAverageWhateverTheType) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddPodsValue(AddPodsMetric(request, "4"), "p", "8");
  AddPod(request, "p");
  request.mutable_horizontal_pod_autoscaler()
      ->mutable_spec()
      ->mutable_metrics(0)
      ->mutable_pods()
      ->mutable_target()
      ->set_type("Value");
  EXPECT_EQ(SpecificationProposalFor(request).replicas(), 2);
}

// The ratio 0 / (10 x 0) is NaN. NaN is not within any tolerance.
TEST(Specification, Section84ZeroUsageOfZeroReplicasGivesZero) {
  v1::RecommendReplicasRequest request = ReplicasRequest(3);
  AddExternal(request, "AverageValue", "10", {"0"});
  request.mutable_scale()->mutable_status()->set_replicas(0);
  const v1::ReplicasProposal proposal = SpecificationProposalFor(request);
  EXPECT_EQ(proposal.replicas(), 0);
  EXPECT_EQ(proposal.kept_reason(), v1::REPLICAS_KEPT_REASON_UNSPECIFIED);
}

// If the stabilized number is equal to the current number, no limit is applied, not even the policy Disabled.
TEST(Specification, Section122NothingIsLimitedWhereNothingChanges) {
  v1::RecommendReplicasRequest request = Desiring(5, 5);
  auto& behavior = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_behavior();
  behavior.mutable_scale_up()->set_select_policy("Disabled");
  behavior.mutable_scale_down()->set_select_policy("Disabled");
  EXPECT_EQ(ConditionOf(Decide(request), "ScalingLimited"), "ScalingLimited=False DesiredWithinRange");
}

// There are three replicas, and ten were added in the period. Therefore the number at the start of the period was -7.
// The policy of 50 % gives -3.5, which is truncated to -3.
TEST(Specification, Section122ThePeriodMayBeginBelowZero) {
  v1::RecommendReplicasRequest request = Desiring(3, 0);
  auto& down = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_behavior()->mutable_scale_down();
  down.set_stabilization_window_seconds(0);
  v1::HPAScalingPolicy& policy = *down.add_policies();
  policy.set_type("Percent");
  policy.set_value(50);
  policy.set_period_seconds(60);
  AddUpEvent(request, 10, -30);
  const v1::RecommendReplicasResponse response = Decide(request);
  EXPECT_EQ(response.desired_replicas(), 1);
  EXPECT_EQ(ConditionOf(response, "ScalingLimited"), "ScalingLimited=True TooFewReplicas");
}

TEST(Specification, Section14BeforeV137TheTextOfAnObjectMetricHasAnotherOrder) {
  v1::RecommendReplicasRequest request = ReplicasRequest(1);
  AddObject(request, "Value", "1", "1").clear_values();
  request.mutable_options()->set_kubernetes_version("v1.36.3");
  EXPECT_EQ(Decide(request).metrics(0).error(),
            "unable to get metric hits: Ingress on prod front/no metrics returned from custom metrics API");
}

struct KindCase {
  absl::string_view kind;
  absl::string_view reason;
  absl::string_view inner;  // text in the condition and the event of the metric
  absl::string_view outer;  // prefix in the controller's error
};

TEST(Specification, Section14EachKindOfMetricFailsInItsOwnWords) {
  const KindCase cases[] = {
      {"Resource", "FailedGetResourceMetric",
       "failed to get cpu utilization: ", "failed to get cpu resource metric value: "},
      {"ContainerResource", "FailedGetContainerResourceMetric",
       "failed to get cpu usage: ", "failed to get app container metric value: "},
      {"Pods", "FailedGetPodsMetric", "unable to get metric qps: ", "failed to get pods metric value: "},
      {"Object", "FailedGetObjectMetric", "unable to get metric hits on Ingress prod/front: ",
       "failed to get object metric value: failed to get hits object metric: "},
      {"Value", "FailedGetExternalMetric", "unable to get external metric prod/queue/nil: ",
       "failed to get queue external metric value: failed to get external metric queue: "},
      {"AverageValue", "FailedGetExternalMetric", "unable to get external metric prod/queue/nil: ",
       "failed to get queue external metric value: failed to get queue external metric: "},
  };
  for (const KindCase& c : cases) {
    v1::RecommendReplicasRequest request = ReplicasRequest(2);
    if (c.kind == "Resource") AddUtilization(request, "cpu", 50);
    if (c.kind == "Pods") AddPodsMetric(request, "1");
    if (c.kind == "Object") AddObject(request, "AverageValue", "1", "1");
    if (c.kind == "Value" || c.kind == "AverageValue") AddExternal(request, c.kind, "1", {});
    if (c.kind == "ContainerResource") {
      AddAverageValue(request, "cpu", "1");
      v1::MetricSpec& metric = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_metrics(0);
      metric.set_type("ContainerResource");
      metric.mutable_container_resource()->set_name("cpu");
      metric.mutable_container_resource()->set_container("app");
      *metric.mutable_container_resource()->mutable_target() = metric.resource().target();
      metric.clear_resource();
    }
    // For each kind of metric, the reading can contain the error of the API.
    FailReading(*request.mutable_readings(0), "boom");
    const v1::RecommendReplicasResponse response = Decide(request);
    if (c.kind == "Resource" || c.kind == "ContainerResource") {
      v1::RecommendReplicasRequest all = request;
      all.mutable_readings(0)->clear_error();
      all.set_pod_metrics_error("boom");
      EXPECT_EQ(response.SerializeAsString(), Decide(all).SerializeAsString()) << "podMetricsError says so of all";
    }
    const std::string& inner = response.metrics(0).error();
    EXPECT_THAT(inner, ::testing::StartsWith(std::string(c.inner))) << c.kind;
    EXPECT_THAT(inner, ::testing::EndsWith(" metrics API: boom")) << c.kind;
    EXPECT_EQ(ConditionOf(response, "ScalingActive"), absl::StrCat("ScalingActive=False ", c.reason));
    EXPECT_EQ(MessageOf(response, "ScalingActive"),
              absl::StrCat("the HPA was unable to compute the replica count: ", inner));
    EXPECT_EQ(response.error(), absl::StrCat("invalid metrics (1 invalid out of 1), first error is: ", c.outer, inner));
    EXPECT_THAT(EventsOf(response),
                ElementsAre(absl::StrCat("Warning ", c.reason, " ", inner),
                            absl::StrCat("Warning FailedComputeMetricsReplicas ", response.error())));
  }
}

struct MessageCase {
  absl::string_view type;
  absl::string_view message;
  v1::RecommendReplicasRequest request;
};

TEST(Specification, Section14EveryMessageOfAConditionIsTheControllers) {
  v1::RecommendReplicasRequest held_down = Desiring(5, 2);
  AddRecommendation(held_down, 5, -10);
  v1::RecommendReplicasRequest held_up = Desiring(5, 9);
  held_up.mutable_horizontal_pod_autoscaler()
      ->mutable_spec()
      ->mutable_behavior()
      ->mutable_scale_up()
      ->set_stabilization_window_seconds(60);
  AddRecommendation(held_up, 5, -10);
  v1::RecommendReplicasRequest slow = Desiring(50, 2);
  v1::HPAScalingRules& down =
      *slow.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_behavior()->mutable_scale_down();
  v1::HPAScalingPolicy& policy = *down.add_policies();
  policy.set_type("Pods");
  policy.set_value(1);
  policy.set_period_seconds(60);
  v1::RecommendReplicasRequest unreadable = Desiring(5, 5);
  unreadable.set_scale_error("not found");
  const MessageCase cases[] = {
      {"AbleToScale", "recommended size matches current size", Desiring(5, 5)},
      {"AbleToScale", "recent recommendations were higher than current one, applying the highest recent recommendation",
       held_down},
      {"AbleToScale", "recent recommendations were lower than current one, applying the lowest recent recommendation",
       held_up},
      {"AbleToScale", "the HPA controller was able to update the target scale to 6", Desiring(5, 6)},
      {"AbleToScale", "the HPA controller was unable to get the target's current scale: not found", unreadable},
      {"ScalingActive", "scaling is disabled since the replica count of the target is zero", Desiring(0, 5)},
      {"ScalingActive", "the HPA was able to successfully calculate a replica count from external metric queue(nil)",
       Desiring(5, 5)},
      {"ScalingLimited", "the desired count is within the acceptable range", Desiring(5, 5)},
      {"ScalingLimited", "the desired replica count is less than the minimum replica count", Desiring(5, 1, 3)},
      {"ScalingLimited", "the desired replica count is more than the maximum replica count", Desiring(5, 9, 1, 8)},
      {"ScalingLimited", "the desired replica count is increasing faster than the maximum scale rate", Desiring(5, 50)},
      {"ScalingLimited", "the desired replica count is decreasing faster than the maximum scale rate", slow},
  };
  for (const MessageCase& c : cases) EXPECT_EQ(MessageOf(Decide(c.request), c.type), c.message);
}

}  // namespace
}  // namespace cpsizer
