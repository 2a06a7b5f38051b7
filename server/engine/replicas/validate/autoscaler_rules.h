#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_AUTOSCALER_RULES_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_AUTOSCALER_RULES_H_

#include "cpsizer/rules.h"

namespace cpsizer {

// The rules about a HorizontalPodAutoscaler and a request about its replicas, in the order of `Rule`.
//
// The API server also refuses an object that breaks API_VERSION_INVALID, SCALE_TO_ZERO_WITHOUT_METRIC or a shared rule
// such as FIELD_REQUIRED; `why` contains the name that the API server has for the error, such as Forbidden. The last
// rules, from POD_REQUESTS_MISSING on, are about the observed pods, metrics and target. They are checked only if the
// request contains such an observation.
inline constexpr RuleInfo kAutoscalerRules[] = {
    {Rule::kPodNameDuplicate, "POD_NAME_DUPLICATE", v1::SEVERITY_ERROR,
     "Two pods, or the metrics of two pods, have the same name.",
     "Samples are matched to pods by name. If two pods have the same name, it is not defined to which pod a sample "
     "belongs.",
     "Send each pod once; all pods are in one namespace.", "pods: [{metadata: {name: a}}, {metadata: {name: a}}]",
     "pods: [{metadata: {name: a}}, {metadata: {name: b}}]"},

    {Rule::kApiVersionInvalid, "API_VERSION_INVALID", v1::SEVERITY_ERROR, "An apiVersion is not a group and a version.",
     "The API server refuses such an object since 1.34 (Invalid): the kind alone does not identify a resource.",
     "Write group and version, such as apps/v1; only a ReplicationController and the object that a metric describes "
     "may have v1 alone.",
     "scaleTargetRef: {apiVersion: v1, kind: Deployment, name: web}",
     "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}"},
    {Rule::kScaleToZeroWithoutMetric, "SCALE_TO_ZERO_WITHOUT_METRIC", v1::SEVERITY_ERROR,
     "minReplicas is 0, and every metric is measured on the pods.",
     "The API server refuses such an object (Forbidden): without pods, there are no measurements.",
     "Add a metric of type Object or External, or set minReplicas to at least 1.",
     "minReplicas: 0 with a Resource metric alone", "minReplicas: 0 with an External metric"},

    {Rule::kScaleToZeroGated, "SCALE_TO_ZERO_GATED", v1::SEVERITY_WARNING, "minReplicas is 0.",
     "The feature gate HPAScaleToZero is off, which is the default before Kubernetes v1.37. The API server then "
     "refuses a "
     "new object with 0, and a target with zero replicas is never scaled up again.",
     "Upgrade to Kubernetes v1.37, where the gate is on by default, or enable it in kube-apiserver and "
     "kube-controller-manager. If not, set minReplicas to at least 1. If the version of the cluster is another one, "
     "set "
     "kubernetesVersion in the request, or --kubernetes-version of the command.",
     "minReplicas: 0 in Kubernetes v1.36", "minReplicas: 0 in Kubernetes v1.37, or minReplicas: 1"},
    {Rule::kTargetNotScalable, "TARGET_NOT_SCALABLE", v1::SEVERITY_WARNING,
     "The kind of the target has no scale subresource.",
     "The controller always reports FailedGetScale and changes nothing. For example, a DaemonSet has one pod for each "
     "node, and a Job sets its own number of pods.",
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
     "An Object metric then has no target, and always fails. All other metrics use the field and ignore the type.",
     "Write the type that matches the field: Utilization, AverageValue or Value.",
     "target: {type: Utilization, averageValue: 500m}", "target: {type: AverageValue, averageValue: 500m}"},
    {Rule::kTargetOverflow, "TARGET_OVERFLOW", v1::SEVERITY_WARNING,
     "A target is beyond 9223372036854775807 thousandths.",
     "The controller counts thousandths in 64 bits. It reads a larger amount as 0 or as the low 64 bits, which may be "
     "negative. The message of the finding has the amount that the controller reads.",
     "Check the suffix or the exponent: each of the suffixes k, M, G, T, P and E is 1,000 times the previous suffix.",
     "averageValue: 20E", "averageValue: 20G"},
    {Rule::kTargetRounded, "TARGET_ROUNDED", v1::SEVERITY_WARNING, "A target is not a whole number of thousandths.",
     "The controller counts thousandths and rounds up, so its target is higher than the written target.",
     "Write a whole number of thousandths, or measure in a smaller unit.", "averageValue: 1500u", "averageValue: 2m"},
    {Rule::kMetricRepeated, "METRIC_REPEATED", v1::SEVERITY_WARNING, "The same metric is listed twice.",
     "The larger proposal is used, so the lower of the two targets always decides.", "Keep only the intended target.",
     "cpu at 60 and at 80", "cpu at 60"},
    {Rule::kMetricSelectorInvalid, "METRIC_SELECTOR_INVALID", v1::SEVERITY_WARNING,
     "The selector of a metric cannot be used.",
     "The API server accepts the selector, but the controller cannot parse it, so this metric always fails.",
     "Use In or NotIn with values, or Exists or DoesNotExist without values, and only keys and values that a label can "
     "have.",
     "{key: queue, operator: In}", "{key: queue, operator: In, values: [mail]}"},
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
     "The policies for scaling up do not allow a change from 0 replicas, and minReplicas is 0.",
     "A percentage of 0 is 0: once at 0 replicas, the target remains there, regardless of the load.",
     "Add a policy of type Pods, with selectPolicy Max.", "policies: [{type: Percent, value: 100, periodSeconds: 15}]",
     "policies: [{type: Pods, value: 4, periodSeconds: 15}]"},
    {Rule::kDownscaleWindowShort, "DOWNSCALE_WINDOW_SHORT", v1::SEVERITY_WARNING,
     "The stabilization window for scaling down is 15 seconds or shorter.",
     "Decisions are 15 seconds apart, so no earlier recommendation is used. One low sample then removes pods, and the "
     "next decision adds these pods again.",
     "Omit the window, which defaults to 5 minutes, or make it several times 15 seconds.",
     "scaleDown: {stabilizationWindowSeconds: 0}", "scaleDown: {stabilizationWindowSeconds: 120}"},
    {Rule::kToleranceLarge, "TOLERANCE_LARGE", v1::SEVERITY_WARNING, "A tolerance is 1 or more.",
     "A tolerance is a fraction of the target. With 1 for scaleDown, the autoscaler never scales down. With 1 for "
     "scaleUp, it scales up only above twice the target.",
     "Write a fraction: 5 % is 0.05.", "tolerance: 5", "tolerance: 0.05"},
    {Rule::kPolicyPeriodShort, "POLICY_PERIOD_SHORT", v1::SEVERITY_NOTE,
     "The period of a policy is shorter than the interval between decisions.",
     "Decisions are 15 seconds apart unless --horizontal-pod-autoscaler-sync-period sets another interval, so the "
     "policy "
     "allows its change once in 15 seconds.",
     "Write 15: the actual speed is the same. A longer period makes the change slower.",
     "{type: Pods, value: 4, periodSeconds: 1}", "{type: Pods, value: 4, periodSeconds: 15}"},
    {Rule::kExternalNameUppercase, "EXTERNAL_NAME_UPPERCASE", v1::SEVERITY_NOTE,
     "The name of an External metric has upper-case letters.",
     "The controller requests an External metric by its name in lower case. An adapter that distinguishes upper and "
     "lower case, such as prometheus-adapter, then returns the series with the lower-case name, or none. Pods and "
     "Object "
     "metrics keep their case.",
     "Let the adapter serve the metric under the lower-case name, and write this name.",
     "external: {metric: {name: Queue_Depth}}", "external: {metric: {name: queue_depth}}"},

