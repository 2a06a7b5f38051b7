#ifndef CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_VALIDATE_CONTROL_PLANE_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_VALIDATE_CONTROL_PLANE_AUTOSCALER_H_

#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer {

// Writes the whole response about the ControlPlaneMachineSetAutoscaler of the request. Requires a
// ControlPlaneMachineSetAutoscaler.
void ValidateControlPlaneAutoscaler(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response);

// Writes the whole response about the ControlPlaneMachineSetAutoscalingTriggerAuthentication of the request. Requires a
// ControlPlaneMachineSetAutoscalingTriggerAuthentication.
void ValidateTriggerAuthentication(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_VALIDATE_CONTROL_PLANE_AUTOSCALER_H_
