#ifndef CPSIZER_CLIENT_REPLICAS_SELECTOR_CACHE_H_
#define CPSIZER_CLIENT_REPLICAS_SELECTOR_CACHE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "client/objects/label_selector.h"

namespace cpsizer::replicas {

// Keeps the last known selector of the target of each autoscaler, to find autoscalers that select the same pods. An
// autoscaler whose target was not read yet is ignored, and a failed read changes nothing. The HorizontalPodAutoscaler
// controller does the same.
class SelectorCache {
 public:
  struct Other {
    std::string name;
    objects::LabelSelector selector;
  };

  // `selector` is `status.selector` of the Scale.
  void Put(const std::string& name_space, const std::string& name, const std::string& selector) {
    objects::LabelSelector read(selector);
    if (!read.selects_nothing()) namespaces_[name_space].insert_or_assign(name, std::move(read));
  }
  void Remove(const std::string& name_space, const std::string& name) {
    const auto it = namespaces_.find(name_space);
    if (it == namespaces_.end()) return;
    it->second.erase(name);
    if (it->second.empty()) namespaces_.erase(it);
  }
  // Returns all other autoscalers in the namespace, in the order of their names.
  std::vector<Other> Others(const std::string& name_space, const std::string& name) const {
    std::vector<Other> others;
    const auto it = namespaces_.find(name_space);
    if (it == namespaces_.end()) return others;
    for (const auto& [other, selector] : it->second) {
      if (other != name) others.push_back({other, selector});
    }
    return others;
  }

 private:
  absl::btree_map<std::string, absl::btree_map<std::string, objects::LabelSelector>> namespaces_;
};

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_SELECTOR_CACHE_H_
