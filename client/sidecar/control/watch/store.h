#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_WATCH_STORE_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_WATCH_STORE_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/container/node_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/kube/http/api_error.h"
#include "client/kube/list_page.h"

namespace cpsizer::sidecar {

// The limit for the objects of one kind, as the sum of their TextBytes(). 100,000 clusters, or their VPAs, have about
// 30 MiB.
inline constexpr size_t kMaxStoreTextBytes = size_t{64} << 20;

// The objects of one kind, by key, as lists and watches report them. `T` must have a `resource_version` and a
// TextBytes().
template <typename T>
class Store {
 public:
  // An object with its TextBytes() at the time when it was stored. TextBytes() of a stored object can change, because
  // reflection builds a second representation of a map field.
  struct Entry : T {
    size_t counted_bytes = 0;
  };
  // Uses a node map, because a flat map may allocate memory for twice the number of objects.
  using Objects = absl::node_hash_map<std::string, Entry>;

  // Begins a list. If an earlier list did not end, its objects are treated as not listed.
  void BeginList() {
    listed_.clear();
    added_.clear();
  }
  // Adds an object of the list. Returns whether the object is new or has changed.
  bool PutListed(const std::string& key, T object) {
    listed_.insert(key);
    if (!objects_.contains(key)) added_.push_back(key);
    return Put(key, std::move(object));
  }
  // Ends a list that exceeds a limit and is not complete. Returns the keys of the objects that were not known before
  // this list. The caller must remove these objects.
  std::vector<std::string> AbandonList() {
    listed_ = {};
    return std::exchange(added_, {});
  }
  // Ends a complete list. Returns the keys of objects that are not in the list and therefore do not exist. The caller
  // must remove these objects.
  std::vector<std::string> EndList() {
    std::vector<std::string> gone;
    for (const auto& [key, object] : objects_) {
      if (!listed_.contains(key)) gone.push_back(key);
    }
    listed_ = {};
    added_ = {};
    complete_ = true;
    return gone;
  }

  // Adds or replaces an object. Returns whether the object is new or has changed.
  bool Put(const std::string& key, T object) {
    Entry& known = objects_[key];
    const bool same = known.resource_version == object.resource_version && !object.resource_version.empty();
    text_bytes_ -= known.counted_bytes;
    known.counted_bytes = TextBytes(object);
    text_bytes_ += known.counted_bytes;
    static_cast<T&>(known) = std::move(object);
    return !same;
  }
  void Remove(const std::string& key) {
    const auto it = objects_.find(key);
    if (it == objects_.end()) return;
    text_bytes_ -= it->second.counted_bytes;
    objects_.erase(it);
    // Releases the memory of a map that was large.
    if (objects_.empty()) objects_ = {};
  }

  // Returns null if the object is not in the store.
  const T* Find(const std::string& key) const {
    const auto it = objects_.find(key);
    return it == objects_.end() ? nullptr : &it->second;
  }
  const Objects& objects() const { return objects_; }
  // Returns the sum of the TextBytes() of the objects at the times when they were stored.
  size_t text_bytes() const { return text_bytes_; }
  // Returns whether a complete list was read. Before the first complete list, objects may exist that are not in the
  // store.
  bool complete() const { return complete_; }

 private:
  Objects objects_;
  absl::flat_hash_set<std::string> listed_;
  std::vector<std::string> added_;  // listed objects that were not known before
  size_t text_bytes_ = 0;
  bool complete_ = false;
};

// Returns the objects of a store, ordered by their keys.
template <typename T>
std::vector<const T*> Sorted(const Store<T>& store) {
  std::vector<std::pair<absl::string_view, const T*>> keyed;
  for (const auto& [key, object] : store.objects()) keyed.emplace_back(key, &object);
  std::sort(keyed.begin(), keyed.end());
  std::vector<const T*> sorted;
  sorted.reserve(keyed.size());
  for (const auto& [key, object] : keyed) sorted.push_back(object);
  return sorted;
}

// Returns ResourceExhausted if `store` has more objects than the limit of one list, or more text than
// kMaxStoreTextBytes. A fleet does not have so many objects, and the objects would use too much memory.
template <typename T>
absl::Status CheckStoreSize(const Store<T>& store) {
  if (store.objects().size() <= kube::kMaxListObjects && store.text_bytes() <= kMaxStoreTextBytes) {
    return absl::OkStatus();
  }
  return kube::AsTooLarge(absl::ResourceExhaustedError(absl::StrCat("there are more than ", kube::kMaxListObjects,
                                                                    " objects, or more than ", kMaxStoreTextBytes,
                                                                    " bytes of what is kept of them")));
}

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_WATCH_STORE_H_
