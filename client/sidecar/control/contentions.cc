#include "client/sidecar/control/contentions.h"

#include <algorithm>

namespace cpsizer::sidecar {

bool Contentions::Changed(const std::string& key, absl::string_view what, absl::Time now) {
  Thing& thing = objects_[key][std::string(what)];
  auto& changes = thing.changes;
  while (!changes.empty() && changes.front() + rule_.window < now) changes.erase(changes.begin());
  changes.push_back(now);
  if (changes.size() < static_cast<size_t>(rule_.rounds)) return false;
  changes.clear();
  const bool begins = thing.until <= now;
  thing.until = now + rule_.lasts;
  return begins;
}

bool Contentions::Ended(const std::string& key, absl::string_view what, absl::Time now) {
  const absl::Time until = Until(key, what);
  if (until == absl::InfinitePast() || until > now) return false;
  objects_[key].erase(std::string(what));
  return true;
}

absl::Time Contentions::Until(const std::string& key, absl::string_view what) const {
  const auto object = objects_.find(key);
  if (object == objects_.end()) return absl::InfinitePast();
  const auto thing = object->second.find(what);
  return thing == object->second.end() ? absl::InfinitePast() : thing->second.until;
}

size_t Contentions::Count(absl::Time now) const {
  return static_cast<size_t>(std::count_if(objects_.begin(), objects_.end(), [now](const auto& object) {
    return std::any_of(object.second.begin(), object.second.end(),
                       [now](const auto& thing) { return thing.second.until > now; });
  }));
}

}  // namespace cpsizer::sidecar
