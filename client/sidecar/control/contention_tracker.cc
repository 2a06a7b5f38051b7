#include "client/sidecar/control/contention_tracker.h"

#include <algorithm>

namespace cpsizer::sidecar {

bool ContentionTracker::Changed(const std::string& key, absl::string_view what, absl::Time now) {
  Contention& contention = objects_[key][std::string(what)];
  auto& changes = contention.changes;
  while (!changes.empty() && changes.front() + rule_.window < now) changes.erase(changes.begin());
  changes.push_back(now);
  if (changes.size() < static_cast<size_t>(rule_.rounds)) return false;
  changes.clear();
  const bool begins = contention.until <= now;
  contention.until = now + rule_.lasts;
  return begins;
}

bool ContentionTracker::Ended(const std::string& key, absl::string_view what, absl::Time now) {
  const absl::Time until = Until(key, what);
  if (until == absl::InfinitePast() || until > now) return false;
  objects_[key].erase(std::string(what));
  return true;
}

absl::Time ContentionTracker::Until(const std::string& key, absl::string_view what) const {
  const auto object = objects_.find(key);
  if (object == objects_.end()) return absl::InfinitePast();
  const auto contention = object->second.find(what);
  return contention == object->second.end() ? absl::InfinitePast() : contention->second.until;
}

size_t ContentionTracker::Count(absl::Time now) const {
  return static_cast<size_t>(std::count_if(objects_.begin(), objects_.end(), [now](const auto& object) {
    return std::any_of(object.second.begin(), object.second.end(),
                       [now](const auto& contention) { return contention.second.until > now; });
  }));
}

}  // namespace cpsizer::sidecar
