#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_RATCHET_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_RATCHET_AUTOSCALER_H_

#include "cpsizer/v1/finding.pb.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

// Errors that the API server tolerates in an update of an autoscaler, because the old object already has them. Source:
// validationOptionsForHorizontalPodAutoscaler in pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go of
// Kubernetes v1.36.
namespace cpsizer {

// Changes errors of CheckAutoscaler() in `findings` to warnings if the API server tolerates them. The API server
// tolerates an error of the apiVersion of `spec.scaleTargetRef` if apiVersion and kind are equal to those of `old`, and
// errors of the apiVersions of described objects if `old` has a described object with an invalid apiVersion.
void RatchetErrors(const v1::HorizontalPodAutoscaler& autoscaler, const v1::HorizontalPodAutoscaler& old,
                   google::protobuf::RepeatedPtrField<v1::Finding>& findings);

// Returns whether `minReplicas` of `old` is zero. An update may then keep zero without the feature gate HPAScaleToZero.
bool HasZeroMinReplicas(const v1::HorizontalPodAutoscaler& old);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_RATCHET_AUTOSCALER_H_
