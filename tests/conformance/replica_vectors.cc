// Decisions on the number of replicas. There is one vector for each kind of result.
#include <string>

#include "tests/conformance/vector.h"
#include "tests/engine/replicas/requests.h"

namespace cpsizer::conformance {
namespace {

using testing::AddCpuPods;
using testing::AddExternal;
using testing::AddPod;
using testing::AddRecommendation;
using testing::AddUtilization;
using testing::At;
using testing::Desiring;
using testing::ReplicasRequest;

// Returns a request with a CPU target of 50 % of the requests. `usages` has the CPU usage of each pod. Each pod
// requests one core.
v1::RecommendReplicasRequest Cpu(int current, const std::vector<absl::string_view>& usages) {
  return With(ReplicasRequest(current), [&](auto& request) {
    AddUtilization(request, "cpu", 50);
    AddCpuPods(request, usages);
  });
}

v1::RecommendReplicasRequest Brief(v1::RecommendReplicasRequest request) {
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  return request;
}

// Returns a request with two metrics: one cannot be read, and the other proposes `desired`.
v1::RecommendReplicasRequest WithOneUnreadableMetric(int current, absl::string_view desired) {
  return With(ReplicasRequest(current), [&](auto& request) {
    AddExternal(request, "AverageValue", "1", {}).set_error("no such series");
    AddExternal(request, "AverageValue", "1", {desired});
    request.mutable_horizontal_pod_autoscaler()
        ->mutable_spec()
        ->mutable_metrics(1)
        ->mutable_external()
        ->mutable_metric()
        ->set_name("jobs");
  });
}

// Adds the CPU usage of one pod to the reading of the first metric.
v1::MetricValue& AddUsage(v1::RecommendReplicasRequest& request, absl::string_view pod, absl::string_view value) {
  v1::MetricValue& usage = *request.mutable_readings(0)->add_values();
  usage.mutable_described_object()->set_name(std::string(pod));
  usage.set_timestamp(At(-10));
  usage.set_window_seconds(30);
  usage.set_value(std::string(value));
  return usage;
}

// Adds a policy that allows four additional pods per minute, and an observed rescale that added three pods.
v1::RecommendReplicasRequest Observed(v1::RecommendReplicasRequest request) {
  v1::HPAScalingPolicy& policy = *request.mutable_horizontal_pod_autoscaler()
                                      ->mutable_spec()
                                      ->mutable_behavior()
                                      ->mutable_scale_up()
                                      ->add_policies();
  policy.set_type("Pods");
  policy.set_value(4);
  policy.set_period_seconds(60);
  v1::ReplicasRescale& rescale = *request.add_observed_rescales();
  rescale.set_from_replicas(2);
  rescale.set_to_replicas(5);
  rescale.set_time(At(-20));
  return request;
}

// Returns a request with a target that the autoscaler has scaled to zero.
v1::RecommendReplicasRequest AtZero(int min, v1::ReplicasZeroRule rule) {
  return With(Desiring(0, 3, min), [&](auto& request) {
    v1::Condition& condition = *request.mutable_horizontal_pod_autoscaler()->mutable_status()->add_conditions();
    condition.set_type("ScaledToZero");
    condition.set_status("True");
    request.mutable_options()->set_scale_to_zero(true);
    request.mutable_options()->set_zero_replicas_rule(rule);
  });
}

std::vector<Vector> Decisions() {
  return {
      {"replicas-proposal",
       "the load is above the target",
       Cpu(3, {"800m", "800m", "800m"}),
       {"RESCALE 3 to 5",
        "cpu resource utilization (percentage of request): 80% of 50%; ceil(1.6 x 3 ready pods) = 5, wins"}},
      {"replicas-proposal",
       "the load is below the target",
       Cpu(2, {"250m", "250m"}),
       {"RESCALE 2 to 1",
        "cpu resource utilization (percentage of request): 25% of 50%; ceil(0.5 x 2 ready pods) = 1, wins"}},
      {"replicas-proposal",
       "a tenth more is within the tolerance",
       Cpu(2, {"550m", "550m"}),
       {"KEEP 2 to 2",
        "cpu resource utilization (percentage of request): 55% of 50%; the ratio is within the tolerance: 2 stays, "
        "wins, WITHIN_TOLERANCE"}},
      {"replicas-proposal",
       "a sum of values below zero is treated as the largest, and replicas are clamped to 32 bits",
       With(ReplicasRequest(2, 1, 4), [](auto& request) { AddExternal(request, "AverageValue", "1", {"-1"}); }),
       {"RESCALE 2 to 4",
        "external metric queue(nil): 9223372036854775807m of 1; ceil(9223372036854775807m / 1) = 2147483647; a number "
        "of replicas is clamped to 2147483647; a sum of the values below 0 is treated as 9223372036854775807m, wins",
        "MAX_REPLICAS 2147483647 to 4", "WARNING EXTERNAL_SUM_NEGATIVE readings[0].externalValues[0].value"}},
      {"replicas-proposal",
       "the largest proposal wins",
       With(WithOneUnreadableMetric(3, "4"),
            [](auto& request) {
              request.mutable_readings(0)->clear_error();
              request.mutable_readings(0)->add_external_values()->set_value("5");
            }),
       {"RESCALE 3 to 5", "external metric queue(nil): 1667m of 1; ceil(5 / 1) = 5, wins",
        "external metric jobs(nil): 1334m of 1; ceil(4 / 1) = 4"}},
      {"replicas-caution",
       "a missing pod is counted as zero when scaling up",
       Cpu(2, {"800m", "-"}),
       {"KEEP 2 to 2",
        "cpu resource utilization (percentage of request): 80% of 50%; the corrected ratio points in the opposite "
        "direction: 2 "
        "stays, wins, CORRECTION_REVERSES"}},
      {"replicas-caution",
       "a correction can bring the ratio within the tolerance",
       Cpu(4, {"1000m", "1000m", "-", "-"}),
       {"KEEP 4 to 4",
        "cpu resource utilization (percentage of request): 100% of 50%; the corrected ratio is within the tolerance: 4 "
        "stays, wins, CORRECTED_WITHIN_TOLERANCE"}},
      {"replicas-caution",
       "a correction can reverse the number of replicas",
       Cpu(6, {"1000m", "1000m", "-"}),
       {"KEEP 6 to 6",
        "cpu resource utilization (percentage of request): 100% of 50%; the corrected number of replicas points in the "
        "opposite direction: 6 stays, wins, COUNT_REVERSES"}},
      {"replicas-limits",
       "at most twice as many at once",
       Desiring(3, 50),
       {"RESCALE 3 to 6", "external metric queue(nil): 16667m of 1; ceil(50 / 1) = 50, wins", "RATE 50 to 6"}},
      {"replicas-limits",
       "never above maxReplicas",
       Desiring(3, 5, 1, 4),
       {"RESCALE 3 to 4", "external metric queue(nil): 1667m of 1; ceil(5 / 1) = 5, wins", "MAX_REPLICAS 5 to 4"}},
      {"replicas-limits",
       "never below minReplicas",
       Desiring(5, 1, 3),
       {"RESCALE 5 to 3", "external metric queue(nil): 200m of 1; ceil(1 / 1) = 1, wins", "MIN_REPLICAS 1 to 3"}},
      {"replicas-limits",
       "the highest recommendation of five minutes prevents scaling down",
       With(Desiring(5, 2), [](auto& request) { AddRecommendation(request, 4, -60); }),
       {"RESCALE 5 to 4", "external metric queue(nil): 400m of 1; ceil(2 / 1) = 2, wins", "STABILIZATION 2 to 4"}},
      {"replicas-limits",
       "an observed rescale is counted in the limits of spec.behavior",
       Observed(Desiring(5, 20)),
       {"RESCALE 5 to 6", "external metric queue(nil): 4 of 1; ceil(20 / 1) = 20, wins", "RATE 20 to 6"}},
      {"replicas-limits",
       "an observer gets the same response, with a history without its rescale",
       With(Observed(Desiring(5, 20)), [](auto& request) { request.set_observe_only(true); }),
       {"RESCALE 5 to 6", "external metric queue(nil): 4 of 1; ceil(20 / 1) = 20, wins", "RATE 20 to 6"}},
      {"replicas-limits", "above maxReplicas metrics are not evaluated", Desiring(9, 20, 1, 8), {"RESCALE 9 to 8"}},
      {"replicas-zero",
       "a target that the autoscaler scaled to zero is scaled up",
       AtZero(0, v1::REPLICAS_ZERO_RULE_SCALED_TO_ZERO_CONDITION),
       {"RESCALE 0 to 3", "external metric queue(nil): 3 of 1; ceil(3 / 1) = 3, wins"}},
      {"replicas-zero",
       "from 1.37 the feature gate is on by default",
       With(AtZero(0, v1::REPLICAS_ZERO_RULE_UNSPECIFIED),
            [](auto& request) { request.mutable_options()->clear_scale_to_zero(); }),
       {"RESCALE 0 to 3", "external metric queue(nil): 3 of 1; ceil(3 / 1) = 3, wins"}},
      {"replicas-zero",
       "before 1.37 the condition proves that the feature gate is on",
       With(AtZero(0, v1::REPLICAS_ZERO_RULE_UNSPECIFIED),
            [](auto& request) {
              request.mutable_options()->clear_scale_to_zero();
              request.mutable_options()->set_kubernetes_version("v1.36.3");
            }),
       {"RESCALE 0 to 3", "external metric queue(nil): 3 of 1; ceil(3 / 1) = 3, wins"}},
      {"replicas-zero",
       "before 1.37 the feature gate is off by default",
       With(Desiring(0, 3, 0), [](auto& request) { request.mutable_options()->set_kubernetes_version("v1.36.3"); }),
       {"DISABLED 0 to 0", "WARNING SCALE_TO_ZERO_GATED spec.minReplicas"}},
      {"replicas-zero",
       "up to 1.35 only minReplicas decides whether the autoscaler is enabled",
       AtZero(1, v1::REPLICAS_ZERO_RULE_MIN_REPLICAS),
       {"DISABLED 0 to 0"}},
      {"replicas-without-decision",
       "a failure with a metric that proposes more",
       WithOneUnreadableMetric(3, "4"),
       {"RESCALE 3 to 4",
        "external metric queue(nil) failed: unable to get external metric prod/queue/nil: unable to fetch metrics from "
        "external metrics API: no such series",
        "external metric jobs(nil): 1334m of 1; ceil(4 / 1) = 4, wins"}},
      {"replicas-without-decision",
       "a failure with a metric that proposes fewer",
       WithOneUnreadableMetric(3, "2"),
       {"METRICS_FAILED 3 to 3",
        "external metric queue(nil) failed: unable to get external metric prod/queue/nil: unable to fetch metrics from "
        "external metrics API: no such series",
        "external metric jobs(nil): 667m of 1; ceil(2 / 1) = 2"}},
      {"replicas-without-decision",
       "one resource fails and the other is measured",
       With(Cpu(2, {"1", "1"}),
            [](auto& request) {
              AddUtilization(request, "memory", 50);
              request.mutable_readings(1)->set_error("no such series");
            }),
       {"RESCALE 2 to 4",
        "cpu resource utilization (percentage of request): 100% of 50%; ceil(2 x 2 ready pods) = 4, wins",
        "memory resource utilization (percentage of request) failed: failed to get memory utilization: unable to get "
        "metrics for resource memory: unable to fetch metrics from resource metrics API: no such series"}},
      {"replicas-proposal",
       "values of a Resource metric replace podMetrics",
       With(Cpu(2, {"1", "1"}), [](auto& request) { AddUsage(request, "p1", "200m"); }),
       {"KEEP 2 to 2",
        "cpu resource utilization (percentage of request): 20% of 50%; the corrected ratio points in the opposite "
        "direction: 2 "
        "stays, wins, CORRECTION_REVERSES"}},
      {"replicas-without-decision",
       "the scale cannot be read",
       With(Desiring(3, 5), [](auto& request) { request.set_scale_error("not found"); }),
       {"TARGET_UNREADABLE 0 to 0"}},
      {"replicas-observed",
       "a pod without the request fails a utilization",
       With(Cpu(2, {"500m", "500m"}),
            [](auto& request) { request.mutable_pods(1)->mutable_spec()->mutable_containers(0)->clear_resources(); }),
       {"METRICS_FAILED 2 to 2",
        "cpu resource utilization (percentage of request) failed: failed to get cpu utilization: missing request for "
        "cpu "
        "in container app of Pod p1",
        "WARNING POD_REQUESTS_MISSING spec.metrics[0].resource"}},
      {"replicas-observed",
       "a container that no pod has is never measured",
       With(Cpu(2, {"500m", "500m"}),
            [](auto& request) {
              v1::MetricSpec& metric = *request.mutable_horizontal_pod_autoscaler()->mutable_spec()->mutable_metrics(0);
              metric.set_type("ContainerResource");
              metric.mutable_container_resource()->set_name("cpu");
              metric.mutable_container_resource()->set_container("application");
              *metric.mutable_container_resource()->mutable_target() = metric.resource().target();
              metric.clear_resource();
            }),
       {"METRICS_FAILED 2 to 2",
        "cpu container resource utilization (percentage of request) failed: failed to get cpu utilization: did not "
        "receive metrics for targeted pods (pods might be unready)",
        "WARNING CONTAINER_NOT_FOUND spec.metrics[0].containerResource.container"}},
      {"replicas-observed",
       "two autoscalers of the same pods scale nothing",
       With(Desiring(3, 5), [](auto& request) { request.add_rivals("web-old"); }),
       {"METRICS_FAILED 3 to 3", "WARNING PODS_SHARED rivals"}},
      {"replicas-observed",
       "before 1.37 all autoscalers of the same pods are named",
       With(Desiring(3, 5),
            [](auto& request) {
              for (const char* const other : {"web-new", "web-old"}) request.add_rivals(other);
              request.mutable_options()->set_kubernetes_version("1.36");
            }),
       {"METRICS_FAILED 3 to 3", "WARNING PODS_SHARED rivals"}},
      {"replicas-observed",
       "a selector that also selects the pods of another workload",
       With(Desiring(1, 1),
            [](auto& request) {
              AddPod(request, "web");
              AddPod(request, "web-canary");
              request.add_other_owners("Deployment web-canary");
            }),
       {"KEEP 1 to 1",
        "external metric queue(nil): 1 of 1; the ratio is within the tolerance: 1 stays, wins, WITHIN_TOLERANCE",
        "WARNING SELECTOR_TOO_WIDE spec.scaleTargetRef"}},
      {"replicas-observed",
       "the pods of a rolling update become wanted replicas",
       With(ReplicasRequest(10),
            [](auto& request) {
              AddExternal(request, "AverageValue", "100", {"1500"});
              request.mutable_scale()->mutable_status()->set_replicas(15);
            }),
       {"RESCALE 10 to 15",
        "external metric queue(nil): 100 of 100; the ratio is within the tolerance, so the controller proposes the 15 "
        "of status.replicas, not the 10 of spec.replicas, wins, WITHIN_TOLERANCE",
        "WARNING STATUS_REPLICAS_KEPT spec.metrics[0]"}},
      {"replicas-observed",
       "a manifest that sets the number too",
       With(Desiring(3, 3), [](auto& request) { request.set_manifest_replicas(2); }),
       {"KEEP 3 to 3",
        "external metric queue(nil): 1 of 1; the ratio is within the tolerance: 3 stays, wins, WITHIN_TOLERANCE",
        "WARNING REPLICAS_PINNED manifestReplicas"}},
      {"replicas-observed",
       "an amount beyond 64 bits is read as another",
       With(ReplicasRequest(2),
            [](auto& request) {
              AddExternal(request, "AverageValue", "1", {"20E", "4"});
            }),
       {"RESCALE 2 to 4", "external metric queue(nil): 2 of 1; ceil(4 / 1) = 4, wins",
        "WARNING AMOUNT_OVERFLOW readings[0].externalValues[0].value"}},
      {"replicas-observed",
       "a plain integer past 64 bits wraps",
       With(ReplicasRequest(10),
            [](auto& request) {
              request.mutable_horizontal_pod_autoscaler()->mutable_spec()->set_max_replicas(20);
              AddExternal(request, "AverageValue", "1k", {"10000000000000001"});
            }),
       {"RESCALE 10 to 20",
        "external metric queue(nil): 9223372036854775807m of 1k; ceil(9223372036854775807m / 1k) = 2147483647; a "
        "number of replicas is clamped to 2147483647; a sum of the values below 0 is treated as 9223372036854775807m, "
        "wins",
        "MAX_REPLICAS 2147483647 to 20", "WARNING AMOUNT_OVERFLOW readings[0].externalValues[0].value"}},
      {"detail", "a brief response about replicas has no reasons", Brief(Desiring(3, 3, 3, 3)), {"KEEP 3 to 3"}},
      {"detail",
       "a full response has reasons and warnings",
       Desiring(3, 3, 3, 3),
       {"KEEP 3 to 3",
        "external metric queue(nil): 1 of 1; the ratio is within the tolerance: 3 stays, wins, WITHIN_TOLERANCE",
        "WARNING MIN_EQUALS_MAX spec.maxReplicas"}},
  };
}

std::vector<Vector> Refusals() {
  return {
      {"request",
       "an empty request about replicas",
       v1::RecommendReplicasRequest(),
       {"INVALID_ARGUMENT FIELD_MISSING", "horizontalPodAutoscaler", "scale", "now"}},
      {"request",
       "an invalid time",
       With(Desiring(3, 5), [](auto& request) { request.set_now("yesterday"); }),
       {"INVALID_ARGUMENT TIME_MALFORMED", "now"}},
      {"request",
       "a text that is not a version of Kubernetes",
       With(Desiring(3, 5), [](auto& request) { request.mutable_options()->set_kubernetes_version("latest"); }),
       {"INVALID_ARGUMENT KUBERNETES_VERSION_UNKNOWN", "options.kubernetesVersion"}},
      {"request",
       "two pods of one name",
       With(Desiring(3, 5),
            [](auto& request) {
              AddPod(request, "web-0");
              AddPod(request, "web-0");
            }),
       {"INVALID_ARGUMENT POD_NAME_DUPLICATE", "pods[1].metadata.name"}},
      {"request",
       "an error with values of the same metric",
       With(Desiring(3, 5), [](auto& request) { request.mutable_readings(0)->set_error("no such series"); }),
       {"INVALID_ARGUMENT FIELD_FORBIDDEN", "readings[0].error"}},
      {"request",
       "values of another type of metric",
       With(Cpu(2, {"1", "1"}),
            [](auto& request) { request.mutable_readings(0)->add_external_values()->set_value("1"); }),
       {"INVALID_ARGUMENT FIELD_FORBIDDEN", "readings[0].externalValues"}},
      {"request",
       "values of CPU without their windows",
       With(Cpu(2, {"1", "1"}), [](auto& request) { AddUsage(request, "p0", "1").clear_window_seconds(); }),
       {"INVALID_ARGUMENT FIELD_MISSING", "readings[0].values[0].windowSeconds"}},
      {"request",
       "two values of CPU of one pod",
       With(Cpu(2, {"1", "1"}),
            [](auto& request) {
              AddUsage(request, "p0", "1");
              AddUsage(request, "p0", "2");
            }),
       {"INVALID_ARGUMENT POD_NAME_DUPLICATE", "readings[0].values[1].describedObject.name"}},
      {"request",
       "more readings than metrics",
       With(Desiring(3, 5), [](auto& request) { request.add_readings(); }),
       {"INVALID_ARGUMENT LIMIT_EXCEEDED", "readings"}},
      {"request",
       "an autoscaler that the API server refuses",
       With(Desiring(3, 5),
            [](auto& request) { request.mutable_horizontal_pod_autoscaler()->mutable_spec()->set_min_replicas(101); }),
       {"INVALID_ARGUMENT MAX_REPLICAS_BELOW_MIN", "spec.maxReplicas"}},
  };
}

}  // namespace

std::vector<Vector> ReplicaVectors() {
  std::vector<Vector> vectors = Decisions();
  for (Vector& vector : Refusals()) vectors.push_back(std::move(vector));
  return vectors;
}

}  // namespace cpsizer::conformance
