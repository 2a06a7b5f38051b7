#ifndef CPSIZER_SERVER_ENGINE_MACHINE_LAST_SCALES_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_LAST_SCALES_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/base/instant.h"
#include "server/engine/machine/validate/control_plane_autoscaler.h"

namespace cpsizer {

// When the size last changed in each direction; absent for never.
struct LastScales {
  absl::optional<Instant> up;
  absl::optional<Instant> down;
};

// Reads the status of an autoscaler, and warns about times after `now`. A pending change counts as a change unless the
// size is still the one from which it was about to change: `size` is the present one in words.
LastScales ReadLastScales(const v1::ControlPlaneMachineSetAutoscalerStatus& status, absl::string_view size, Instant now,
                          Findings& findings);

// Returns the time until which the last changes block both directions; absent if there was none. A change in the
// future counts as one now.
absl::optional<Instant> CooldownEnd(const LastScales& last, const ControlPlaneAutoscaler& autoscaler, Instant now);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_LAST_SCALES_H_
