#ifndef CPSIZER_SERVER_ENGINE_MACHINE_LAST_SCALES_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_LAST_SCALES_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"
#include "server/engine/machine/validate/control_plane_autoscaler.h"

namespace cpsizer {

// The time of the last change of the size in each direction; absent if there was no change.
struct LastScales {
  absl::optional<Instant> up;
  absl::optional<Instant> down;
};

// Reads the status of an autoscaler, and warns about times after `now`. `size` is the name of the current size. A
// pending change is treated as a change, unless `size` is still the size before the pending change.
LastScales ReadLastScales(const v1::ControlPlaneMachineSetAutoscalerStatus& status, absl::string_view size, Instant now,
                          Findings& findings);

// Returns the time until which the last changes block both directions; absent if there was no change. A change in the
// future is treated as a change at `now`.
absl::optional<Instant> CooldownEnd(const LastScales& last, const ControlPlaneAutoscaler& autoscaler, Instant now);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_LAST_SCALES_H_
