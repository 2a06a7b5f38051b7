#ifndef CPSIZER_SERVER_ENGINE_BASE_COMMON_RULES_H_
#define CPSIZER_SERVER_ENGINE_BASE_COMMON_RULES_H_

#include "cpsizer/rules.h"

namespace cpsizer {

// The rules that requests and objects of every decision can break. In the order of `Rule`.
inline constexpr RuleInfo kCommonRules[] = {
    {Rule::kKindMismatch, "KIND_MISMATCH", v1::SEVERITY_ERROR,
     "The object is of another apiVersion or kind than its place asks for.",
     "Reading one kind as another would decide on fields that mean something else.",
     "Write the apiVersion and the kind that the message names; a request may leave both out.", "kind: ConfigMap",
     "kind: ClusterSizingConfiguration"},
    {Rule::kNameNotCluster, "NAME_NOT_CLUSTER", v1::SEVERITY_ERROR, "The object has a name other than `cluster`.",
     "There is one such object in a cluster: controllers read only the one named `cluster`, and the API server refuses "
     "others where it checks the name.",
     "Name the object `cluster`.", "metadata: {name: sizes}", "metadata: {name: cluster}"},
    {Rule::kQuantityMalformed, "QUANTITY_MALFORMED", v1::SEVERITY_ERROR, "A value is not a Kubernetes quantity.",
     "The API server lets some such values pass, and every reader of the object then fails.",
     "Write a number with an optional suffix, such as 32Gi, 8, 650m or 0.65.", "memory: 32GB", "memory: 32Gi"},
    {Rule::kQuantityOutOfRange, "QUANTITY_OUT_OF_RANGE", v1::SEVERITY_ERROR,
     "A quantity is beyond 9223372036854775807.",
     "Kubernetes saturates such amounts or lets them grow, by suffix; no machine is that large.",
     "Check the suffix or the exponent: k, M, G and so on multiply by 1,000 each step.", "memory: 32Ei",
     "memory: 32Gi"},
    {Rule::kValueNegative, "VALUE_NEGATIVE", v1::SEVERITY_ERROR, "A value that counts something is negative.",
     "There is less than nothing of it.", "Write zero or more.", "placeholders: -1", "placeholders: 0"},
    {Rule::kDurationMalformed, "DURATION_MALFORMED", v1::SEVERITY_ERROR, "A value is not a duration.",
     "The operator could not tell how long to wait.", "Write numbers with units, such as 30s, 10m or 1h30m.",
     "increase: 30 seconds", "increase: 30s"},
    {Rule::kFieldUnknown, "FIELD_UNKNOWN", v1::SEVERITY_ERROR, "A file has a field that the object does not have.",
     "A misspelt field is ignored without a word, and its default applies instead.",
     "Use the field's own name, or remove it.", "kubeAPIServerCpuFraction: \"0.5\"",
     "kubeAPIServerCPUFraction: \"0.5\""},
    {Rule::kConfigMissing, "CONFIG_MISSING", v1::SEVERITY_ERROR, "The request has no configuration.",
     "Without sizes there is nothing to choose from or to look at.",
     "Send a ClusterSizingConfiguration as clusterSizingConfiguration; ValidateConfig also takes a "
     "HorizontalPodAutoscaler and other kinds, each as the field of its name.",
     "{\"demand\": ...}", "{\"clusterSizingConfiguration\": ..., \"demand\": ...}"},
    {Rule::kLimitExceeded, "LIMIT_EXCEEDED", v1::SEVERITY_ERROR, "A list or a name is longer than the API takes.",
     "Bounds keep one request from taking the service away from all others.",
     "Send less; the API reference lists every bound.", "100,001 items", "100,000 items"},
    {Rule::kEnumUnknown, "ENUM_UNKNOWN", v1::SEVERITY_ERROR, "An option has a number that this version does not know.",
     "A newer caller asks for something that this server cannot do.", "Use a value that the API reference lists.",
     "\"cpuPolicy\": 77", "\"cpuPolicy\": \"SIZE_CPU_POLICY_NEVER\""},
    {Rule::kFieldMissing, "FIELD_MISSING", v1::SEVERITY_ERROR, "A field that the decision needs is missing.",
     "Any value put in its place would be a guess.", "Send the field that the finding names.",
     "{\"horizontalPodAutoscaler\": ...}",
     "{\"horizontalPodAutoscaler\": ..., \"scale\": ..., \"now\": \"2026-01-02T03:04:05Z\"}"},
    {Rule::kTimeMalformed, "TIME_MALFORMED", v1::SEVERITY_ERROR, "A value is not a time.",
     "The decision compares times; one that cannot be read could count either way.",
     "Write RFC 3339 with a zone, such as 2026-01-02T03:04:05Z or 2026-01-02T03:04:05.678+01:00.",
     "now: 2026-01-02 03:04", "now: \"2026-01-02T03:04:00Z\""},
    {Rule::kFieldRequired, "FIELD_REQUIRED", v1::SEVERITY_ERROR, "A field that must be there is missing.",
     "The API server refuses such an object (Required).", "Write the field; the API reference says what it holds.",
     "scaleTargetRef: {kind: Deployment}", "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}"},
    {Rule::kFieldForbidden, "FIELD_FORBIDDEN", v1::SEVERITY_ERROR,
     "A field stands beside another that it may not stand beside.",
     "The API server refuses such an object (Forbidden), and the service such a request: it is not clear which of the "
     "two is meant.",
     "Remove one of the two.", "target: {averageUtilization: 60, averageValue: 500m}",
     "target: {type: Utilization, averageUtilization: 60}"},
    {Rule::kNameInvalid, "NAME_INVALID", v1::SEVERITY_ERROR, "A name has a form that it cannot have.",
     "The API server refuses such an object (Invalid): nothing can have that name.",
     "Write the name of the object, container or metric as Kubernetes lists it.", "container: My_App",
     "container: my-app"},
    {Rule::kValueNotSupported, "VALUE_NOT_SUPPORTED", v1::SEVERITY_ERROR,
     "A field holds a word that is none of those it can hold.",
     "The API server or the reader of the object refuses it (NotSupported, or Invalid for the type of a target).",
     "Write one of the words that the message lists.", "selectPolicy: max", "selectPolicy: Max"},
    {Rule::kValueOutOfRange, "VALUE_OUT_OF_RANGE", v1::SEVERITY_ERROR, "A number is too small or too large.",
     "The API server or the reader of the object refuses it (Invalid).",
     "Write a number within the bounds that the message names.", "stabilizationWindowSeconds: 7200",
     "stabilizationWindowSeconds: 3600"},
    {Rule::kMaxReplicasBelowMin, "MAX_REPLICAS_BELOW_MIN", v1::SEVERITY_ERROR, "maxReplicas is below minReplicas.",
     "Such an object is refused: no number of replicas is within the bounds.",
     "Raise maxReplicas or lower minReplicas, which is 1 where a HorizontalPodAutoscaler leaves it out.",
     "minReplicas: 5, maxReplicas: 3", "minReplicas: 3, maxReplicas: 5"},
    {Rule::kMinEqualsMax, "MIN_EQUALS_MAX", v1::SEVERITY_WARNING, "minReplicas and maxReplicas are the same.",
     "There is nothing to decide: the number of replicas never changes.",
     "Widen the bounds, or remove the autoscaler and set the replicas of its target.", "minReplicas: 3, maxReplicas: 3",
     "minReplicas: 3, maxReplicas: 10"},
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_COMMON_RULES_H_
