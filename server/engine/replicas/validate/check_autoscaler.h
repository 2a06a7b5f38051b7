#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_AUTOSCALER_H_

#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/base/findings.h"

// What the API server of Kubernetes 1.36 refuses in a new autoscaling/v2 HorizontalPodAutoscaler, after its defaults:
// in its order, at its paths. Where it gives one path two errors for one cause, as for a type that is missing, there is
// one finding here.
//
// It differs in what it cannot know and in what a decision needs:
// * `minReplicas: 0` is taken, for the gate HPAScaleToZero may be on; WarnAboutAutoscaler speaks of it.
// * A namespace may be absent, as in a manifest: whoever creates the object names it then.
// * A list `policies` that is written out and empty cannot be told from one that is absent.
// * A quantity has at most 64 bytes, and no blanks around it. The API server refuses one that is malformed before it
//   looks at anything else.
// * There are at most kMaxAutoscalerMetrics metrics, and kMaxScalingPolicies policies for each direction.
namespace cpsizer {

// Says every error in the type and the spec: all that a decision depends on.
void CheckAutoscaler(const v1::HorizontalPodAutoscaler& autoscaler, Findings& findings);

// Says every error in the name and the namespace, which may be absent.
void CheckAutoscalerMetadata(const v1::ObjectMeta& metadata, Findings& findings);

// Says every error in the status. The API server looks at it only where the status alone is written.
void CheckAutoscalerStatus(const v1::HorizontalPodAutoscalerStatus& status, Findings& findings);

// `minReplicas` after defaulting.
int MinReplicas(const v1::HorizontalPodAutoscalerSpec& spec);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_AUTOSCALER_H_
