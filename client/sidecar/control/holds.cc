#include "client/sidecar/control/holds.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/sidecar/control/hold_reasons.h"

namespace cpsizer::sidecar {
namespace {

struct CauseLines {
  const char* begins;
  const char* ends;
  std::string api = "";
};

CauseLines LinesOf(const HoldCause& cause) {
  if (cause.shared == kService) return {"service call failed", "the service responds again"};
  if (cause.shared == kConfigurationCause) {
    return {"the configuration is incomplete", "the configuration is complete again"};
  }
  return {"an API is unavailable", "the API is available again", cause.shared};
}

}  // namespace

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

Holds::Callbacks LogSharedCauses(const Log& log, const std::string& what, const std::string& objects) {
  Holds::Callbacks callbacks;
  callbacks.begins = [log, what](const HoldCause& cause, const std::string& error) {
    // Logs nothing here, because an unusable configuration has its own log line.
    if (cause.shared == kUnusableConfiguration) return;
    const CauseLines lines = LinesOf(cause);
    log(LogLevel::kWarn, absl::StrCat(lines.begins, "; ", what, " stay as they are"),
        WithoutEmpty({{"api", lines.api}, {"reason", cause.reason}, {"error", error}}));
  };
  callbacks.ends = [log, objects](const HoldCause& cause, size_t affected) {
    if (cause.shared == kUnusableConfiguration) return;
    const CauseLines lines = LinesOf(cause);
    log(LogLevel::kInfo, lines.ends, WithoutEmpty({{"api", lines.api}, {objects, absl::StrCat(affected)}}));
  };
  return callbacks;
}

}  // namespace cpsizer::sidecar
