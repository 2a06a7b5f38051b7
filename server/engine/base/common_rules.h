#ifndef CPSIZER_SERVER_ENGINE_BASE_COMMON_RULES_H_
#define CPSIZER_SERVER_ENGINE_BASE_COMMON_RULES_H_

#include "cpsizer/rules.h"

namespace cpsizer {

// The rules that requests and objects of all decisions can break, in the order of `Rule`.
inline constexpr RuleInfo kCommonRules[] = {
    {Rule::kKindMismatch, "KIND_MISMATCH", v1::SEVERITY_ERROR,
     "The apiVersion or the kind of the object is not the value that the field of the request requires.",
     "The fields of another kind have other meanings.",
     "Write the apiVersion and the kind that the message names; a request can omit both.", "kind: ConfigMap",
     "kind: ClusterSizingConfiguration"},
    {Rule::kNameNotCluster, "NAME_NOT_CLUSTER", v1::SEVERITY_ERROR, "The object has a name other than `cluster`.",
     "A cluster has only one object of this kind. Controllers read only the object with the name `cluster`, and for "
     "some "
     "kinds the API server refuses any other name.",
     "Name the object `cluster`.", "metadata: {name: sizes}", "metadata: {name: cluster}"},
    {Rule::kQuantityMalformed, "QUANTITY_MALFORMED", v1::SEVERITY_ERROR, "A value is not a Kubernetes quantity.",
     "The API server accepts some such values, and every reader of the object then fails.",
     "Write a number with an optional suffix, such as 32Gi, 8, 650m or 0.65.", "memory: 32GB", "memory: 32Gi"},
    {Rule::kQuantityOutOfRange, "QUANTITY_OUT_OF_RANGE", v1::SEVERITY_ERROR,
     "A quantity is beyond 9223372036854775807.",
     "Depending on the suffix, Kubernetes reduces such an amount or accepts it. No machine has such an amount.",
     "Check the suffix or the exponent: each of the suffixes k, M, G, T, P and E is 1,000 times the previous suffix.",
     "memory: 32Ei", "memory: 32Gi"},
    {Rule::kValueNegative, "VALUE_NEGATIVE", v1::SEVERITY_ERROR, "A value that must be zero or more is negative.",
     "The value is a count or an amount.", "Write zero or more.", "placeholders: -1", "placeholders: 0"},
    {Rule::kDurationMalformed, "DURATION_MALFORMED", v1::SEVERITY_ERROR, "A value is not a duration.",
     "The operator cannot parse the value, so the delay is unknown.",
     "Write numbers with units, such as 30s, 10m or 1h30m.", "increase: 30 seconds", "increase: 30s"},
    {Rule::kFieldUnknown, "FIELD_UNKNOWN", v1::SEVERITY_WARNING,
     "An object sets a field that this version of cpsizer does not know.",
     "The field can be one of a newer version of the kind, or a misspelled name. It is an error in a file if the name "
     "is "
     "similar to the name of a field that a decision reads: without strict validation, the API server ignores the "
     "misspelled field, and the default of the intended field applies. It is always a warning for an object of an API "
     "server, and for a field such as an effect of a size, which no decision reads.",
     "Correct the name of the field. Keep the field if the API of the cluster has it.",
     "kubeAPIServerCpuFraction: \"0.5\"", "kubeAPIServerCPUFraction: \"0.5\""},
    {Rule::kFieldTypeMismatch, "FIELD_TYPE_MISMATCH", v1::SEVERITY_ERROR,
     "A value has the wrong type, such as a number in place of a string.",
     "The API server refuses such an object, even if the meaning of the value is clear.",
     "Write a value of the type that the message expects: a string or a quantity with a fraction in quotes; a number, "
     "true or false without quotes; a list with a dash before each item.",
     "kubeAPIServerCPUFraction: 0.5", "kubeAPIServerCPUFraction: \"0.5\""},
    {Rule::kConfigMissing, "CONFIG_MISSING", v1::SEVERITY_ERROR, "The request has no configuration.",
     "Without a configuration, there are no sizes to choose from.",
     "Send a ClusterSizingConfiguration as clusterSizingConfiguration; ValidateConfig also takes a "
     "HorizontalPodAutoscaler and other kinds, each in the field named after it.",
     "{\"demand\": ...}", "{\"clusterSizingConfiguration\": ..., \"demand\": ...}"},
    {Rule::kLimitExceeded, "LIMIT_EXCEEDED", v1::SEVERITY_ERROR, "A list, a map or a name exceeds a limit of the API.",
     "Limits prevent one request from blocking all others.", "Send less; the API reference lists all limits.",
     "100,001 items", "100,000 items"},
    {Rule::kEnumUnknown, "ENUM_UNKNOWN", v1::SEVERITY_ERROR,
     "An option has a number that this version does not support.",
     "A newer caller uses an option that this server does not have.", "Use a value that the API reference lists.",
     "\"cpuPolicy\": 77", "\"cpuPolicy\": \"SIZE_CPU_POLICY_NEVER\""},
    {Rule::kKubernetesVersionUnknown, "KUBERNETES_VERSION_UNKNOWN", v1::SEVERITY_ERROR,
     "A text is not a known version of Kubernetes.",
     "The defaults of feature gates and some texts depend on the version. If the version is wrong, a target can be "
     "scaled to zero and never be scaled up again.",
     "Write the value of gitVersion that `kubectl get --raw /version` prints, or a version such as 1.37; versions from "
     "v1.23 to v1.99 are accepted.",
     "kubernetesVersion: latest", "kubernetesVersion: v1.37.2"},
    {Rule::kFieldMissing, "FIELD_MISSING", v1::SEVERITY_ERROR, "A field that the decision needs is missing.",
     "No default is correct for all requests.", "Send the field that the finding names.",
     "{\"horizontalPodAutoscaler\": ...}",
     "{\"horizontalPodAutoscaler\": ..., \"scale\": ..., \"now\": \"2026-01-02T03:04:05Z\"}"},
    {Rule::kTimeMalformed, "TIME_MALFORMED", v1::SEVERITY_ERROR, "A value is not a time.",
     "The decision compares times. If a time cannot be read, the result of the comparison is unknown.",
     "Write RFC 3339 with a zone, such as 2026-01-02T03:04:05Z or 2026-01-02T03:04:05.678+01:00.",
     "now: 2026-01-02 03:04", "now: \"2026-01-02T03:04:00Z\""},
    {Rule::kFieldImmutable, "FIELD_IMMUTABLE", v1::SEVERITY_ERROR,
     "A field that must not change differs from the same field of the old object.",
     "The API server refuses such an update (Invalid: field is immutable). Another name, namespace or uid identifies "
     "another object, and only a DELETE request sets the deletionTimestamp.",
     "Write the value of the old object, or omit the field. To get another name or namespace, create another object.",
     "metadata: {name: shop, uid: 6f1e...}, where the old object has uid 0c42...", "metadata: {name: shop}"},
    {Rule::kFinalizerAdded, "FINALIZER_ADDED", v1::SEVERITY_ERROR,
     "An object that is being deleted has a finalizer that the old object does not have.",
     "The API server refuses such an update (Forbidden): the deletion has begun, and waits only for the existing "
     "finalizers.",
     "Remove the finalizer, or create the object again after it is deleted.",
     "finalizers: [example.com/a, example.com/b], where the old object has example.com/a",
     "finalizers: [example.com/a]"},
    {Rule::kGenerationNegative, "GENERATION_NEGATIVE", v1::SEVERITY_WARNING, "metadata.generation is negative.",
     "The API server sets the field and counts generations from 1. It refuses a status with a negative "
     "observedGeneration.",
     "Omit the field in manifests. In a request, send the value that the API server returns.",
     "metadata: {generation: -1}", "metadata: {generation: 1}"},
    {Rule::kFieldRequired, "FIELD_REQUIRED", v1::SEVERITY_ERROR, "A required field is missing.",
     "The API server refuses such an object (Required).", "Set the field; the API reference describes it.",
     "scaleTargetRef: {kind: Deployment}", "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}"},
    {Rule::kFieldForbidden, "FIELD_FORBIDDEN", v1::SEVERITY_ERROR, "A field is set that another field excludes.",
     "The API server refuses such an object (Forbidden, or Invalid for the metadata), and the service refuses such a "
     "request. The value would be "
     "ignored, or it would be unclear which of two values applies.",
     "Remove this field, or the field that excludes it.", "target: {averageUtilization: 60, averageValue: 500m}",
     "target: {type: Utilization, averageUtilization: 60}"},
    {Rule::kNameInvalid, "NAME_INVALID", v1::SEVERITY_ERROR, "A name has an invalid form.",
     "The API server refuses such an object (Invalid): no object, container, metric, label, annotation or finalizer "
     "can have that name, or no label can have that value.",
     "Write the name of the object, container or metric as Kubernetes lists it, or a text of the form that the message "
     "describes.",
     "container: My_App", "container: my-app"},
    {Rule::kValueNotSupported, "VALUE_NOT_SUPPORTED", v1::SEVERITY_ERROR, "A field has a value that is not supported.",
     "The API server or the reader of the object refuses such a value (NotSupported, or Invalid for the type of a "
     "target).",
     "Write one of the values that the message lists.", "selectPolicy: max", "selectPolicy: Max"},
    {Rule::kValueOutOfRange, "VALUE_OUT_OF_RANGE", v1::SEVERITY_ERROR, "A number is too small or too large.",
     "The API server or the reader of the object refuses such a number (Invalid).",
     "Write a number within the bounds that the message specifies.", "stabilizationWindowSeconds: 7200",
     "stabilizationWindowSeconds: 3600"},
    {Rule::kMaxReplicasBelowMin, "MAX_REPLICAS_BELOW_MIN", v1::SEVERITY_ERROR, "maxReplicas is below minReplicas.",
     "Such an object is refused: no number of replicas is within the bounds.",
     "Raise maxReplicas or lower minReplicas. A HorizontalPodAutoscaler without minReplicas has 1.",
     "minReplicas: 5, maxReplicas: 3", "minReplicas: 3, maxReplicas: 5"},
    {Rule::kMinEqualsMax, "MIN_EQUALS_MAX", v1::SEVERITY_WARNING, "minReplicas and maxReplicas are the same.",
     "There is nothing to decide: the number of replicas never changes.",
     "Widen the bounds, or remove the autoscaler and set the replicas of its target.", "minReplicas: 3, maxReplicas: 3",
     "minReplicas: 3, maxReplicas: 10"},
};

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_COMMON_RULES_H_
