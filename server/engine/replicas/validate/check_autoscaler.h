#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_AUTOSCALER_H_

#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/base/findings.h"

// The errors that the API server of Kubernetes v1.36 or v1.37 reports when it refuses a new autoscaling/v2
// HorizontalPodAutoscaler, after it has set defaults. The order and the paths are the same. If the API server reports
// two errors with one path for one cause, such as a missing type, only one finding is added here.
//
// The differences are:
// * `minReplicas: 0` is accepted, because the feature gate HPAScaleToZero may be enabled; WarnAboutAutoscaler() warns
//   about it if the gate is off by default.
// * The namespace may be absent, as in a manifest: the client that creates the object sets the namespace.
// * A list `policies` that is present but empty is treated as absent.
// * A quantity has at most 64 bytes, and no white space around it. The API server refuses a malformed quantity before
//   it checks other fields.
// * At most kMaxAutoscalerMetrics metrics, and at most kMaxScalingPolicies policies for each direction, are allowed.
namespace cpsizer {

// Adds each error in the type and the spec. Errors in other parts of the object do not prevent a decision.
void CheckAutoscaler(const v1::HorizontalPodAutoscaler& autoscaler, Findings& findings);

// Adds each error in the status. The API server checks the status only in a request that writes only the status.
// Conditions have an observedGeneration from Kubernetes v1.37.
void CheckAutoscalerStatus(const v1::HorizontalPodAutoscalerStatus& status, int kubernetes_minor, Findings& findings);

// Returns `minReplicas` after defaulting.
int MinReplicas(const v1::HorizontalPodAutoscalerSpec& spec);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_AUTOSCALER_H_
