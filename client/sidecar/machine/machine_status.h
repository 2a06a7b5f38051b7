#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_STATUS_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_STATUS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/kube/json.h"
#include "client/sidecar/machine/machine_plan.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"

// The status of an autoscaler as its controller writes it. Pure.
//
// Source: section 11 of docs/reference/machine-autoscaler.md.
namespace cpsizer::sidecar {

using MachineStatus = v1::ControlPlaneMachineSetAutoscalerStatus;

// Sets the conditions `Degraded` and `ScalingActive` and the current size from a response about `autoscaler`. `now` is
// RFC 3339.
void SetDecision(const v1::ControlPlaneMachineSetAutoscaler& autoscaler, const v1::RecommendMachineResponse& response,
                 const std::string& now, MachineStatus& status);
// Sets the condition `ScalingActive` if there is no response: the service refused the object, or the API server refused
// the change.
void SetNotActive(const v1::ControlPlaneMachineSetAutoscaler& autoscaler, absl::string_view reason,
                  absl::string_view message, const std::string& now, MachineStatus& status);

// Sets the pending change, before it is sent.
void SetPending(const v1::AutoscalerPendingScale& pending, MachineStatus& status);
// The pending change of the status was made: it becomes the last change in its direction, and is no longer pending.
void SetApplied(MachineStatus& status);

// Returns `status` as the field `status` of a merge patch: absent fields are removed.
kube::Json StatusPatch(const MachineStatus& status);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_STATUS_H_
