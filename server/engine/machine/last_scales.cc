#include "server/engine/machine/last_scales.h"

#include <algorithm>

#include "server/engine/base/field_checks.h"
#include "server/engine/base/read_time.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kStatus = "status";
constexpr absl::string_view kPending = "status.pendingScale";

void KeepLater(absl::optional<Instant> time, absl::optional<Instant>& latest) {
  if (time.has_value()) latest = std::max(latest.value_or(*time), *time);
}

}  // namespace

LastScales ReadLastScales(const v1::ControlPlaneMachineSetAutoscalerStatus& status, absl::string_view size,
                          Findings& findings) {
  LastScales last;
  last.up = ReadInstantIfThere(status.last_scale_up_time(), FieldPath{kStatus, -1, "lastScaleUpTime"}, findings);
  last.down = ReadInstantIfThere(status.last_scale_down_time(), FieldPath{kStatus, -1, "lastScaleDownTime"}, findings);
  if (!status.has_pending_scale()) return last;
  const v1::AutoscalerPendingScale& pending = status.pending_scale();
  CheckWord(pending.direction(), {"Up", "Down"}, {kPending, -1, "direction"}, findings);
  const Instant time = ReadRequiredInstant(pending.time(), FieldPath{kPending, -1, "time"}, findings);
  if (pending.from() != size) KeepLater(time, pending.direction() == "Up" ? last.up : last.down);
  return last;
}

absl::optional<Instant> CooldownEnd(const LastScales& last, const MachineAutoscaler& autoscaler, Instant now) {
  absl::optional<Instant> end;
  if (last.up.has_value()) end = std::min(*last.up, now) + autoscaler.up.delay;
  if (last.down.has_value()) KeepLater(std::min(*last.down, now) + autoscaler.down.delay, end);
  return end;
}

}  // namespace cpsizer
