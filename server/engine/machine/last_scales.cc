#include "server/engine/machine/last_scales.h"

#include <algorithm>

#include "server/engine/base/field_checks.h"
#include "server/engine/machine/question_values.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kStatus = "status";
constexpr absl::string_view kPending = "status.pendingScale";

absl::optional<Instant> ReadTime(absl::string_view text, absl::string_view field, Findings& findings) {
  if (text.empty()) return absl::nullopt;
  return ReadInstantText(text, {kStatus, -1, field}, findings);
}

void KeepLater(absl::optional<Instant> time, absl::optional<Instant>& latest) {
  if (time.has_value()) latest = std::max(latest.value_or(*time), *time);
}

}  // namespace

LastScales ReadLastScales(const v1::ControlPlaneMachineSetAutoscalerStatus& status, absl::string_view size,
                          Findings& findings) {
  LastScales last;
  last.up = ReadTime(status.last_scale_up_time(), "lastScaleUpTime", findings);
  last.down = ReadTime(status.last_scale_down_time(), "lastScaleDownTime", findings);
  if (!status.has_pending_scale()) return last;
  const v1::AutoscalerPendingScale& pending = status.pending_scale();
  CheckWord(pending.direction(), {"Up", "Down"}, {kPending, -1, "direction"}, findings);
  const Instant time = ReadRequiredInstant(pending.time(), {kPending, -1, "time"}, findings);
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
