#include "server/engine/machine/validate/control_plane_autoscaler.h"

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/object_type.h"
#include "server/engine/base/read_time.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

int64_t ReadSyncPeriod(const v1::ControlPlaneMachineSetAutoscalerSpec& spec, Findings& findings) {
  if (!spec.has_sync_period()) return kDefaultSyncPeriod;
  const FieldPath path = {"spec", -1, "syncPeriod"};
  const int64_t period = ReadGoDuration(spec.sync_period(), path, findings).value_or(kDefaultSyncPeriod);
  if (period > 0) return period;
  findings.Add(Rule::kValueOutOfRange, path.ToString(), spec.sync_period(),
               absl::StrCat(Quoted(spec.sync_period()), " is not above 0"));
  return kDefaultSyncPeriod;
}

}  // namespace

ControlPlaneAutoscaler ReadControlPlaneAutoscaler(const v1::ControlPlaneMachineSetAutoscaler& message,
                                                  int64_t sample_interval, Findings& findings) {
  const v1::ControlPlaneMachineSetAutoscalerSpec& spec = message.spec();
  CheckObjectType(message, kControlPlaneMachineSetAutoscalerType, findings);
  CheckNamedCluster(message.metadata(), "autoscaler", findings);
  CheckTotal(int64_t{spec.scale_up().triggers_size()} + spec.scale_down().triggers_size(), kMaxMachineTriggers, "spec",
             "triggers", findings);
  ControlPlaneAutoscaler autoscaler;
  if (spec.has_machine_configuration()) {
    autoscaler.ladder = ReadMachineSizes(spec.machine_configuration(), findings);
  } else {
    ReportMissing({"spec", -1, "machineConfiguration"}, "", findings);
  }
  autoscaler.sync_period = ReadSyncPeriod(spec, findings);
  autoscaler.up = ReadDirection(spec.scale_up(), kScaleUp, sample_interval, findings);
  autoscaler.down = ReadDirection(spec.scale_down(), kScaleDown, sample_interval, findings);
  return autoscaler;
}

}  // namespace cpsizer
