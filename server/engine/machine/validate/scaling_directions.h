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
// The default of an absent delay.
inline constexpr int64_t kDefaultScalingDelay = 120 * kNanosOfAMinute;

enum class TriggerType : uint8_t { kCpu, kMemory, kPrometheus };

// A trigger of one direction.
struct MachineTrigger {
  TriggerType type = TriggerType::kCpu;
  // The threshold of a CPU or memory trigger, percent in billionths, and its window, nanoseconds.
  Nanos percent = 0;
  int64_t window = 0;
  PrometheusTrigger prometheus;
};

// One direction. It is on if it is enabled and has triggers.
struct ScalingDirection {
  bool enabled = false;
  // Delay in nanoseconds.
  int64_t delay = kDefaultScalingDelay;
  // True if all triggers have to be met, false if any.
  bool all = false;
  std::vector<MachineTrigger> triggers;
};

// The field names of one direction.
struct DirectionNames {
  absl::string_view path;   // `spec.scaleUp`
  absl::string_view delay;  // `scaleUpDelay`
  bool down;
};
inline constexpr DirectionNames kScaleUp = {"spec.scaleUp", "scaleUpDelay", false};
inline constexpr DirectionNames kScaleDown = {"spec.scaleDown", "scaleDownDelay", true};

// Reads one direction; also the triggers of one that is off. `sample_interval` is the interval between measurements
// of usage, in nanoseconds: a window has at least two intervals. Source: section 3 of
// docs/reference/machine-autoscaler.md.
ScalingDirection ReadDirection(const v1::AutoscalerScalingDefinition& definition, const DirectionNames& names,
                               int64_t sample_interval, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_VALIDATE_SCALING_DIRECTIONS_H_
