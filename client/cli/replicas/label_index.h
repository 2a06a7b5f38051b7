#ifndef CPSIZER_CLIENT_CLI_REPLICAS_LABEL_INDEX_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_LABEL_INDEX_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "client/objects/label_selector.h"

// Indexes of objects in files, so that the work for each of thousands of autoscalers does not grow with the number of
// all objects. Objects are numbers, such as indexes in a list.
namespace cpsizer::cli {

// Returns whether objects of these namespaces can belong together. An object without a namespace belongs to all.
inline bool SameNamespace(absl::string_view a, absl::string_view b) {
  return a == b || a.empty() || b.empty();
}

// Objects by namespace.
class NamespacedIds {
 public:
  void Add(absl::string_view name_space, size_t id) { by_namespace_[name_space].push_back(id); }
  // Appends the objects of the same namespace to `ids`.
  void AppendTo(absl::string_view name_space, std::vector<size_t>& ids) const;

 private:
  absl::flat_hash_map<std::string, std::vector<size_t>> by_namespace_;
};

// Objects by name and namespace.
class NamedIds {
 public:
  void Add(absl::string_view name_space, absl::string_view name, size_t id) { by_name_[name].Add(name_space, id); }
  void AppendTo(absl::string_view name_space, absl::string_view name, std::vector<size_t>& ids) const;
  // Returns the objects with this name and the same namespace, ascending.
  std::vector<size_t> Find(absl::string_view name_space, absl::string_view name) const;
  bool Has(absl::string_view name) const { return by_name_.contains(name); }

 private:
  absl::flat_hash_map<std::string, NamespacedIds> by_name_;
};

// Objects by their labels.
class LabelledObjects {
 public:
  void Add(absl::string_view name_space, const objects::Labels& labels, size_t id);
  // Returns the objects that `selector` may select, ascending: those with a label that it requires, or all of the
  // namespace if it does not require a label value. The caller checks each.
  std::vector<size_t> MaySelect(absl::string_view name_space, const objects::LabelSelector& selector) const;

 private:
  absl::flat_hash_map<std::pair<std::string, std::string>, NamespacedIds> by_label_;
  NamespacedIds all_;
};

// Selectors by a label that they require.
class LabelSelectors {
 public:
  void Add(absl::string_view name_space, const objects::LabelSelector& selector, size_t id);
  // Appends the selectors that may select an object with `labels`, possibly with duplicates. The caller checks each.
  void AppendTo(absl::string_view name_space, const objects::Labels& labels, std::vector<size_t>& ids) const;

 private:
  absl::flat_hash_map<std::pair<std::string, std::string>, NamespacedIds> by_label_;
  NamespacedIds without_value_;
};

// Sorts `ids` and removes duplicates.
void SortUnique(std::vector<size_t>& ids);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_LABEL_INDEX_H_
