#ifndef CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_SCALING_DIRECTIONS_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_SCALING_DIRECTIONS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/quantity.h"
#include "cpsizer/v1/control_plane_machine_set_autoscaler.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/machine/validate/prometheus_trigger.h"

namespace cpsizer {

inline constexpr int64_t kNanosOfASecond = 1'000'000'000;
inline constexpr int64_t kNanosOfAMinute = 60 * kNanosOfASecond;
// The default of the delay.
inline constexpr int64_t kDefaultScalingDelay = 120 * kNanosOfAMinute;

enum class TriggerType : uint8_t { kCpu, kMemory, kPrometheus };

// A trigger of one direction.
struct MachineTrigger {
  TriggerType type = TriggerType::kCpu;
  // For a CPU or memory trigger: the threshold in billionths of 1 %, and the window in nanoseconds.
  Nanos percent = 0;
  int64_t window = 0;
  PrometheusTrigger prometheus;
};

// One direction. `enabled` is false if the direction is disabled or has no triggers.
struct ScalingDirection {
  bool enabled = false;
  // The delay in nanoseconds.
  int64_t delay = kDefaultScalingDelay;
  // True if all triggers must be met; false if one trigger is enough.
  bool all = false;
  std::vector<MachineTrigger> triggers;
};

// The names of the fields of one direction.
struct DirectionNames {
  absl::string_view path;   // example: `spec.scaleUp`
  absl::string_view delay;  // example: `scaleUpDelay`
  bool down;
};
inline constexpr DirectionNames kScaleUp = {"spec.scaleUp", "scaleUpDelay", false};
inline constexpr DirectionNames kScaleDown = {"spec.scaleDown", "scaleDownDelay", true};

// Reads one direction. The triggers are read even if the direction is disabled. `sample_interval` is the interval
// between measurements of usage, in nanoseconds: a window must have at least two intervals. Source: section 3 of
// docs/reference/machine-autoscaler.md.
ScalingDirection ReadDirection(const v1::AutoscalerScalingDefinition& definition, const DirectionNames& names,
                               int64_t sample_interval, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_SCALING_DIRECTIONS_H_
