#include "client/sidecar/replicas/rescale_watch.h"

#include <algorithm>
#include <utility>

#include "client/sidecar/control/status_fields.h"

namespace cpsizer::sidecar {

absl::optional<v1::ReplicasRescale> RescaleWatch::Observe(int32_t replicas, const std::string& last_scale_time,
                                                          absl::Time now) {
  const bool changed = std::exchange(observed_, true) && replicas != replicas_;
  const bool explained = last_scale_time != last_scale_time_;
  // The next observation will show whether kube-controller-manager made the change.
  if (changed && !explained && !std::exchange(unexplained_, true)) return absl::nullopt;
  absl::optional<v1::ReplicasRescale> rescale;
  if (changed && explained) {
    absl::Time when = std::min(TimeOf(last_scale_time), now);
    if (when == absl::InfinitePast()) when = now;
    rescale.emplace();
    rescale->set_from_replicas(replicas_);
    rescale->set_to_replicas(replicas);
    rescale->set_time(TimeText(when));
  }
  unexplained_ = false;
  replicas_ = replicas;
  last_scale_time_ = last_scale_time;
  return rescale;
}

}  // namespace cpsizer::sidecar
