#include "client/replicas/discovery.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "client/kube/http/url.h"
#include "client/kube/resource_path.h"
#include "client/replicas/limits.h"

namespace cpsizer::replicas {

bool Discovery::IsFresh(const Entry& entry, const std::string& kind, absl::Time now) {
  const absl::Duration age = now - entry.loaded;
  if (age >= kDiscoveryAge) return false;
  const bool found = kind.empty() ? !entry.group.versions.empty() : !entry.group.ResourcesOf(kind).empty();
  return found || age < kMissingKindAge;
}

void Discovery::Find(const std::string& group, const std::string& kind, OnGroup done) {
  FindGroup({group, /*whole=*/true}, kind, std::move(done));
}

void Discovery::FindGroup(const Key& key, const std::string& kind, OnGroup done) {
  const auto known = groups_.find(key);
  if (known != groups_.end() && !known->second->loading && IsFresh(*known->second, kind, loop_.now())) {
    // Makes a copy, because `done` may call Find() again.
    const absl::StatusOr<ApiGroup> answer = known->second->group;
    return done(answer);
  }
  // Removes all loaded groups when the limit is reached, because autoscalers can refer to any number of groups.
  if (known == groups_.end() && groups_.size() >= kMaxKnownGroups) {
    absl::erase_if(groups_, [](const auto& entry) { return !entry.second->loading; });
  }
  std::unique_ptr<Entry>& entry = groups_[key];
  if (entry == nullptr) entry = std::make_unique<Entry>();
  entry->waiting.push_back(std::move(done));
  if (std::exchange(entry->loading, true)) return;
  Get(GroupPath(key.group), [this, key](const absl::StatusOr<tree::Node>& answer) { TakeGroup(key, answer); });
}

void Discovery::TakeGroup(const Key& key, const absl::StatusOr<tree::Node>& answer) {
  if (!answer.ok() && !absl::IsNotFound(answer.status())) return Finish(key, answer.status());
  Entry& entry = *groups_.at(key);
  entry.group = ReadApiGroup(key.group, answer.ok() ? *answer : tree::Node());
  entry.not_loaded = absl::OkStatus();
  entry.missing = key.whole ? entry.group.versions.size() : 0;
  if (entry.missing == 0) return Finish(key, absl::OkStatus());
  const std::vector<std::string> versions = entry.group.versions;
  for (size_t i = 0; i < versions.size(); ++i) {
    Get(absl::StrCat(GroupPath(key.group), "/", kube::PercentEncoded(versions[i])),
        [this, key, i](const absl::StatusOr<tree::Node>& got) { TakeVersion(key, i, got); });
  }
}

// A version that cannot be read is left out, as in client-go. The result is an error only if a version cannot be read
// and the other versions have no resources.
void Discovery::TakeVersion(const Key& key, size_t place, const absl::StatusOr<tree::Node>& answer) {
  Entry& entry = *groups_.at(key);
  if (answer.ok()) {
    AddServed(entry.group.versions[place], *answer, entry.group);
  } else {
    entry.not_loaded.Update(answer.status());
  }
  if (--entry.missing > 0) return;
  entry.group.SortServed();
  Finish(key, entry.group.served.empty() ? entry.not_loaded : absl::OkStatus());
}

void Discovery::Finish(const Key& key, const absl::Status& status) {
  Entry& entry = *groups_.at(key);
  entry.loading = false;
  entry.loaded = status.ok() ? loop_.now() : absl::InfinitePast();
  const absl::StatusOr<ApiGroup> answer = status.ok() ? absl::StatusOr<ApiGroup>(entry.group) : status;
  for (const OnGroup& done : std::exchange(entry.waiting, {})) done(answer);
}

void Discovery::Get(const std::string& path, kube::ApiClient::OnAnswer answer) {
  client_.Send(kube::GetRequest(path, kMaxDiscoveryBytes, kApiTimeout),
               [alive = alive_, answer = std::move(answer)](const absl::StatusOr<tree::Node>& got) {
                 if (*alive) answer(got);
               });
}

}  // namespace cpsizer::replicas
