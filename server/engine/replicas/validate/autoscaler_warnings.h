#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_AUTOSCALER_WARNINGS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_AUTOSCALER_WARNINGS_H_

#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/base/findings.h"

// What the API server takes and people likely did not mean. Says nothing of fields that CheckAutoscaler calls errors.
namespace cpsizer {

// All of it. `scale_to_zero` says that the feature gate HPAScaleToZero is known to be on.
void WarnAboutAutoscaler(const v1::HorizontalPodAutoscaler& autoscaler, bool scale_to_zero, Findings& findings);

// Its parts.
void WarnAboutMetrics(const v1::HorizontalPodAutoscalerSpec& spec, Findings& findings);
void WarnAboutBehavior(const v1::HorizontalPodAutoscalerSpec& spec, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_AUTOSCALER_WARNINGS_H_
