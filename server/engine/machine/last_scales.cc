#include "server/engine/machine/last_scales.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "server/engine/base/field_checks.h"
#include "server/engine/base/read_quantity.h"
#include "server/engine/base/read_time.h"
#include "server/engine/base/text.h"

namespace cpsizer {
namespace {

constexpr absl::string_view kStatus = "status";
constexpr absl::string_view kPending = "status.pendingScale";

void KeepLater(absl::optional<Instant> time, absl::optional<Instant>& latest) {
  if (time.has_value()) latest = std::max(latest.value_or(*time), *time);
}

void WarnIfInFuture(absl::optional<Instant> time, absl::string_view text, const FieldPath& path, Instant now,
                    Findings& findings) {
  if (!time.has_value() || *time <= now) return;
  findings.Add(Rule::kLastScaleInFuture, path.ToString(), text,
               absl::StrCat(Quoted(text), " is in the future; the change is treated as a change now"));
}

// Returns the time of the last change in one direction.
absl::optional<Instant> ReadLast(absl::string_view text, absl::string_view field, Instant now, Findings& findings) {
  const FieldPath path = {kStatus, -1, field};
  const absl::optional<Instant> time = ReadInstantIfThere(text, path, findings);
  WarnIfInFuture(time, text, path, now, findings);
  return time;
}

}  // namespace

LastScales ReadLastScales(const v1::ControlPlaneMachineSetAutoscalerStatus& status, absl::string_view size, Instant now,
                          Findings& findings) {
  LastScales last;
  last.up = ReadLast(status.last_scale_up_time(), "lastScaleUpTime", now, findings);
  last.down = ReadLast(status.last_scale_down_time(), "lastScaleDownTime", now, findings);
  if (!status.has_pending_scale()) return last;
  const v1::AutoscalerPendingScale& pending = status.pending_scale();
  CheckWord(pending.direction(), {"Up", "Down"}, {kPending, -1, "direction"}, findings);
  const Instant time = ReadRequiredInstant(pending.time(), FieldPath{kPending, -1, "time"}, findings);
  if (pending.from() == size) return last;
  WarnIfInFuture(time, pending.time(), {kPending, -1, "time"}, now, findings);
  KeepLater(time, pending.direction() == "Up" ? last.up : last.down);
  return last;
}

absl::optional<Instant> CooldownEnd(const LastScales& last, const ControlPlaneAutoscaler& autoscaler, Instant now) {
  absl::optional<Instant> end;
  if (last.up.has_value()) end = std::min(*last.up, now) + autoscaler.up.delay;
  if (last.down.has_value()) KeepLater(std::min(*last.down, now) + autoscaler.down.delay, end);
  return end;
}

}  // namespace cpsizer
