#include "client/cli/words/word_groups.h"

namespace cpsizer::cli {
namespace {

constexpr absl::string_view kOfHpas = "HorizontalPodAutoscalers";
constexpr absl::string_view kOfOperator = "the ClusterOperator cluster-autoscaler";

constexpr Word kConditions[] = {
    {"ClusterSizingConfigurationValid", "Whether the configuration is valid, so that sizes can be decided from it.",
     "If it is False, run cpsizer validate on the configuration.", "ClusterSizingConfigurations"},
    {"SizingFieldsStored", "Whether the CRD stores the fractions and capacities that the configuration had.",
     "If it is False, read the message; see the runbook CpsizerFieldsNotStored.", "ClusterSizingConfigurations"},
    {"RecommendationProvided", "Whether the VPA has a recommendation. If it is not True, no size is recommended.",
     "If it is not True, check the recommender of the VPA and its metrics.", "VerticalPodAutoscalers"},
    {"AbleToScale", "Whether the scale of the target can be read and written.",
     "If it is False, read the reason; possible causes are the target, its scale, and permissions.", kOfHpas},
    {"ScalingActive", "Whether a decision can change anything: metrics can be read and scaling is on.",
     "If it is False, read the reason and the message.",
     "HorizontalPodAutoscalers and ControlPlaneMachineSetAutoscalers"},
    {"ScalingLimited", "Whether a bound or a rate limited the number of replicas.",
     "If it is True, read the reason; raise maxReplicas or change spec.behavior if the limit is not wanted.", kOfHpas},
    {"ScaledToZero", "Whether the autoscaler has set zero replicas, and so may scale the target up again.", "Nothing.",
     kOfHpas},
    {"Available", "Whether the operator is available.", "Nothing; it is always True.", kOfOperator},
    {"Progressing", "Whether a new version is being installed or objects are being updated.",
     "Wait; if it stays True, read its message.", kOfOperator},
    {"Degraded", "Whether there is an error that needs manual repair.", "Read the reason and the message.",
     "the ClusterOperator cluster-autoscaler and ControlPlaneMachineSetAutoscalers"},
    {"Upgradeable", "Whether the cluster may be upgraded.", "Nothing; it is always True.", kOfOperator},
};

constexpr absl::string_view kOfAble = "the condition AbleToScale of HorizontalPodAutoscalers";
constexpr absl::string_view kOfActive = "the condition ScalingActive of HorizontalPodAutoscalers";
constexpr absl::string_view kOfActiveAndEvent =
    "the condition ScalingActive of HorizontalPodAutoscalers, and an event about them";
constexpr absl::string_view kOfLimited = "the condition ScalingLimited of HorizontalPodAutoscalers";
constexpr absl::string_view kOfZero = "the condition ScaledToZero of HorizontalPodAutoscalers";
constexpr absl::string_view kOfMachinesDegraded = "the condition Degraded of ControlPlaneMachineSetAutoscalers";
constexpr absl::string_view kOfMachinesActive = "the condition ScalingActive of ControlPlaneMachineSetAutoscalers";
constexpr absl::string_view kOfFields = "the condition SizingFieldsStored";
constexpr absl::string_view kOfSizing = "the condition ClusterSizingConfigurationValid";

constexpr absl::string_view kOfCheckMetric =
    "Read the error in the message; check the metrics API, the name of the metric, and the requests of the pods.";

constexpr Word kReasons[] = {
    {"AsExpected", "There is no error.", "Nothing.",
     "the conditions of ClusterSizingConfigurations, of ControlPlaneMachineSetAutoscalers and of the ClusterOperator "
     "cluster-autoscaler"},
    {"SizeConfigurationInvalid", "The configuration has errors; the message lists them. All clusters keep their sizes.",
     "Run cpsizer validate on it.", kOfSizing},
    {"FieldsStored", "The configuration has not lost a fraction or a capacity.", "Nothing.", kOfFields},
    {"FieldsNotStored",
     "The CRD does not store a fraction or a capacity that the configuration had. No cluster gets a "
     "smaller size.",
     "Set the fractions in the annotation cpsizer/fractions; see the runbook CpsizerFieldsNotStored.", kOfFields},
    {"SucceededGetScale", "The scale of the target was read.", "Nothing.", kOfAble},
    {"FailedGetScale", "The scale of the target could not be read, so it stays as it is.",
     "Check that the target exists, has a scale, and may be read.",
     "the condition AbleToScale of HorizontalPodAutoscalers, and an event about them"},
    {"SucceededRescale", "The number of replicas was changed.", "Nothing.", kOfAble},
    {"FailedUpdateScale", "The number of replicas could not be written.",
     "Read the error in the message; possible causes are permissions, an admission webhook, and a conflict.", kOfAble},
    {"ReadyForNewScale", "The recommended number is the current one.", "Nothing.", kOfAble},
    {"ScaleDownStabilized",
     "A higher recommendation within the stabilization window is used: the replicas decrease later.",
     "Nothing; if scaling is too slow, shorten spec.behavior.scaleDown.stabilizationWindowSeconds.", kOfAble},
    {"ScaleUpStabilized",
     "A lower recommendation within the stabilization window is used: the replicas increase later.",
     "Nothing; if scaling is too slow, shorten spec.behavior.scaleUp.stabilizationWindowSeconds.", kOfAble},
    {"ValidMetricFound", "At least one metric resulted in a number of replicas.", "Nothing.", kOfActive},
    {"ScalingDisabled", "The target has zero replicas, which disables the autoscaler.",
     "Set the replicas of the target to 1 or more to turn it on again.", kOfActive},
    {"InvalidSelector", "The scale of the target has no selector, so its pods are not known.",
     "Add a selector to the scale of the target.", kOfActive},
    {"SelectorRequired", "The scale of the target has no selector, so its pods are not known.",
     "Add a selector to the scale of the target.", "an event about HorizontalPodAutoscalers"},
    {"AmbiguousSelector", "Several autoscalers select the same pods, so none of them scales.",
     "Delete all but one of the autoscalers that the message names, or change the selectors.", kOfActiveAndEvent},
    {"FailedGetResourceMetric", "A metric of type Resource could not be read or computed.", kOfCheckMetric,
     kOfActiveAndEvent},
    {"FailedGetContainerResourceMetric", "A metric of type ContainerResource could not be read or computed.",
     kOfCheckMetric, kOfActiveAndEvent},
    {"FailedGetPodsMetric", "A metric of type Pods could not be read.", kOfCheckMetric, kOfActiveAndEvent},
    {"FailedGetObjectMetric", "A metric of type Object could not be read.", kOfCheckMetric, kOfActiveAndEvent},
    {"FailedGetExternalMetric", "A metric of type External could not be read.", kOfCheckMetric, kOfActiveAndEvent},
    {"DesiredWithinRange", "The recommended number is within all limits.", "Nothing.", kOfLimited},
    {"TooFewReplicas", "minReplicas is larger than the recommended number.", "Lower minReplicas if fewer are enough.",
     kOfLimited},
    {"TooManyReplicas", "maxReplicas is smaller than the recommended number.",
     "Raise maxReplicas if the load must be served.", kOfLimited},
    {"ScaleUpLimit", "The policies of spec.behavior.scaleUp allow fewer replicas for now.",
     "Nothing; if scaling is too slow, change the policies.", kOfLimited},
    {"ScaleDownLimit", "The policies of spec.behavior.scaleDown require more replicas for now.",
     "Nothing; if scaling is too slow, change the policies.", kOfLimited},
    {"NotScaledToZero", "The autoscaler did not set zero replicas.", "Nothing.", kOfZero},
    {"PrometheusAuthenticationFailed", "The credentials of a query are missing or were refused.",
     "Check the TriggerAuthentication and the Secrets that it refers to.", kOfMachinesDegraded},
    {"PrometheusMetricMissing", "A query has no result.", "Run the query in Prometheus; check the metric's name.",
     kOfMachinesDegraded},
    {"PrometheusQueryInvalid", "A query has a result that is not one finite number, or Prometheus refuses it.",
     "Correct the query so that its result is one number.", kOfMachinesDegraded},
    {"PrometheusUnavailable", "Prometheus does not respond, or responds with an error.",
     "Check serverAddress of the trigger, its certificate and Prometheus.", kOfMachinesDegraded},
    {"MetricsAPIForbidden", "The sidecar is not allowed to read metrics.k8s.io.",
     "Grant its service account permission to list nodes of metrics.k8s.io.", kOfMachinesDegraded},
    {"MetricsAPIUnavailable", "metrics.k8s.io is not served, or responds with an error.", "Check the metrics server.",
     kOfMachinesDegraded},
    {"MetricsDisappeared", "A node that had metrics has had no metrics for too long.",
     "Check the metrics server and the node that the message names.", kOfMachinesDegraded},
    {"ChangeRefused", "The API server refused the new size. The write is retried after ten minutes.",
     "Read the error in the message; possible causes are an admission webhook, a validation, and permissions.",
     kOfMachinesActive},
    {"InputRefused", "The sizing service refuses the objects, so no decision is made.",
     "Run cpsizer validate on the autoscaler and correct the error.", kOfMachinesActive},
    {"MissingDependency", "The ClusterOperator machine-api is not ready or cannot be read.",
     "Repair machine-api first.", kOfOperator},
    {"UnableToCheckAutoscalers", "The autoscaler, its Deployment or a version could not be checked.",
     "Read the error in the message.", kOfOperator},
    {"SyncingResources", "Objects are being updated to the version.", "Wait.", kOfOperator},
};

}  // namespace

absl::Span<const Word> ConditionWords() {
  return kConditions;
}

absl::Span<const Word> ConditionReasonWords() {
  return kReasons;
}

}  // namespace cpsizer::cli
