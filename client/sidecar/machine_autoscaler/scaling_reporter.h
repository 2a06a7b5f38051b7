#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_REPORTER_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_REPORTER_H_

#include <map>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/sidecar/control/contention_tracker.h"
#include "client/sidecar/control/frame/report.h"
#include "client/sidecar/machine_autoscaler/scaling_objects.h"
#include "client/sidecar/machine_autoscaler/scaling_plan.h"

namespace cpsizer::sidecar {

// The kinds of writes, as metric labels.
inline constexpr char kScalingTargetWrites[] = "machine_set";
inline constexpr char kScalingFinalizerWrites[] = "finalizer";
inline constexpr char kLastTargetWrites[] = "status";

// The rule for contention with another writer that repeatedly reverts the annotations of a MachineSet.
inline constexpr ContentionRule kScalingContention = {3, absl::Minutes(10), absl::Minutes(10)};

// Reports the writes of MachineAutoscalers and MachineSets in log lines, events and counters.
class ScalingReporter : public Report {
 public:
  ScalingReporter(ControllerDependencies dependencies, ControllerState& state);

  void Decided(const MachineAutoscaler& object, const ScalingResult& result);
  // Used in enforce mode. Records the event of the result if it differs from the previous event. The event
  // SuccessfulUpdate is recorded only when the write is made.
  void Warn(const MachineAutoscaler& object, const ScalingResult& result);
  // Used in observe mode. Reports all steps of the round. Compared() reports whether a step is about the
  // MachineAutoscaler.
  void Observed(const std::string& name_space, const std::vector<ScalingStep>& steps);
  using Report::Compared;

  // Reports that the API server made a write. `object` is null if the MachineAutoscaler of the step does not exist.
  void TargetWritten(const ScalingTarget& target, const ScalingStep& step, const MachineAutoscaler* object,
                     const std::string& message);
  void AutoscalerWritten(const MachineAutoscaler& object, const ScalingStep& step);
  // Reports that a write failed. If `warn` is true, also records an event.
  void NotWritten(const ScalingStep& step, const std::string& name_space, const MachineAutoscaler* object,
                  const std::string& note, bool warn);

  void ContentionBegins(const ScalingTarget& target, const MachineAutoscaler* object);
  void ContentionEnds(const ScalingTarget& target);

  // Must be called when the MachineAutoscaler no longer exists.
  void Delete(const std::string& key);

 private:
  // The UID, the event and the message of the last event, by key.
  std::map<std::string, std::string> warnings_;
  // The last log line of observe mode, by object.
  std::map<std::string, std::string> observed_;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_REPORTER_H_
