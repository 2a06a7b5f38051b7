#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_RATCHET_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_RATCHET_AUTOSCALER_H_

#include "cpsizer/v1/finding.pb.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

// What the API server tolerates in an update of an autoscaler because the old one has it already.
// Source: validationOptionsForHorizontalPodAutoscaler in pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go
// of Kubernetes v1.36.
namespace cpsizer {

// Makes warnings of the errors of CheckAutoscaler() in `findings` that the API server tolerates: the apiVersion of
// `spec.scaleTargetRef` where it and the kind are those of `old`, and the apiVersions of described objects where `old`
// has one that is invalid.
void RatchetErrors(const v1::HorizontalPodAutoscaler& autoscaler, const v1::HorizontalPodAutoscaler& old,
                   google::protobuf::RepeatedPtrField<v1::Finding>& findings);

// Returns whether `old` has zero `minReplicas`, which an update may keep without the gate HPAScaleToZero.
bool HasZeroMinReplicas(const v1::HorizontalPodAutoscaler& old);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_RATCHET_AUTOSCALER_H_
