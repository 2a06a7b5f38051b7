#ifndef CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_CONTROL_PLANE_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_CONTROL_PLANE_AUTOSCALER_H_

#include <cstdint>

#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/machine/validate/machine_sizes.h"
#include "server/engine/machine/validate/scaling_directions.h"

namespace cpsizer {

// The default interval between measurements of usage, in nanoseconds.
inline constexpr int64_t kDefaultSampleInterval = kNanosOfAMinute;
inline constexpr int64_t kDefaultSyncPeriod = 30 * kNanosOfAMinute;

// A ControlPlaneMachineSetAutoscaler after parsing. Absent fields have their defaults.
struct ControlPlaneAutoscaler {
  MachineLadder ladder;
  int64_t sync_period = kDefaultSyncPeriod;  // in nanoseconds
  ScalingDirection up;
  ScalingDirection down;
};

// Reads an autoscaler. The result is usable only if no error was added. Source: sections 2 to 4 of
// docs/reference/machine-autoscaler.md.
ControlPlaneAutoscaler ReadControlPlaneAutoscaler(const v1::ControlPlaneMachineSetAutoscaler& message,
                                                  int64_t sample_interval, Findings& findings);

// Adds warnings about an autoscaler. Requires that the autoscaler was read without errors.
void WarnAboutControlPlaneAutoscaler(const v1::ControlPlaneMachineSetAutoscaler& message,
                                     const ControlPlaneAutoscaler& autoscaler, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_CONTROL_PLANE_AUTOSCALER_H_
