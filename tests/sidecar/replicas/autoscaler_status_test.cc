#include "client/sidecar/replicas/autoscaler_status.h"

#include <google/protobuf/util/json_util.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::sidecar {
namespace {

using ::google::protobuf::util::JsonStringToMessage;

v1::HorizontalPodAutoscaler AutoscalerOf(const std::string& json) {
  v1::HorizontalPodAutoscaler autoscaler;
  EXPECT_TRUE(JsonStringToMessage(json, &autoscaler).ok()) << json;
  return autoscaler;
}

v1::ReplicasStatus DecidedOf(const std::string& json) {
  v1::ReplicasStatus decided;
  EXPECT_TRUE(JsonStringToMessage(json, &decided).ok()) << json;
  return decided;
}

TEST(AutoscalerStatusTest, EachMetricHasTheTypeAndTheNameOfItsSpec) {
  const v1::HorizontalPodAutoscaler autoscaler = AutoscalerOf(R"({"spec": {"metrics": [
    {"type": "Resource", "resource": {"name": "cpu"}},
    {"type": "ContainerResource", "containerResource": {"name": "memory", "container": "main"}},
    {"type": "Pods", "pods": {"metric": {"name": "hits", "selector": {"matchLabels": {"path": "a"}}}}},
    {"type": "Object", "object": {"metric": {"name": "rate"}, "describedObject": {"kind": "Ingress", "name": "web"}}},
    {"type": "External", "external": {"metric": {"name": "queue"}}},
    {"type": "Resource", "resource": {"name": "failed"}}]}})");
  const v1::ReplicasStatus decided = DecidedOf(R"({"currentReplicas": 3, "currentMetrics": [
    {"averageUtilization": 0, "averageValue": "0"}, {"averageValue": "1Gi"}, {"averageValue": "5"}, {"value": "7"},
    {"value": "0", "averageValue": "0"}, {}]})");
  const kube::Json expected = kube::Json::parse(R"({
    "conditions": [], "currentReplicas": 3, "desiredReplicas": 0, "lastScaleTime": null, "observedGeneration": 0, "currentMetrics": [
    {"type": "Resource", "resource": {"name": "cpu", "current": {"averageUtilization": 0, "averageValue": "0"}}},
    {"type": "ContainerResource",
     "containerResource": {"name": "memory", "container": "main", "current": {"averageValue": "1Gi"}}},
    {"type": "Pods", "pods": {"metric": {"name": "hits", "selector": {"matchLabels": {"path": "a"}}},
                              "current": {"averageValue": "5"}}},
    {"type": "Object", "object": {"metric": {"name": "rate"}, "describedObject": {"kind": "Ingress", "name": "web"},
                                  "current": {"value": "7"}}},
    {"type": "External", "external": {"metric": {"name": "queue"}, "current": {"value": "0", "averageValue": "0"}}},
    {"type": ""}]})");
  EXPECT_EQ(StatusJson(StatusAfter(autoscaler, v1::REPLICAS_OUTCOME_KEEP, decided, true)), expected);
}

TEST(AutoscalerStatusTest, WithoutMetricsThoseOfTheLastStatusAreRemoved) {
  const v1::HorizontalPodAutoscaler autoscaler = AutoscalerOf(
      R"({"status": {"currentMetrics": [{"type": "Resource"}], "lastScaleTime": "2026-01-02T03:04:05Z"}})");
  const kube::Json json = StatusJson(StatusAfter(autoscaler, v1::REPLICAS_OUTCOME_DISABLED, DecidedOf("{}"), true));
  EXPECT_TRUE(json["currentMetrics"].is_null());
  EXPECT_TRUE(json["lastScaleTime"].is_null());
}

TEST(AutoscalerStatusTest, HasOnlyMetricsWithASpecAndAValue) {
  const v1::HorizontalPodAutoscaler without_spec = AutoscalerOf("{}");
  const v1::ReplicasStatus with_value = DecidedOf(R"({"currentMetrics": [{"averageValue": "5"}]})");
  EXPECT_EQ(StatusAfter(without_spec, v1::REPLICAS_OUTCOME_KEEP, with_value, true).current_metrics_size(), 0);
  const v1::HorizontalPodAutoscaler with_spec = AutoscalerOf(R"({"spec": {"metrics": [{"type": "Pods"}]}})");
  EXPECT_EQ(StatusAfter(with_spec, v1::REPLICAS_OUTCOME_KEEP, DecidedOf("{}"), true).current_metrics_size(), 0);
}

TEST(AutoscalerStatusTest, TheMetricsStayIfTheTargetCannotBeRead) {
  const v1::HorizontalPodAutoscaler autoscaler = AutoscalerOf(R"({"status": {"currentMetrics": [{"type": "Pods"}]}})");
  const kube::Json json =
      StatusJson(StatusAfter(autoscaler, v1::REPLICAS_OUTCOME_TARGET_UNREADABLE, DecidedOf("{}"), true));
  EXPECT_EQ(json["currentMetrics"], kube::Json::parse(R"([{"type": "Pods"}])"));
}

