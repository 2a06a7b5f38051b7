#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_REPORTER_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_REPORTER_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/kube/event_recorder.h"
#include "client/sidecar/control/controller_state.h"
#include "client/sidecar/control/counters.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/machine/machine_object.h"
#include "client/sidecar/machine/machine_plan.h"

namespace cpsizer::sidecar {

// The kinds of writes, as metric labels.
inline constexpr char kMachineStatusWrites[] = "status";
inline constexpr char kMachineSetWrites[] = "machine_set";

// Reports the decisions about machines in log lines, events and counters.
class MachineReporter {
 public:
  struct Outputs {
    Log log;
    std::function<void(const kube::Event&)> record;
    std::function<absl::Time()> now;  // the time of a clock that is never set back
  };

  // `state` and `counters` must outlive this object.
  MachineReporter(Outputs outputs, ControllerState& state, Counters& counters)
      : outputs_(std::move(outputs)), state_(state), counters_(counters) {}
  MachineReporter(const MachineReporter&) = delete;
  MachineReporter& operator=(const MachineReporter&) = delete;

  void Decided(const MachineObject& object, const v1::RecommendMachineResponse& response);
  // Reports that a hold has begun or ended.
  void SetHold(const MachineObject& object, const HoldCause& cause, const std::string& note);
  // Used in observe mode. Reports whether the size would change.
  void Observed(const MachineObject& object, bool would_change, const v1::RecommendMachineResponse& response);
  // Reports that the API server made the change. Logs the reasons, which are the triggers with their windows and nodes.
  void Changed(const MachineObject& object, const v1::AutoscalerPendingScale& change,
               const v1::RecommendMachineResponse& response);
  // Reports that the API server refused the change. Nothing was changed.
  void Refused(const MachineObject& object, const v1::AutoscalerPendingScale& change, const absl::Status& status);
  // Reports that it is unknown whether the change was made.
  void Unknown(const MachineObject& object, const v1::AutoscalerPendingScale& change, const absl::Status& status);
  // Reports whether a pending change of an earlier attempt was applied.
  void Resolved(const MachineObject& object, const v1::AutoscalerPendingScale& change, bool applied);
  // Reports that the status could not be written. If the API server refused the write, also holds the object, and
  // records an event when this hold begins.
  void StatusNotWritten(const MachineObject& object, const absl::Status& status, bool refused);
  // Returns whether the object is held because the API server refused a write.
  bool IsWriteRefused(const MachineObject& object) const;

 private:
  void LogObject(LogLevel level, absl::string_view message, const MachineObject& object,
                 std::vector<LogField> more) const;

  const Outputs outputs_;
  ControllerState& state_;
  Counters& counters_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_REPORTER_H_
