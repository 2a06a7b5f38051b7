#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_BEHAVIOR_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_BEHAVIOR_H_

#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Adds every error in the behavior of both directions. An absent one has none.
void CheckBehavior(const v1::HorizontalPodAutoscalerBehavior& behavior, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_BEHAVIOR_H_
