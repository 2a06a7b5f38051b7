#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_AUTOSCALER_H_

#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/base/findings.h"

// The errors with which the API server of Kubernetes 1.36 refuses a new autoscaling/v2 HorizontalPodAutoscaler, after
// its defaults: in its order, at its paths. If it reports two errors with one path for one cause, as for a missing
// type, there is one finding here.
//
// It differs in these points:
// * `minReplicas: 0` is accepted, because the gate HPAScaleToZero may be on; WarnAboutAutoscaler warns about it.
// * A namespace may be absent, as in a manifest: the client that creates the object sets it then.
// * A list `policies` that is present and empty is the same as an absent one.
// * A quantity has at most 64 bytes, and no white space around it. The API server refuses a malformed one before it
//   checks anything else.
// * There are at most kMaxAutoscalerMetrics metrics, and kMaxScalingPolicies policies for each direction.
namespace cpsizer {

// Adds every error in the type and the spec: all that a decision depends on.
void CheckAutoscaler(const v1::HorizontalPodAutoscaler& autoscaler, Findings& findings);

// Adds every error in the name and the namespace, which may be absent.
void CheckAutoscalerMetadata(const v1::ObjectMeta& metadata, Findings& findings);

// Adds every error in the status. The API server checks it only if only the status is written.
void CheckAutoscalerStatus(const v1::HorizontalPodAutoscalerStatus& status, Findings& findings);

// Returns `minReplicas` after defaulting.
int MinReplicas(const v1::HorizontalPodAutoscalerSpec& spec);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_AUTOSCALER_H_
