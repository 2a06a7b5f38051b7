#ifndef CPSIZER_CLIENT_CLI_REPLICAS_LABEL_INDEX_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_LABEL_INDEX_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "client/objects/label_selector.h"
#include "client/objects/replica_objects.h"

// Indexes of the objects in files. With an index, the work for one autoscaler does not grow with the number of all
// objects, so thousands of autoscalers are possible. An object is identified by a number, such as its index in a list.
namespace cpsizer::cli {

// Returns whether objects of these namespaces can belong together. An object without a namespace belongs to all
// namespaces.
inline bool SameNamespace(absl::string_view a, absl::string_view b) {
  return a == b || a.empty() || b.empty();
}

// Objects, indexed by namespace.
class NamespacedIds {
 public:
  void Add(absl::string_view name_space, size_t id) { by_namespace_[name_space].push_back(id); }
  // Appends the objects of `name_space` to `ids`, as defined by SameNamespace().
  void AppendTo(absl::string_view name_space, std::vector<size_t>& ids) const;

 private:
  absl::flat_hash_map<std::string, std::vector<size_t>> by_namespace_;
};

// Objects, indexed by name and namespace.
class NamedIds {
 public:
  void Add(absl::string_view name_space, absl::string_view name, size_t id) { by_name_[name].Add(name_space, id); }
  void AppendTo(absl::string_view name_space, absl::string_view name, std::vector<size_t>& ids) const;
  // Returns the objects with this name in `name_space`, as defined by SameNamespace(), in ascending order.
  std::vector<size_t> Find(absl::string_view name_space, absl::string_view name) const;
  bool Has(absl::string_view name) const { return by_name_.contains(name); }

 private:
  absl::flat_hash_map<std::string, NamespacedIds> by_name_;
};

// Objects, indexed by their labels.
class LabelledObjects {
 public:
  void Add(absl::string_view name_space, const objects::Labels& labels, size_t id);
  // Returns the objects that `selector` may select, in ascending order. These are the objects with a label that the
  // selector requires. If the selector does not require a label value, returns all objects of the namespace. The caller
  // must check each object with the selector.
  std::vector<size_t> MaySelect(absl::string_view name_space, const objects::LabelSelector& selector) const;

 private:
  absl::flat_hash_map<std::pair<std::string, std::string>, NamespacedIds> by_label_;
  NamespacedIds all_;
};

// Selectors, indexed by a label that they require.
class LabelSelectors {
 public:
  void Add(absl::string_view name_space, const objects::LabelSelector& selector, size_t id);
  // Appends the selectors that may select an object with `labels` to `ids`. There may be duplicates. The caller must
  // check each selector.
  void AppendTo(absl::string_view name_space, const objects::Labels& labels, std::vector<size_t>& ids) const;

 private:
  absl::flat_hash_map<std::pair<std::string, std::string>, NamespacedIds> by_label_;
  NamespacedIds without_value_;
};

// Sorts `ids` and removes duplicates.
void SortUnique(std::vector<size_t>& ids);

// Indexes of the objects in files, by the values that an autoscaler refers to. The ids are indexes in the lists of
// ReplicaObjects.
struct ReplicaIndex {
  explicit ReplicaIndex(const objects::ReplicaObjects& objects);

  NamedIds autoscalers_by_target;  // by the name of the target
  NamedIds scales;
  NamedIds workloads;
  LabelledObjects workload_pods;  // workloads, indexed by the labels of their pods
  NamedIds pods;
  LabelledObjects pod_labels;
  NamedIds pod_metrics;
  // The samples whose pod is in no file: `labelled_unmatched` has the samples with labels, and `other_unmatched` has
  // the samples without labels.
  LabelledObjects labelled_unmatched;
  NamespacedIds other_unmatched;
  // Values of custom metrics. `metric_values` are indexed by the name of the described object. `stray_values` describe
  // a pod that is in no file.
  NamedIds metric_values;
  NamespacedIds stray_values;
  NamedIds external_values;  // by the name of the metric; the namespace is not used
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_LABEL_INDEX_H_
