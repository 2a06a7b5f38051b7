#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_BEHAVIOR_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_BEHAVIOR_H_

#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Adds each error in the behavior of both directions. A direction that is absent has no errors.
void CheckBehavior(const v1::HorizontalPodAutoscalerBehavior& behavior, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_BEHAVIOR_H_
