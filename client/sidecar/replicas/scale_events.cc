#include "client/sidecar/replicas/scale_events.h"

#include <algorithm>
#include <utility>

namespace cpsizer::sidecar {
namespace {

absl::Time TimeOf(const std::string& text) {
  absl::Time time;
  return absl::ParseTime(absl::RFC3339_full, text, &time, nullptr) ? time : absl::InfinitePast();
}

}  // namespace

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
