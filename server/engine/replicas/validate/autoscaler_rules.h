#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_AUTOSCALER_RULES_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_AUTOSCALER_RULES_H_

#include "cpsizer/rules.h"

namespace cpsizer {

// The rules about a HorizontalPodAutoscaler and a request about its replicas, in the order of `Rule`.
//
// The API server also refuses an object that breaks API_VERSION_INVALID, SCALE_TO_ZERO_WITHOUT_METRIC or a shared rule
// such as FIELD_REQUIRED; `why` contains its name for the error, such as Forbidden. The last five rules are about the
// observed pods and the target, and are checked only if the request contains them.
inline constexpr RuleInfo kAutoscalerRules[] = {
    {Rule::kPodNameDuplicate, "POD_NAME_DUPLICATE", v1::SEVERITY_ERROR,
     "Two pods, or the metrics of two pods, have the same name.",
     "Samples are matched to pods by name; with two pods of one name it is not defined which one a sample belongs to.",
     "Send each pod once; all pods are in one namespace.", "pods: [{metadata: {name: a}}, {metadata: {name: a}}]",
     "pods: [{metadata: {name: a}}, {metadata: {name: b}}]"},

    {Rule::kApiVersionInvalid, "API_VERSION_INVALID", v1::SEVERITY_ERROR, "An apiVersion is not a group and a version.",
     "The API server refuses such an object since 1.34 (Invalid): the kind alone does not identify a resource.",
     "Write group and version, such as apps/v1; only a ReplicationController and the object that a metric describes "
     "may have v1 alone.",
     "scaleTargetRef: {apiVersion: v1, kind: Deployment, name: web}",
     "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}"},
    {Rule::kScaleToZeroWithoutMetric, "SCALE_TO_ZERO_WITHOUT_METRIC", v1::SEVERITY_ERROR,
     "minReplicas is 0, and every metric is measured on the pods themselves.",
     "The API server refuses such an object (Forbidden): without pods there would be no more measurements.",
     "Add a metric of type Object or External, or set minReplicas to at least 1.",
     "minReplicas: 0 with a Resource metric alone", "minReplicas: 0 with an External metric"},

    {Rule::kScaleToZeroGated, "SCALE_TO_ZERO_GATED", v1::SEVERITY_WARNING, "minReplicas is 0.",
     "Up to Kubernetes 1.36 the API server accepts this for a new object only if the feature gate HPAScaleToZero is "
     "enabled; by default it is disabled.",
     "Enable the gate in kube-apiserver and kube-controller-manager, or set minReplicas to at least 1.",
     "minReplicas: 0", "minReplicas: 1"},
    {Rule::kTargetNotScalable, "TARGET_NOT_SCALABLE", v1::SEVERITY_WARNING,
     "The kind of the target has no scale subresource.",
     "A DaemonSet has one pod for each node and a Job its own count: the controller always reports FailedGetScale and "
     "changes nothing.",
     "Use a Deployment, a StatefulSet or another kind with a scale subresource as the target.",
     "scaleTargetRef: {apiVersion: apps/v1, kind: DaemonSet, name: agent}",
     "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}"},
    {Rule::kUtilizationAboveRequests, "UTILIZATION_ABOVE_REQUESTS", v1::SEVERITY_WARNING,
     "A target utilization is above 100 % of the requests.",
     "Pods then use capacity that is not reserved for them: on a full node they are throttled or evicted before the "
     "autoscaler adds pods.",
     "Set a target below 100, or raise the requests of the containers.", "averageUtilization: 150",
     "averageUtilization: 80"},
    {Rule::kResourceNotMeasured, "RESOURCE_NOT_MEASURED", v1::SEVERITY_WARNING,
     "A resource metric is neither cpu nor memory.",
     "The metrics API has values only for these two, so this metric always fails, and a failed metric prevents scaling "
     "down.",
     "Use cpu or memory, or a metric of type Pods, Object or External.", "resource: {name: ephemeral-storage}",
     "resource: {name: memory}"},
    {Rule::kTargetTypeMismatch, "TARGET_TYPE_MISMATCH", v1::SEVERITY_WARNING,
     "The type of a target does not match the field that is set.",
     "An Object metric then has no target, and always fails; all others use the field and ignore the type.",
     "Write the type that matches the field: Utilization, AverageValue or Value.",
     "target: {type: Utilization, averageValue: 500m}", "target: {type: AverageValue, averageValue: 500m}"},
    {Rule::kTargetOverflow, "TARGET_OVERFLOW", v1::SEVERITY_WARNING,
     "A target is beyond 9223372036854775807 thousandths.",
     "The controller counts thousandths in 64 bits, and reads a larger amount as another one: 0, or the low 64 bits, "
     "which may be negative. The finding states it.",
     "Check the suffix or the exponent: each of k, M, G and so on is 1,000 times the one before.", "averageValue: 20E",
     "averageValue: 20G"},
    {Rule::kTargetRounded, "TARGET_ROUNDED", v1::SEVERITY_WARNING, "A target is not a whole number of thousandths.",
     "The controller counts thousandths and rounds up, so its target is higher than the written one.",
     "Write a whole number of thousandths, or measure in a smaller unit.", "averageValue: 1500u", "averageValue: 2m"},
    {Rule::kMetricRepeated, "METRIC_REPEATED", v1::SEVERITY_WARNING, "The same metric is listed twice.",
     "The larger proposal wins, so the lower of the two targets always decides.", "Keep the intended one.",
     "cpu at 60 and at 80", "cpu at 60"},
    {Rule::kMetricSelectorInvalid, "METRIC_SELECTOR_INVALID", v1::SEVERITY_WARNING,
     "The selector of a metric cannot be used.",
     "The API server accepts it, but the controller cannot parse it, so this metric always fails.",
     "Use In or NotIn with values, or Exists or DoesNotExist without values.", "{key: queue, operator: In}",
     "{key: queue, operator: In, values: [mail]}"},
    {Rule::kDirectionDisabled, "DIRECTION_DISABLED", v1::SEVERITY_WARNING,
     "selectPolicy Disabled stops all scaling in one direction.",
     "Pods that the autoscaler has added are never removed, or no pods are added when the load grows; only minReplicas "
     "and maxReplicas still change the number.",
     "Use Min with a slow policy if scaling in that direction should be rare.", "scaleDown: {selectPolicy: Disabled}",
     "scaleDown: {policies: [{type: Pods, value: 1, periodSeconds: 600}]}"},
    {Rule::kPolicyOverflow, "POLICY_OVERFLOW", v1::SEVERITY_WARNING,
     "A policy adds so many pods that their number does not fit in 32 bits.",
     "The sum wraps around to a negative number, so the policy prevents scaling up.",
     "Write maxReplicas as the value; more pods never exist.", "{type: Pods, value: 2147483647, periodSeconds: 15}",
     "{type: Pods, value: 1000, periodSeconds: 15}"},
    {Rule::kStuckAtZero, "STUCK_AT_ZERO", v1::SEVERITY_WARNING,
     "The policies for scaling up allow nothing from 0 replicas, and minReplicas is 0.",
     "A percentage of 0 is 0: once at 0 replicas, the target remains there, regardless of the load.",
     "Add a policy of type Pods, with selectPolicy Max.", "policies: [{type: Percent, value: 100, periodSeconds: 15}]",
     "policies: [{type: Pods, value: 4, periodSeconds: 15}]"},
    {Rule::kDownscaleWindowShort, "DOWNSCALE_WINDOW_SHORT", v1::SEVERITY_WARNING,
     "The stabilization window for scaling down is 15 seconds or shorter.",
     "Decisions are 15 seconds apart, so no earlier one is considered: one low sample removes pods, and the next "
     "decision adds them again.",
     "Omit the window, which defaults to 5 minutes, or make it several times 15 seconds.",
     "scaleDown: {stabilizationWindowSeconds: 0}", "scaleDown: {stabilizationWindowSeconds: 120}"},
    {Rule::kToleranceLarge, "TOLERANCE_LARGE", v1::SEVERITY_WARNING, "A tolerance is 1 or more.",
     "It is a fraction of the target: 1 for scaleDown never scales down, 1 for scaleUp scales up only above twice the "
     "target.",
     "Write a fraction: 5 % is 0.05.", "tolerance: 5", "tolerance: 0.05"},
    {Rule::kPolicyPeriodShort, "POLICY_PERIOD_SHORT", v1::SEVERITY_NOTE,
     "The period of a policy is shorter than the interval between decisions.",
     "Decisions are 15 seconds apart unless --horizontal-pod-autoscaler-sync-period sets another interval, so the "
     "policy "
     "allows its change once in 15 seconds.",
     "Write 15 or more: the actual speed is the same.", "{type: Pods, value: 4, periodSeconds: 1}",
     "{type: Pods, value: 4, periodSeconds: 15}"},

    {Rule::kPodRequestsMissing, "POD_REQUESTS_MISSING", v1::SEVERITY_WARNING,
     "Pods do not request the resource whose utilization is a target.",
     "A utilization is a percentage of the requests. One such pod, even one that has ended, makes the metric fail, and "
     "a failed metric prevents scaling down.",
     "Add a request of the resource to every container, or use averageValue as the target.",
     "averageUtilization: 60, and a container without resources.requests.cpu",
     "averageUtilization: 60, and {resources: {requests: {cpu: 250m}}} in every container"},
    {Rule::kContainerNotFound, "CONTAINER_NOT_FOUND", v1::SEVERITY_WARNING,
     "A metric specifies a container that no pod has.", "It always fails, and a failed metric prevents scaling down.",
     "Write the name of a container of the pods; while a container is being renamed, list both names.",
     "container: application, and pods with the container app", "container: app"},
    {Rule::kPodsShared, "PODS_SHARED", v1::SEVERITY_WARNING, "Other autoscalers select the same pods.",
     "The controller then scales none of their targets, and reports AmbiguousSelector.",
     "Keep one autoscaler for each workload, and give each workload its own labels.",
     "two autoscalers with the target web", "one autoscaler with two metrics"},
    {Rule::kReplicasPinned, "REPLICAS_PINNED", v1::SEVERITY_WARNING,
     "The target's own manifest sets the number of replicas too.",
     "Each time that the manifest is applied, the target is scaled to that number, regardless of the load, until the "
     "next decision reverts it.",
     "Remove spec.replicas from the manifest, and from what was applied last (kubectl apply edit-last-applied) before "
     "it "
     "is applied again.",
     "kind: Deployment, spec: {replicas: 3}", "kind: Deployment, spec without replicas"},
    {Rule::kAmountOverflow, "AMOUNT_OVERFLOW", v1::SEVERITY_WARNING,
     "A metric or a request of a pod is beyond 9223372036854775807 thousandths.",
     "The controller counts thousandths in 64 bits, and reads a larger amount as another one: 0, as for 20E, or the "
     "low 64 bits, as for 10000000000000001, which may be negative. The finding states it. This decision used these "
     "values, for the named field and for all others like it.",
     "Correct the suffix or the exponent at the source of the amount, or measure in a larger unit.", "value: 20E",
     "value: 20G"},
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_AUTOSCALER_RULES_H_
