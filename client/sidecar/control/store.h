#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_STORE_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_STORE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/container/node_hash_map.h"

namespace cpsizer::sidecar {

// The objects of one kind as a list and a watch tell of them, by key. `T` has a resource_version.
template <typename T>
class Store {
 public:
  // In nodes: a flat map has room for up to as many objects again.
  using Objects = absl::node_hash_map<std::string, T>;

  // A list begins; what an earlier one told that was cut short is as good as not told.
  void BeginList() { listed_.clear(); }
  // An object of the list. Whether it is new, or not as it was.
  bool PutListed(const std::string& key, T object) {
    listed_.insert(key);
    return Put(key, std::move(object));
  }
  // The list is whole. The keys of objects that it did not tell of: they are no more, and to be removed.
  std::vector<std::string> EndList() {
    std::vector<std::string> gone;
    for (const auto& [key, object] : objects_) {
      if (!listed_.contains(key)) gone.push_back(key);
    }
    listed_ = {};
    complete_ = true;
    return gone;
  }

  // Whether it is new, or not as it was.
  bool Put(const std::string& key, T object) {
    T& known = objects_[key];
    const bool same = known.resource_version == object.resource_version && !object.resource_version.empty();
    known = std::move(object);
    return !same;
  }
  void Remove(const std::string& key) { objects_.erase(key); }

  // Null where there is none.
  const T* Find(const std::string& key) const {
    const auto it = objects_.find(key);
    return it == objects_.end() ? nullptr : &it->second;
  }
  const Objects& objects() const { return objects_; }
  // Whether a list has been whole: before that, what is not here may well exist.
  bool complete() const { return complete_; }

 private:
  Objects objects_;
  absl::flat_hash_set<std::string> listed_;
  bool complete_ = false;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_STORE_H_
