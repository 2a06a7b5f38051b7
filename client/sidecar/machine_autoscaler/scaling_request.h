#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_REQUEST_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_REQUEST_H_

#include "absl/status/statusor.h"
#include "client/kube/http/http.h"
#include "client/sidecar/control/object_identity.h"
#include "client/sidecar/machine_autoscaler/scaling_plan.h"

namespace cpsizer::sidecar {

// The API paths and plural names of MachineAutoscalers and MachineSets.
inline constexpr char kBoundsResource[] = "/apis/autoscaling.openshift.io/v1beta1";
inline constexpr char kBoundsPlural[] = "machineautoscalers";
inline constexpr char kScalingTargetsResource[] = "/apis/machine.openshift.io/v1beta1";
inline constexpr char kScalingTargetsPlural[] = "machinesets";

// Returns the write of `step`. The version of `object`, the MachineSet or MachineAutoscaler that the step writes, is
// its precondition. The step writes only finalizers and status.lastTargetRef of a MachineAutoscaler, and annotations of
// a MachineSet. Errors: those of kube::MergePatch().
absl::StatusOr<kube::HttpRequest> RequestOf(const ScalingStep& step, const ObjectIdentity& object);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_REQUEST_H_
