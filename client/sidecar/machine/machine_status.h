#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_STATUS_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_STATUS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/http/http.h"
#include "client/sidecar/machine/control_plane_autoscaler.h"
#include "client/sidecar/machine/machine_plan.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "cpsizer/v1/recommend_machine.pb.h"

// Functions for the status of an autoscaler, as its controller writes it. Pure.
//
// Source: section 11 of docs/reference/machine-autoscaler.md.
namespace cpsizer::sidecar {

using MachineStatus = v1::ControlPlaneMachineSetAutoscalerStatus;

// Sets the conditions `Degraded` and `ScalingActive` and the current size, from a response about `autoscaler`. `now` is
// in RFC 3339.
void SetDecision(const v1::ControlPlaneMachineSetAutoscaler& autoscaler, const v1::RecommendMachineResponse& response,
                 const std::string& now, MachineStatus& status);
// Sets the condition `ScalingActive` if the service refused the request or the API server refused the change.
void SetNotActive(const v1::ControlPlaneMachineSetAutoscaler& autoscaler, absl::string_view reason,
                  absl::string_view message, const std::string& now, MachineStatus& status);

// Sets the pending change. Must be called before the change is sent.
void SetPending(const v1::AutoscalerPendingScale& pending, MachineStatus& status);
// Must be called when the pending change was made. Makes the pending change the last change of its direction.
void SetApplied(MachineStatus& status);

// Returns the write of the status of an autoscaler. The version of `object` is its precondition. Removes the fields of
// the status that `status` does not have.
absl::StatusOr<kube::HttpRequest> StatusWrite(const ControlPlaneAutoscaler& object, const MachineStatus& status);
// Returns the write of a size: a JSON Patch of the ControlPlaneMachineSet of the namespace. The patch is sent at most
// once, so an error with a 4xx response of the API server (kube::ServerAnswerOf()) means that nothing was changed.
kube::HttpRequest SizeWrite(const std::string& name_space, const std::string& patch);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_STATUS_H_