TEST(AutoscalerStatusTest, HasTheGenerationFromV137) {
  const v1::HorizontalPodAutoscaler autoscaler =
      AutoscalerOf(R"({"metadata": {"generation": "7"}, "status": {"observedGeneration": "3"}})");
  const auto generation = [&](v1::ReplicasOutcome outcome, bool writes_generation) {
    return StatusJson(StatusAfter(autoscaler, outcome, DecidedOf("{}"), writes_generation))["observedGeneration"];
  };
  EXPECT_EQ(generation(v1::REPLICAS_OUTCOME_KEEP, true), 7);
  EXPECT_TRUE(generation(v1::REPLICAS_OUTCOME_KEEP, false).is_null()) << "v1.36 removes it";
  EXPECT_EQ(generation(v1::REPLICAS_OUTCOME_TARGET_UNREADABLE, true), 3);
}

TEST(AutoscalerStatusTest, TimesAreWholeSeconds) {
  const v1::ReplicasStatus decided = DecidedOf(R"({"lastScaleTime": "2026-01-02T03:04:05.678Z", "conditions": [
    {"type": "AbleToScale", "status": "True", "reason": "R", "message": "M",
     "lastTransitionTime": "2026-01-02T03:04:05.9Z"}]})");
  const kube::Json json = StatusJson(StatusAfter({}, v1::REPLICAS_OUTCOME_RESCALE, decided, true));
  EXPECT_EQ(json["lastScaleTime"], "2026-01-02T03:04:05Z");
  EXPECT_EQ(json["conditions"][0]["lastTransitionTime"], "2026-01-02T03:04:05Z");
}

TEST(AutoscalerStatusTest, AFailedRescaleLeavesTheNumberTheTimeAndTheZeroConditionAsTheyWere) {
  const v1::HorizontalPodAutoscaler autoscaler = AutoscalerOf(R"({"status": {
    "desiredReplicas": 2, "lastScaleTime": "2026-01-01T00:00:00Z", "conditions": [
    {"type": "ScaledToZero", "status": "False", "reason": "NotScaledToZero"}]}})");
  const v1::ReplicasStatus decided = DecidedOf(R"({
    "currentReplicas": 2, "desiredReplicas": 4, "lastScaleTime": "2026-01-02T00:00:00Z", "conditions": [
    {"type": "AbleToScale", "status": "True", "reason": "SucceededRescale"},
    {"type": "ScaledToZero", "status": "True", "reason": "ScaledToZero"}]})");
  const v1::ReplicasStatus failed = WithoutRescale(autoscaler, decided, "no", "2026-01-02T00:00:00Z");
  EXPECT_EQ(failed.current_replicas(), 2);
  EXPECT_EQ(failed.desired_replicas(), 2);
  EXPECT_EQ(failed.last_scale_time(), "2026-01-01T00:00:00Z");
  ASSERT_EQ(failed.conditions_size(), 2);
  EXPECT_EQ(failed.conditions(0).status(), "False");
  EXPECT_EQ(failed.conditions(0).reason(), "FailedUpdateScale");
  EXPECT_EQ(failed.conditions(0).message(), "the HPA controller was unable to update the target scale: no");
  EXPECT_EQ(failed.conditions(0).last_transition_time(), "2026-01-02T00:00:00Z");
  EXPECT_EQ(failed.conditions(1).reason(), "NotScaledToZero");
  EXPECT_EQ(WithoutRescale({}, decided, "no", "").conditions_size(), 1) << "it never was scaled to zero";
}

TEST(AutoscalerStatusTest, ARepeatedlyFailedRescaleKeepsTheTimeOfTheFirstFailure) {
  const std::string now = "2026-01-02T00:00:00Z";
  const v1::ReplicasStatus decided =
      DecidedOf(R"({"conditions": [{"type": "AbleToScale", "status": "True", "reason": "SucceededRescale"}]})");
  v1::HorizontalPodAutoscaler autoscaler = AutoscalerOf(R"({"status": {"conditions": [
    {"type": "AbleToScale", "status": "False", "lastTransitionTime": "2026-01-01T00:00:00Z"}]}})");
  EXPECT_EQ(WithoutRescale(autoscaler, decided, "no", now).conditions(0).last_transition_time(),
            "2026-01-01T00:00:00Z");
  autoscaler.mutable_status()->mutable_conditions(0)->set_status("True");
  EXPECT_EQ(WithoutRescale(autoscaler, decided, "no", now).conditions(0).last_transition_time(), now);
}

}  // namespace
}  // namespace cpsizer::sidecar
