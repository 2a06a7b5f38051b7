#include "client/sidecar/control/holds.h"

#include <algorithm>
#include <utility>

namespace cpsizer::sidecar {

bool Holds::Hold(const std::string& key, const HoldCause& cause, const std::string& error, absl::Time now) {
  const auto [it, added] = held_.try_emplace(key, Held{cause, now});
  const HoldCause before = added ? HoldCause() : std::exchange(it->second.cause, cause);
  // While the shared cause of an object stays the same, Join() and Leave() are not called, so that the cause does not
  // end.
  const bool joins = before.shared != cause.shared;
  if (joins) Join(key, cause);
  NoteKind(cause, error);
  if (joins) Leave(before);
  if (before.reason == cause.reason) return !before.shared.empty() && cause.shared.empty();
  ++begun_[cause.reason];
  return true;
}

HoldCause Holds::Release(const std::string& key) {
  const auto it = held_.find(key);
  if (it == held_.end()) return {};
  HoldCause cause = std::move(it->second.cause);
  held_.erase(it);
  Leave(cause);
  return cause;
}

void Holds::Join(const std::string& key, const HoldCause& cause) {
  if (cause.shared.empty()) return;
  Shared& shared = shared_[cause.shared];
  shared.affected.insert(key);
  ++shared.count;
}

void Holds::NoteKind(const HoldCause& cause, const std::string& error) {
  if (cause.shared.empty()) return;
  absl::optional<std::string>& kind = shared_[cause.shared].kind;
  if (kind == cause.kind) return;
  kind = cause.kind;
  if (callbacks_.begins) callbacks_.begins(cause, error);
}

void Holds::Leave(const HoldCause& cause) {
  const auto it = shared_.find(cause.shared);
  if (it == shared_.end() || --it->second.count > 0) return;
  const size_t affected = it->second.affected.size();
  shared_.erase(it);
  if (callbacks_.ends) callbacks_.ends(cause, affected);
}

HoldCause Holds::CauseOf(const std::string& key) const {
  const auto it = held_.find(key);
  return it == held_.end() ? HoldCause() : it->second.cause;
}

std::map<std::string, HeldObjects> Holds::Count(absl::Time now) const {
  std::map<std::string, HeldObjects> counts;
  for (const auto& [key, held] : held_) {
    HeldObjects& ones = counts[held.cause.reason];
    ++ones.count;
    ones.longest = std::max(ones.longest, now - held.since);
  }
  return counts;
}

}  // namespace cpsizer::sidecar
