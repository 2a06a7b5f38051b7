#include "client/history/transitions/fleet_transitions.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/string_view.h"

namespace cpsizer::history {

uint32_t FleetTransitions::AddCluster(TransitionCluster cluster) {
  const auto number = static_cast<uint32_t>(clusters_.size());
  clusters_.push_back({std::move(cluster)});
  if (clusters_.back().settings.last_transition.has_value()) AddToWindow(number);
  return number;
}

void FleetTransitions::SetWanted(uint32_t cluster, int size, absl::Time now) {
  MarkChanged(cluster, now);
  clusters_[cluster].wanted = size;
}

void FleetTransitions::PauseUntil(uint32_t cluster, absl::Time until, absl::Time now) {
  MarkChanged(cluster, now);
  clusters_[cluster].settings.paused_until = until;
}

void FleetTransitions::MarkChanged(uint32_t cluster, absl::Time now) {
  for (absl::Time next = NextEvent(); next < now; next = NextEvent()) Step(next);
  clock_ = now;
  if (clusters_[cluster].changed) return;
  clusters_[cluster].changed = true;
  changed_.push_back(cluster);
}

void FleetTransitions::AdvanceTo(absl::Time now, std::vector<Transition>& done) {
  for (absl::Time next = NextEvent(); next <= now && next < absl::InfiniteFuture(); next = NextEvent()) Step(next);
  clock_ = now;
  done.insert(done.end(), done_.begin(), done_.end());
  done_.clear();
}

absl::Time FleetTransitions::NextEvent() const {
  if (!changed_.empty()) return clock_;
  absl::Time next = due_.empty() ? absl::InfiniteFuture() : due_.begin()->first;
  // With a limit of 0, no cluster that leaves the window makes place for another one.
  if (limited_.empty() || window_.empty() || rules_.limit <= 0) return next;
  return std::min(next, window_.begin()->first + rules_.sliding_window);
}

void FleetTransitions::Step(absl::Time now) {
  clock_ = now;
  while (!window_.empty() && window_.begin()->first + rules_.sliding_window <= now) window_.erase(window_.begin());
  std::vector<uint32_t> ready;
  for (const uint32_t cluster : changed_) {
    clusters_[cluster].changed = false;
    Check(cluster, now, ready);
  }
  changed_.clear();
  // Check() adds a cluster to due_ only with a time after `now`.
  while (!due_.empty() && due_.begin()->first <= now) Check(due_.begin()->second, now, ready);
  Grant(std::move(ready), now);
}

void FleetTransitions::Check(uint32_t cluster, absl::Time now, std::vector<uint32_t>& ready) {
  StopWaiting(cluster);
  Cluster& state = clusters_[cluster];
  if (state.settings.paused_until > now) return SetDue(cluster, state.settings.paused_until);
  if (state.wanted == kNoSize) return;
  if (state.wanted == state.settings.size) {
    state.required = kNoSize;
    return;
  }
  const absl::Time start = state.required == state.wanted
                               ? state.required_since
                               : state.settings.last_transition.value_or(absl::InfinitePast());
  if (now - start < DelayOf(state) && !rules_.immediate) return Wait(cluster, now);
  ready.push_back(cluster);
}

void FleetTransitions::Grant(std::vector<uint32_t> ready, absl::Time now) {
  // Two clusters with the same name are ordered by their numbers.
  using Order = std::pair<absl::string_view, uint32_t>;
  const auto order = [this](uint32_t cluster) { return Order(clusters_[cluster].settings.name, cluster); };
  std::sort(ready.begin(), ready.end(), [&order](uint32_t a, uint32_t b) { return order(a) < order(b); });
  size_t next = 0;
  while (true) {
    // A transition never makes place for another one at the same instant, so the clusters of limited_ that come after
    // the last place keep waiting.
    const bool is_limited = LimitReached();
    const bool take_limited =
        !is_limited && !limited_.empty() && (next == ready.size() || Order(*limited_.begin()) < order(ready[next]));
    if (!take_limited && next == ready.size()) return;
    const uint32_t cluster = take_limited ? limited_.begin()->second : ready[next++];
    if (is_limited && clusters_[cluster].settings.scheduled && !rules_.immediate) {
      Wait(cluster, now);
    } else {
      Move(cluster, now);
    }
  }
}

void FleetTransitions::Move(uint32_t cluster, absl::Time now) {
  StopWaiting(cluster);
  Cluster& state = clusters_[cluster];
  done_.push_back({now, cluster, state.settings.size, state.wanted});
  if (state.settings.last_transition.has_value()) window_.erase({*state.settings.last_transition, cluster});
  state.settings.size = state.wanted;
  state.settings.last_transition = now;
  state.required = kNoSize;
  AddToWindow(cluster);
}

void FleetTransitions::Wait(uint32_t cluster, absl::Time now) {
  Cluster& state = clusters_[cluster];
  if (state.required != state.wanted) {
    state.required = state.wanted;
    state.required_since = now;
  }
  const absl::Time end_of_delay = state.required_since + DelayOf(state);
  if (end_of_delay > now) return SetDue(cluster, end_of_delay);
  state.limited = true;
  limited_.emplace(state.settings.name, cluster);
}

void FleetTransitions::SetDue(uint32_t cluster, absl::Time due) {
  if (due == absl::InfiniteFuture()) return;
  clusters_[cluster].due = due;
  due_.emplace(due, cluster);
}

void FleetTransitions::StopWaiting(uint32_t cluster) {
  Cluster& state = clusters_[cluster];
  if (state.due != absl::InfiniteFuture()) due_.erase({state.due, cluster});
  state.due = absl::InfiniteFuture();
  if (state.limited) limited_.erase({state.settings.name, cluster});
  state.limited = false;
}

void FleetTransitions::AddToWindow(uint32_t cluster) {
  const absl::Time time = *clusters_[cluster].settings.last_transition;
  if (time + rules_.sliding_window > clock_) window_.emplace(time, cluster);
}

absl::Duration FleetTransitions::DelayOf(const Cluster& cluster) const {
  const int size = cluster.settings.size;
  const int64_t from = size == kNoSize ? 0 : rules_.criteria_from[size];
  return from < rules_.criteria_from[cluster.wanted] ? rules_.increase_delay : rules_.decrease_delay;
}

}  // namespace cpsizer::history
