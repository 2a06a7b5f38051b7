#include "client/sidecar/control/periodic_queue.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cpsizer::sidecar {
namespace {

constexpr absl::Duration kFirstRetry = absl::Milliseconds(500);
constexpr int kMostDoublings = 20;
// A turn is in time if its delay is at most this fraction of the period.
constexpr double kTolerance = 0.1;

}  // namespace

void PeriodicQueue::Queue(const std::string& key, Object& object, absl::Time due, absl::Duration grace) {
  object.place = {due, ++places_};
  object.grace = grace;
  object.waits = true;
  object.again = false;
  object.delayed = false;
  waiting_.emplace(object.place, key);
}

void PeriodicQueue::Add(const std::string& key, absl::Time now) {
  const auto [it, added] = objects_.try_emplace(key);
  if (added) return Queue(key, it->second, now, period_);
  if (it->second.removed) it->second.again = true;
  it->second.removed = false;
}

void PeriodicQueue::Remove(const std::string& key) {
  const auto it = objects_.find(key);
  if (it == objects_.end()) return;
  it->second.removed = true;
  if (!it->second.waits) return;
  waiting_.erase(it->second.place);
  objects_.erase(it);
  if (objects_.empty()) overrun_ = absl::ZeroDuration();
}

PeriodicQueue::Object* PeriodicQueue::Ended(const std::string& key) {
  const auto it = objects_.find(key);
  if (it == objects_.end() || it->second.waits) return nullptr;
  if (!it->second.removed) return &it->second;
  objects_.erase(it);
  return nullptr;
}

void PeriodicQueue::Restart(absl::Time now) {
  for (auto& [key, object] : objects_) object.again = !object.waits;
  for (auto& [place, key] : std::exchange(waiting_, {})) Queue(key, objects_[key], now, period_);
  differs_since_ = absl::InfiniteFuture();
}

absl::optional<std::string> PeriodicQueue::Take(absl::Time now) {
  if (NextDue() > now) return absl::nullopt;
  const auto first = waiting_.begin();
  std::string key = std::move(first->second);
  waiting_.erase(first);
  Object& object = objects_[key];
  object.waits = false;
  NoteLateness(now - object.place.first - object.grace, now);
  return key;
}

void PeriodicQueue::NoteLateness(absl::Duration late, absl::Time now) {
  overrun_ = std::max(late, absl::ZeroDuration());
  const bool is_late = overrun_ > period_ * kTolerance;
  if (is_late == overruns_) {
    differs_since_ = absl::InfiniteFuture();
    return;
  }
  differs_since_ = std::min(differs_since_, now);
  if (now - differs_since_ < period_) return;
  overruns_ = is_late;
  differs_since_ = absl::InfiniteFuture();
}

void PeriodicQueue::End(const std::string& key, absl::Time now) {
  Object* const object = Ended(key);
  if (object == nullptr) return;
  object->retries = 0;
  object->again ? Queue(key, *object, now, period_) : Queue(key, *object, now + period_, absl::ZeroDuration());
}

void PeriodicQueue::EndAndRetry(const std::string& key, absl::Time now) {
  Object* const object = Ended(key);
  if (object == nullptr) return;
  const int doublings = std::min(object->retries++, kMostDoublings);
  const absl::Duration wait = std::min(kFirstRetry * (int64_t{1} << doublings), period_);
  Queue(key, *object, now + wait, period_ - wait);
}

void PeriodicQueue::EndAndWait(const std::string& key, absl::Time now, absl::Duration wait) {
  Object* const object = Ended(key);
  if (object == nullptr) return;
  object->retries = 0;
  if (object->again) return Queue(key, *object, now, period_);
  Queue(key, *object, now + std::max(wait, period_), absl::ZeroDuration());
  object->delayed = true;
}

void PeriodicQueue::Hasten(const std::string& key, absl::Time now) {
  const auto it = objects_.find(key);
  if (it == objects_.end() || !it->second.waits || !it->second.delayed) return;
  waiting_.erase(it->second.place);
  Queue(key, it->second, now, period_);
}

void PeriodicQueue::Advance(const std::string& key, absl::Time now) {
  const auto it = objects_.find(key);
  if (it == objects_.end()) return;
  Object& object = it->second;
  if (!object.waits) {
    object.again = true;
  } else if (object.place.first > now) {
    waiting_.erase(object.place);
    Queue(key, object, now, period_);
  }
}

void PeriodicQueue::Requeue(const std::string& key) {
  Object* const object = Ended(key);
  if (object == nullptr) return;
  object->waits = true;
  object->again = false;  // not necessary: the object is due immediately
  waiting_.emplace(object->place, key);
}

absl::Time PeriodicQueue::NextDue() const {
  return waiting_.empty() ? absl::InfiniteFuture() : waiting_.begin()->first.first;
}

size_t PeriodicQueue::Overdue(absl::Time now) const {
  const auto end = waiting_.upper_bound({now, places_});
  return static_cast<size_t>(std::distance(waiting_.begin(), end));
}

}  // namespace cpsizer::sidecar
