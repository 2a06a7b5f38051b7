#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_AUTOSCALER_WARNINGS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_AUTOSCALER_WARNINGS_H_

#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/base/findings.h"

// Warnings about settings that the API server accepts, but that are probably mistakes. Fields with errors of
// CheckAutoscaler() are ignored.
namespace cpsizer {

// Adds all warnings about the autoscaler. `scale_to_zero` is true if `minReplicas` may be 0: the feature gate
// HPAScaleToZero is on, or an update keeps the 0 of the old object.
void WarnAboutAutoscaler(const v1::HorizontalPodAutoscaler& autoscaler, bool scale_to_zero, Findings& findings);

// The parts of WarnAboutAutoscaler().
void WarnAboutMetrics(const v1::HorizontalPodAutoscalerSpec& spec, Findings& findings);
void WarnAboutBehavior(const v1::HorizontalPodAutoscalerSpec& spec, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_AUTOSCALER_WARNINGS_H_
