#ifndef CPSIZER_SERVER_RPC_SIZE_CONFIGURATION_CACHE_H_
#define CPSIZER_SERVER_RPC_SIZE_CONFIGURATION_CACHE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "cpsizer/size_configuration.h"

namespace cpsizer::server {

// Stores compiled configurations, so that a request with a known configuration needs no parsing and no compilation of
// it. The key is the serialized configuration, and keys are compared byte by byte. Thread-safe.
//
// The memory of the cache is limited. If the limit would be exceeded, the least recently used configurations are
// removed. A configuration is stored at its second use, so that configurations that are used only once do not remove
// others.
class ConfigurationCache {
 public:
  // The limit includes the keys, the compiled configurations and the bookkeeping. With a limit of 0, nothing is stored.
  explicit ConfigurationCache(size_t max_bytes);

  bool enabled() const { return max_bytes_ > 0; }

  // Returns the configuration with this key, and counts a hit; null if it is not stored.
  std::shared_ptr<const SizeConfiguration> Find(absl::string_view key);

  // Counts a miss for `key`, which Find() did not find. Returns true if the caller should compile the configuration and
  // call Insert().
  bool Miss(absl::string_view key);

  // Stores `configuration`, unless it takes more than a sixteenth of the limit. Returns it in both cases.
  std::shared_ptr<const SizeConfiguration> Insert(absl::string_view key, SizeConfiguration configuration);

  // The values of the metrics.
  struct Figures {
    int64_t hits = 0;
    int64_t misses = 0;
    int64_t evictions = 0;
    size_t bytes = 0;
  };
  Figures figures() const;

 private:
  struct Entry {
    std::string key;
    SizeConfiguration configuration;
    uint64_t hash;
    size_t bytes;
  };
  // The first entry is the most recently used one.
  using Entries = std::list<std::shared_ptr<const Entry>>;

  uint64_t HashOf(absl::string_view key) const;
  void Remove(Entries::iterator entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t max_bytes_;
  // A random number, so that a caller cannot choose configurations with equal hashes.
  const uint64_t seed_;
  mutable absl::Mutex mutex_;
  Entries entries_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<uint64_t, Entries::iterator> by_hash_ ABSL_GUARDED_BY(mutex_);
  // The hashes of configurations that were used and are not stored. Each hash has one place, and replaces the hash that
  // was there.
  std::vector<uint64_t> used_once_ ABSL_GUARDED_BY(mutex_);
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t evictions_ ABSL_GUARDED_BY(mutex_) = 0;
  std::atomic<int64_t> hits_{0};
  std::atomic<int64_t> misses_{0};
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SIZE_CONFIGURATION_CACHE_H_
