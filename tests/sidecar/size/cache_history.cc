#include "tests/sidecar/size/cache_history.h"

#include <algorithm>

#include "tests/testing/fake_api/fake_api_store.h"

namespace cpsizer::sidecar {

CacheHistory::Moment CacheHistory::Record(ClusterCache& cache) {
  const std::lock_guard lock(mutex_);
  changed_ = false;
  RecordStore(cache.clusters(), collections_[testing::HostedClusters().Collection()]);
  RecordStore(cache.vpas(), collections_[testing::VerticalPodAutoscalers().Collection()]);
  RecordStore(cache.configurations(), collections_[testing::ClusterSizingConfigurations().Collection()]);
  return moment_;
}

template <typename T>
void CacheHistory::RecordStore(const Store<T>& store, Histories& histories) {
  for (const auto& [key, object] : store.objects()) Note(object.resource_version, histories[key]);
  for (auto& [key, history] : histories) {
    if (store.Find(key) == nullptr) Note("", history);
  }
}

void CacheHistory::Note(const std::string& version, std::vector<Change>& history) {
  if (history.empty() ? version.empty() : history.back().version == version) return;
  if (!changed_) ++moment_;
  changed_ = true;
  history.push_back({moment_, version});
}

std::string CacheHistory::Version(const std::string& collection, const std::string& key, Moment moment) const {
  const std::lock_guard lock(mutex_);
  const auto histories = collections_.find(collection);
  if (histories == collections_.end()) return "";
  const auto history = histories->second.find(key);
  if (history == histories->second.end()) return "";
  const auto later = std::upper_bound(history->second.begin(), history->second.end(), moment,
                                      [](Moment at, const Change& change) { return at < change.moment; });
  return later == history->second.begin() ? "" : std::prev(later)->version;
}

}  // namespace cpsizer::sidecar
