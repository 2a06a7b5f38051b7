#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_RATCHET_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_RATCHET_AUTOSCALER_H_

#include "cpsizer/v1/finding.pb.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

// Errors that the API server tolerates in an update of an autoscaler because the old one has them already. Source:
// validationOptionsForHorizontalPodAutoscaler in pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go of
// Kubernetes v1.36.
namespace cpsizer {

// Turns errors of CheckAutoscaler() in `findings` that the API server tolerates into warnings: the apiVersion of
// `spec.scaleTargetRef` if it and the kind are those of `old`, and the apiVersions of described objects if `old` has
// an invalid one.
void RatchetErrors(const v1::HorizontalPodAutoscaler& autoscaler, const v1::HorizontalPodAutoscaler& old,
                   google::protobuf::RepeatedPtrField<v1::Finding>& findings);

// Returns whether `old` has zero `minReplicas`, which an update may keep without the gate HPAScaleToZero.
bool HasZeroMinReplicas(const v1::HorizontalPodAutoscaler& old);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_RATCHET_AUTOSCALER_H_
