#ifndef CPSIZER_TESTS_SIDECAR_SIZE_CACHE_HISTORY_H_
#define CPSIZER_TESTS_SIDECAR_SIZE_CACHE_HISTORY_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "client/sidecar/size/cluster_cache.h"

namespace cpsizer::sidecar {

// The history of the caches of a sidecar. For each moment, it has the resourceVersion of each cluster, VPA and
// configuration. Thread-safe.
class CacheHistory {
 public:
  using Moment = int64_t;

  // Records the current content of the caches as a new moment, and returns its number. Returns the previous number if
  // nothing has changed. Must be called on the thread of the sidecar.
  Moment Record(ClusterCache& cache);

  // Returns the resourceVersion of an object at a moment, or an empty text if the object did not exist. `collection`
  // and `key` are as in FakeApiTarget.
  std::string Version(const std::string& collection, const std::string& key, Moment moment) const;

 private:
  struct Change {
    Moment moment = 0;
    std::string version;  // empty if the object was deleted
  };
  using Histories = std::map<std::string, std::vector<Change>>;

  template <typename T>
  void RecordStore(const Store<T>& store, Histories& histories);
  void Note(const std::string& version, std::vector<Change>& history);

  mutable std::mutex mutex_;
  std::map<std::string, Histories> collections_;  // guarded by mutex_, like all fields below
  Moment moment_ = 0;
  bool changed_ = false;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_CACHE_HISTORY_H_
