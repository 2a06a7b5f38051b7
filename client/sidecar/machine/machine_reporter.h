#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_REPORTER_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_REPORTER_H_

#include "absl/status/status.h"
#include "client/sidecar/control/frame/report.h"
#include "client/sidecar/machine/control_plane_autoscaler.h"
#include "client/sidecar/machine/machine_plan.h"

namespace cpsizer::sidecar {

// The kinds of writes, as metric labels.
inline constexpr char kMachineStatusWrites[] = "status";
inline constexpr char kMachineSetWrites[] = "machine_set";

// Reports the decisions about machines in log lines, events and counters.
class MachineReporter : public Report {
 public:
  MachineReporter(ControllerDependencies dependencies, ControllerState& state);

  void Decided(const ControlPlaneAutoscaler& object, const v1::RecommendMachineResponse& response);
  // Used in observe mode. Reports whether the size would change.
  void Observed(const ControlPlaneAutoscaler& object, bool would_change, const v1::RecommendMachineResponse& response);
  // Reports that the API server made the change. Logs the reasons, which are the triggers with their windows and nodes.
  void Changed(const ControlPlaneAutoscaler& object, const v1::AutoscalerPendingScale& change,
               const v1::RecommendMachineResponse& response);
  // Reports that the API server refused the change. Nothing was changed.
  void Refused(const ControlPlaneAutoscaler& object, const v1::AutoscalerPendingScale& change,
               const absl::Status& status);
  // Reports that it is unknown whether the change was made.
  void Unknown(const ControlPlaneAutoscaler& object, const v1::AutoscalerPendingScale& change,
               const absl::Status& status);
  // Reports whether a pending change of an earlier attempt was applied.
  void Resolved(const ControlPlaneAutoscaler& object, const v1::AutoscalerPendingScale& change, bool applied);
  // Reports that the status could not be written. If the API server refused the write, also holds the object, and
  // records an event when this hold begins.
  void StatusNotWritten(const ControlPlaneAutoscaler& object, const absl::Status& status, bool refused);
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_REPORTER_H_
