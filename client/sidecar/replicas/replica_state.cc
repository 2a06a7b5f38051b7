#include "client/sidecar/replicas/replica_state.h"

#include <algorithm>
#include <utility>

#include "client/sidecar/control/status_fields.h"

namespace cpsizer::sidecar {
namespace {

// The largest number of rescales in a request to the service.
constexpr int kMaxUnreportedRescales = 1'000;

}  // namespace

void ReplicaState::NoteRealRescale(const v1::HorizontalPodAutoscaler& object, int32_t replicas, absl::Time wall_time) {
  absl::optional<v1::ReplicasRescale> rescale =
      rescales.Observe(replicas, object.status().last_scale_time(), wall_time);
  if (!rescale.has_value()) return;
  // The oldest rescale can be dropped: policies use at most the last half hour, and the number of rescales in half an
  // hour is lower than this limit.
  if (observed.size() == kMaxUnreportedRescales) observed.erase(observed.begin());
  observed.push_back(*std::move(rescale));
}

void ReplicaState::AddTo(v1::RecommendReplicasRequest& request, bool observe_only) const {
  if (history.has_value()) *request.mutable_history() = *history;
  request.mutable_observed_rescales()->Add(observed.begin(), observed.end());
  request.set_observe_only(observe_only);
}

void ReplicaState::RecordDecision(const v1::RecommendReplicasRequest& request,
                                  const v1::RecommendReplicasResponse& answer, bool write_failed) {
  // A history cannot begin without a scale.
  if (!request.has_scale() && !request.has_history()) return;
  v1::ReplicasHistory after = answer.history();
  if (write_failed) {
    *after.mutable_scale_up_events() = request.history().scale_up_events();
    *after.mutable_scale_down_events() = request.history().scale_down_events();
  }
  history = std::move(after);
  observed.clear();
}

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
