#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_CHECK_MACHINE_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_CHECK_MACHINE_AUTOSCALER_H_

#include "absl/strings/string_view.h"
#include "cpsizer/v1/machine_autoscaler.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// The only supported type of targets.
inline constexpr absl::string_view kTargetVersion = "machine.openshift.io/v1beta1";
inline constexpr absl::string_view kTargetKind = "MachineSet";

// Checks the bounds and the target of a MachineAutoscaler. Source: sections 3 and 4 of
// docs/reference/cluster-autoscaler.md.
void CheckMachineAutoscaler(const v1::MachineAutoscaler& autoscaler, Findings& findings);

// Warns about bounds that are equal. Requires an object without errors.
void WarnAboutMachineAutoscaler(const v1::MachineAutoscaler& autoscaler, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_CHECK_MACHINE_AUTOSCALER_H_
