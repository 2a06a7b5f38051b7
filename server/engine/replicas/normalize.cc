#include "server/engine/replicas/normalize.h"

#include <algorithm>

#include "server/engine/replicas/limits_of_change.h"

namespace cpsizer {
namespace {

struct Stabilization {
  absl::string_view reason;  // the reason of the condition AbleToScale
  absl::string_view message;
};
constexpr Stabilization kReady = {"ReadyForNewScale", "recommended size matches current size"};
constexpr Stabilization kDownStabilized = {
    "ScaleDownStabilized",
    "recent recommendations were higher than current one, applying the highest recent recommendation"};
constexpr Stabilization kUpStabilized = {
    "ScaleUpStabilized",
    "recent recommendations were lower than current one, applying the lowest recent recommendation"};

void ReportStabilization(const Stabilization& what, int32_t desired, int32_t stabilized, AutoscalerReport& report) {
  report.SetCondition("AbleToScale", true, what.reason, what.message);
  report.AddStep(v1::REPLICAS_STEP_KIND_STABILIZATION, desired, stabilized, what.message);
}

int32_t ReportLimit(const LimitedReplicas& limited, int32_t stabilized, AutoscalerReport& report) {
  report.SetCondition("ScalingLimited", limited.replicas != stabilized, limited.why.reason, limited.why.message);
  report.AddStep(limited.why.step, stabilized, limited.replicas, limited.why.message);
  return limited.replicas;
}

// Implements section 13.1 of docs/reference/horizontal-pod-autoscaler.md for the legacy case: returns the highest
// recommendation in the window. A recommendation that is exactly as old as the window is included.
int32_t StabilizeLegacy(const ReplicasSettings& settings, int32_t desired, Instant now, ReplicaHistory& history) {
  const Instant cutoff = now - settings.downscale_window;
  const auto is_old = [&](const Recommendation& recommendation) { return recommendation.time < cutoff; };
  int32_t highest = desired;
  for (const Recommendation& recommendation : history.recommendations) {
    if (!is_old(recommendation)) highest = std::max(highest, recommendation.replicas);
  }
  RecordRecommendation({desired, now}, is_old, history.recommendations);
  return highest;
}

// Implements section 12.1: returns a number between the current and the desired number that all recommendations in the
// windows allow. A recommendation that is exactly as old as the window is not used, but is not yet old enough to be
// overwritten.
int32_t StabilizeByWindows(const ScalingBehavior& behavior, int32_t current, int32_t desired, Instant now,
                           ReplicaHistory& history) {
  const Instant up_cutoff = now - behavior.up.window;
  const Instant down_cutoff = now - behavior.down.window;
  int32_t lowest_up = desired;
  int32_t highest_down = desired;
  for (const Recommendation& recommendation : history.recommendations) {
    if (recommendation.time > up_cutoff) lowest_up = std::min(lowest_up, recommendation.replicas);
    if (recommendation.time > down_cutoff) highest_down = std::max(highest_down, recommendation.replicas);
  }
  const auto is_old = [&](const Recommendation& recommendation) {
    return recommendation.time < up_cutoff && recommendation.time < down_cutoff;
  };
  RecordRecommendation({desired, now}, is_old, history.recommendations);
  return std::min(std::max(current, lowest_up), highest_down);
}

}  // namespace

int32_t NormalizeLegacy(const ScalingSpec& spec, const ReplicasSettings& settings, int32_t current, int32_t desired,
                        Instant now, ReplicaHistory& history, AutoscalerReport& report) {
  const int32_t stabilized = StabilizeLegacy(settings, desired, now, history);
  ReportStabilization(stabilized == desired ? kReady : kDownStabilized, desired, stabilized, report);
  return ReportLimit(LimitLegacy(spec, current, stabilized), stabilized, report);
}

int32_t NormalizeWithBehavior(const ScalingSpec& spec, int32_t current, int32_t desired, Instant now,
                              ReplicaHistory& history, AutoscalerReport& report) {
  const int32_t stabilized = StabilizeByWindows(*spec.behavior, current, desired, now, history);
  const Stabilization& what = stabilized == desired ? kReady : desired >= current ? kUpStabilized : kDownStabilized;
  ReportStabilization(what, desired, stabilized, report);
  return ReportLimit(LimitByBehavior(spec, history, current, stabilized, now), stabilized, report);
}

}  // namespace cpsizer
