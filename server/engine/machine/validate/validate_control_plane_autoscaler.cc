#include "server/engine/machine/validate/validate_control_plane_autoscaler.h"

#include "server/engine/base/conclude_validation.h"
#include "server/engine/base/findings.h"
#include "server/engine/machine/validate/control_plane_autoscaler.h"
#include "server/engine/machine/validate/trigger_authentication.h"

namespace cpsizer {

void ValidateControlPlaneAutoscaler(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response) {
  const v1::ControlPlaneMachineSetAutoscaler& message = request.control_plane_machine_set_autoscaler();
  Findings findings(*response.mutable_findings());
  const ControlPlaneAutoscaler autoscaler = ReadControlPlaneAutoscaler(message, kDefaultSampleInterval, findings);
  response.set_decidable(!findings.has_errors());
  if (response.decidable()) WarnAboutControlPlaneAutoscaler(message, autoscaler, findings);
  ConcludeValidation(message.metadata(), response);
}

void ValidateTriggerAuthentication(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response) {
  const v1::ControlPlaneMachineSetAutoscalingTriggerAuthentication& message =
      request.control_plane_machine_set_autoscaling_trigger_authentication();
  Findings findings(*response.mutable_findings());
  CheckTriggerAuthentication(message, findings);
  response.set_decidable(!findings.has_errors());
  ConcludeValidation(message.metadata(), response);
}

}  // namespace cpsizer
