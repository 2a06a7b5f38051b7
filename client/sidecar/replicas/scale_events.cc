#include "client/sidecar/replicas/scale_events.h"

#include <algorithm>
#include <utility>

#include "client/sidecar/control/status_fields.h"

namespace cpsizer::sidecar {
namespace {

// Of the policies that the API server gives a direction which names none.
constexpr int32_t kDefaultPeriodSeconds = 15;

absl::Duration LongestPeriod(const v1::HPAScalingRules& rules) {
  int32_t longest = rules.policies().empty() ? kDefaultPeriodSeconds : 0;
  for (const v1::HPAScalingPolicy& policy : rules.policies()) longest = std::max(longest, policy.period_seconds());
  return absl::Seconds(longest);
}

}  // namespace

void NoteRescale(const v1::HorizontalPodAutoscalerSpec& spec, const Rescale& rescale, v1::ReplicasHistory& history) {
  if (!spec.has_behavior() || rescale.from == rescale.to) return;
  const bool up = rescale.to > rescale.from;
  auto& events = up ? *history.mutable_scale_up_events() : *history.mutable_scale_down_events();
  const absl::Time cutoff =
      rescale.when - LongestPeriod(up ? spec.behavior().scale_up() : spec.behavior().scale_down());
  v1::ReplicasScaleEvent* place = nullptr;
  for (v1::ReplicasScaleEvent& event : events) {
    if (TimeOf(event.time()) < cutoff) event.set_outdated(true);
    if (event.outdated()) place = &event;
  }
  if (place == nullptr) place = events.Add();
  place->set_change(up ? rescale.to - rescale.from : rescale.from - rescale.to);
  place->set_time(TimeText(rescale.when));
  place->set_outdated(false);
}

bool RescaleWatch::Look(int32_t replicas, const std::string& last_scale_time, absl::Time now, Rescale& rescale) {
  const bool changed = std::exchange(looked_, true) && replicas != replicas_;
  const bool told = last_scale_time != last_scale_time_;
  if (changed && !told && !std::exchange(unexplained_, true)) return false;  // the next look knows more
  if (changed && told) {
    rescale.from = replicas_;
    rescale.to = replicas;
    rescale.when = std::min(TimeOf(last_scale_time), now);
    if (rescale.when == absl::InfinitePast()) rescale.when = now;
  }
  unexplained_ = false;
  replicas_ = replicas;
  last_scale_time_ = last_scale_time;
  return changed && told;
}

}  // namespace cpsizer::sidecar
