#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_STORE_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_STORE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/container/node_hash_map.h"

namespace cpsizer::sidecar {

// The objects of one kind, by key, as lists and watches report them. `T` has a resource_version.
template <typename T>
class Store {
 public:
  // In nodes: a flat map has room for up to as many objects again.
  using Objects = absl::node_hash_map<std::string, T>;

  // A list begins. Objects of an earlier list that did not end count as not listed.
  void BeginList() { listed_.clear(); }
  // An object of the list. Returns whether it is new or has changed.
  bool PutListed(const std::string& key, T object) {
    listed_.insert(key);
    return Put(key, std::move(object));
  }
  // The list is complete. Returns the keys of objects that it did not have: they do not exist, and must be removed.
  std::vector<std::string> EndList() {
    std::vector<std::string> gone;
    for (const auto& [key, object] : objects_) {
      if (!listed_.contains(key)) gone.push_back(key);
    }
    listed_ = {};
    complete_ = true;
    return gone;
  }

  // Returns whether the object is new or has changed.
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
  // Whether a list has been complete. Before that, an object that is not here may exist.
  bool complete() const { return complete_; }

 private:
  Objects objects_;
  absl::flat_hash_set<std::string> listed_;
  bool complete_ = false;
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_STORE_H_
