#ifndef CPSIZER_TESTS_SIDECAR_SIZE_KNOWLEDGE_H_
#define CPSIZER_TESTS_SIDECAR_SIZE_KNOWLEDGE_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "client/sidecar/size/cluster_cache.h"

namespace cpsizer::sidecar {

// What a sidecar knew when: the resourceVersion of each cluster, VPA and configuration in its caches, moment by moment.
// Thread-safe.
class Knowledge {
 public:
  using Moment = int64_t;

  // Looks at the caches: the moment, which is the one before where nothing has changed. In the sidecar's thread.
  Moment Look(ClusterCache& cache);

  // What the sidecar knew of an object; empty for nothing. `collection` and `key` as a FakeApiTarget has them.
  std::string Version(const std::string& collection, const std::string& key, Moment moment) const;

 private:
  struct Change {
    Moment moment = 0;
    std::string version;  // empty: it is gone
  };
  using Histories = std::map<std::string, std::vector<Change>>;

  template <typename T>
  void LookAt(const Store<T>& store, Histories& histories);
  void Note(const std::string& version, std::vector<Change>& history);

  mutable std::mutex mutex_;
  std::map<std::string, Histories> collections_;  // guarded by mutex_, as all below
  Moment moment_ = 0;
  bool changed_ = false;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_TESTS_SIDECAR_SIZE_KNOWLEDGE_H_
