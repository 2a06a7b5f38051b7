#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_CHECK_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_CHECK_AUTOSCALER_H_

#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/findings.h"

namespace cpsizer {

// Checks the autoscaler as far as a decision depends on it.
void CheckAutoscaler(const v1::HorizontalPodAutoscaler& autoscaler, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_CHECK_AUTOSCALER_H_
