#include "server/rpc/health_state.h"

namespace cpsizer::server {

Health HealthState::health() const {
  const std::lock_guard lock(mutex_);
  return HealthOf(true);
}

Health HealthState::HealthOf(bool known) const {
  if (!known) return Health::kServiceUnknown;
  return serving_ ? Health::kServing : Health::kNotServing;
}

void HealthState::SetNotServing() {
  const std::lock_guard lock(mutex_);
  serving_ = false;
  // Proceed() removes no watch here, so the iterators remain valid.
  for (auto place = watches_.begin(); place != watches_.end(); ++place) {
    if (!place->second.sending) Proceed(place);
  }
}

void HealthState::Add(HealthWatcher& watcher, bool known) {
  const std::lock_guard lock(mutex_);
  if (closed_) return watcher.End(WatchEnd::kClosed);
  if (watches_.size() >= max_watchers_) return watcher.End(WatchEnd::kTooMany);
  const auto place = watches_.emplace(&watcher, Watch{.known = known}).first;
  Send(place, HealthOf(known));
}

void HealthState::FinishSend(HealthWatcher& watcher, bool arrived) {
  const std::lock_guard lock(mutex_);
  const auto place = watches_.find(&watcher);
  if (place == watches_.end()) return;
  place->second.sending = false;
  if (!arrived) place->second.left = true;
  Proceed(place);
}

void HealthState::Leave(HealthWatcher& watcher) {
  const std::lock_guard lock(mutex_);
  const auto place = watches_.find(&watcher);
  if (place == watches_.end()) return;
  place->second.left = true;
  if (!place->second.sending) Proceed(place);
}

void HealthState::Close(std::chrono::nanoseconds timeout) {
  std::unique_lock lock(mutex_);
  closed_ = true;
  for (auto place = watches_.begin(); place != watches_.end();) {
    const auto next = place++;
    if (!next->second.sending) Proceed(next);
  }
  if (ended_.wait_for(lock, timeout, [this] { return watches_.empty(); })) return;
  for (const auto& [watcher, watch] : watches_) watcher->Abandon();
}

void HealthState::Proceed(Watches::iterator place) {
  const Watch& watch = place->second;
  if (closed_ || watch.left) {
    HealthWatcher* const watcher = place->first;
    const WatchEnd end = closed_ ? WatchEnd::kClosed : WatchEnd::kLeft;
    watches_.erase(place);
    ended_.notify_all();
    return watcher->End(end);
  }
  const Health health = HealthOf(watch.known);
  if (health != watch.sent) Send(place, health);
}

void HealthState::Send(Watches::iterator place, Health health) {
  place->second.sending = true;
  place->second.sent = health;
  place->first->Send(health);
}

}  // namespace cpsizer::server
