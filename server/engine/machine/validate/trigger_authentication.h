#ifndef CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_TRIGGER_AUTHENTICATION_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_TRIGGER_AUTHENTICATION_H_

#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Checks the references to the credentials of a query. Source: section 4 of docs/reference/machine-autoscaler.md.
void CheckTriggerAuthentication(const v1::ControlPlaneMachineSetAutoscalingTriggerAuthentication& authentication,
                                Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_TRIGGER_AUTHENTICATION_H_
