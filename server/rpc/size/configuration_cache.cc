#include "server/rpc/size/configuration_cache.h"

#include <iterator>
#include <random>
#include <utility>

#include "absl/hash/hash.h"

namespace cpsizer::server {
namespace {

// A power of two. The table takes 64 KiB.
constexpr size_t kUsedOnce = size_t{1} << 13;
constexpr size_t kShareOfLargestEntry = 16;
// The nodes of the list and of the map, the reference counts, and the overhead of the allocator.
constexpr size_t kEntryOverhead = 256;

uint64_t RandomSeed() {
  std::random_device random;
  return (uint64_t{random()} << 32) | random();
}

}  // namespace

ConfigurationCache::ConfigurationCache(size_t max_bytes)
    : max_bytes_(max_bytes), seed_(RandomSeed()), used_once_(max_bytes > 0 ? kUsedOnce : 0) {
  bytes_ = used_once_.size() * sizeof used_once_[0];
}

uint64_t ConfigurationCache::HashOf(absl::string_view key) const {
  return absl::HashOf(seed_, key);
}

std::shared_ptr<const SizeConfiguration> ConfigurationCache::Find(absl::string_view key) {
  const uint64_t hash = HashOf(key);
  std::shared_ptr<const Entry> entry;
  {
    const absl::MutexLock lock(&mutex_);
    const auto found = by_hash_.find(hash);
    if (found == by_hash_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    entry = *found->second;
  }
  // The keys are compared without the lock, because a key can be long.
  if (entry->key != key) return nullptr;
  hits_.fetch_add(1, std::memory_order_relaxed);
  return {entry, &entry->configuration};
}

bool ConfigurationCache::Miss(absl::string_view key) {
  misses_.fetch_add(1, std::memory_order_relaxed);
  const uint64_t hash = HashOf(key);
  const absl::MutexLock lock(&mutex_);
  return std::exchange(used_once_[hash % kUsedOnce], hash) == hash;
}

std::shared_ptr<const SizeConfiguration> ConfigurationCache::Insert(absl::string_view key,
                                                                    SizeConfiguration configuration) {
  const uint64_t hash = HashOf(key);
  const size_t bytes = kEntryOverhead + key.size() + configuration.MemoryBytes();
  const auto entry = std::make_shared<const Entry>(Entry{std::string(key), std::move(configuration), hash, bytes});
  std::shared_ptr<const SizeConfiguration> result(entry, &entry->configuration);
  if (bytes > max_bytes_ / kShareOfLargestEntry) return result;
  const absl::MutexLock lock(&mutex_);
  if (const auto same = by_hash_.find(hash); same != by_hash_.end()) Remove(same->second);
  entries_.push_front(entry);
  by_hash_[hash] = entries_.begin();
  bytes_ += bytes;
  while (bytes_ > max_bytes_) {
    Remove(std::prev(entries_.end()));
    ++evictions_;
  }
  return result;
}

void ConfigurationCache::Remove(Entries::iterator entry) {
  bytes_ -= (*entry)->bytes;
  by_hash_.erase((*entry)->hash);
  entries_.erase(entry);
}

ConfigurationCache::Figures ConfigurationCache::figures() const {
  const absl::MutexLock lock(&mutex_);
  return {hits_.load(std::memory_order_relaxed), misses_.load(std::memory_order_relaxed), evictions_, bytes_};
}

}  // namespace cpsizer::server