    {Rule::kPodRequestsMissing, "POD_REQUESTS_MISSING", v1::SEVERITY_WARNING,
     "Pods do not request the resource whose utilization is a target.",
     "A utilization is a percentage of the requests. One such pod, even one that has ended, makes the metric fail, and "
     "a failed metric prevents scaling down.",
     "Add a request of the resource to every container, or use averageValue as the target.",
     "averageUtilization: 60, and a container without resources.requests.cpu",
     "averageUtilization: 60, and {resources: {requests: {cpu: 250m}}} in every container"},
    {Rule::kContainerNotFound, "CONTAINER_NOT_FOUND", v1::SEVERITY_WARNING,
     "A metric specifies a container that no pod has, or that some pods do not have.",
     "With a utilization as the target, the metric fails even if only one pod does not have the container, and a "
     "failed "
     "metric prevents scaling down. With averageValue, such a pod counts as a pod without metrics.",
     "Write the name of a container of the pods. While a rolling update renames a container, add a metric for each of "
     "the two names, or change the metric after the update.",
     "container: application, and pods with the container app", "container: app"},
    {Rule::kPodsShared, "PODS_SHARED", v1::SEVERITY_WARNING, "Other autoscalers select the same pods.",
     "The controller then scales none of their targets, and reports AmbiguousSelector.",
     "If the autoscalers have the same target, delete all but one. If they do not, give the pods of each target a "
     "label that no other pods have, and use it in the selector of the target.",
     "two autoscalers with the target web", "one autoscaler with two metrics"},
    {Rule::kReplicasPinned, "REPLICAS_PINNED", v1::SEVERITY_WARNING,
     "The manifest of the target also sets the number of replicas.",
     "Each time that the manifest is applied, the target is scaled to that number, regardless of the load, until the "
     "next decision reverts it.",
     "Remove spec.replicas from the manifest. Before the manifest is applied again, also remove spec.replicas from the "
     "last applied manifest (kubectl apply edit-last-applied).",
     "kind: Deployment, spec: {replicas: 3}", "kind: Deployment, spec without replicas"},
    {Rule::kAmountOverflow, "AMOUNT_OVERFLOW", v1::SEVERITY_WARNING,
     "A metric or a request of a pod is beyond 9223372036854775807 thousandths.",
     "The controller counts thousandths in 64 bits. It reads a larger amount as 0 (for example 20E) or as the low 64 "
     "bits (for example 10000000000000001), which may be negative. The message of the finding has the amount that the "
     "controller reads. The decision used such amounts for the named field and for all other fields with an overflow. "
     "prometheus-adapter writes NaN, infinity and any amount from about 9.2e15 on as -9223372036854775808m, which the "
     "controller reads as 0: an infinite load scales down.",
     "Correct the suffix or the exponent at the source of the amount, or measure in a larger unit. For "
     "-9223372036854775808m, correct the query of the adapter so that it does not divide by zero.",
     "value: 20E", "value: 20G"},
    {Rule::kExternalSumNegative, "EXTERNAL_SUM_NEGATIVE", v1::SEVERITY_WARNING,
     "The sum of the values of an External metric with averageValue falls below zero.",
     "The controller treats a negative sum as an overflow: it proposes 2147483647 replicas, so the target is scaled to "
     "maxReplicas. The order of the values counts: with 31 and -1 the sum is 30, with -1 and 31 it falls below zero.",
     "Prevent negative values in the query of the adapter, such as with clamp_min(QUERY, 0) in PromQL, or use value "
     "instead of averageValue in the target.",
     "averageValue: 10, and a series with the value -1", "averageValue: 10, and clamp_min(QUERY, 0)"},
    {Rule::kSelectorTooWide, "SELECTOR_TOO_WIDE", v1::SEVERITY_WARNING,
     "The selector of the target also selects pods that do not belong to the target.",
     "The controller uses every pod that the selector selects. The pods of another workload count in the averages, and "
     "a "
     "pod that has ended counts as a pod without metrics, so the number of replicas is wrong. While replicas are added "
     "or removed, the scale and the pods can also differ because they were read one after the other.",
     "Give the pods of the target a label that no other pods have, and use it in the selector of the target. The "
     "selector of an existing Deployment cannot be changed: create it again. If the other pods are pods of the target "
     "that have ended (Succeeded), delete them instead.",
     "two Deployments with selector: {matchLabels: {app: web}}",
     "selector: {matchLabels: {app: web, track: stable}} and selector: {matchLabels: {app: web, track: canary}}"},
    {Rule::kStatusReplicasKept, "STATUS_REPLICAS_KEPT", v1::SEVERITY_WARNING,
     "The autoscaler keeps status.replicas of the target, which differs from spec.replicas.",
     "If the average of an Object or External metric is within the tolerance, the controller proposes the number of "
     "existing pods (status.replicas), and not the wanted number (spec.replicas). During a rolling update the existing "
     "pods include surge pods, so the update makes the target larger. This is a known fault of the controller "
     "(kubernetes/kubernetes issue 138505).",
     "Wait until the rolling update has ended. To prevent it, set maxSurge of the Deployment to 0, or use a target of "
     "type Value.",
     "averageValue: 10, spec.replicas: 10 and status.replicas: 15", "averageValue: 10, and maxSurge: 0"},
    {Rule::kTargetUnmatched, "TARGET_UNMATCHED", v1::SEVERITY_WARNING,
     "No object of the files is the target of the autoscaler, but a similar one is there, or no cluster serves its API "
     "group.",
     "The controller then cannot read the scale of its target, and reports FailedGetScale. A similar object differs in "
     "its API group, kind or namespace, or has a name with another spelling. A group that no cluster serves any more, "
     "such as extensions since Kubernetes 1.16, has no scale.",
     "Write apiVersion, kind and name of the target as in its manifest. The autoscaler and its target must be in one "
     "namespace.",
     "scaleTargetRef: {apiVersion: extensions/v1beta1, kind: Deployment, name: web}",
     "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}"},
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_AUTOSCALER_RULES_H_
