#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_METRICS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_METRICS_H_

#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Adds each error in the metrics. Also checks whether the metrics allow scaling from zero replicas.
void CheckMetrics(const v1::HorizontalPodAutoscalerSpec& spec, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_METRICS_H_
