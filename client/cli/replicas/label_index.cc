#include "client/cli/replicas/label_index.h"

#include <algorithm>
#include <string>

#include "absl/types/optional.h"

namespace cpsizer::cli {
namespace {

void Append(const std::vector<size_t>& more, std::vector<size_t>& ids) {
  ids.insert(ids.end(), more.begin(), more.end());
}

// Calls `add` with each object and its index.
template <typename Found, typename AddOne>
void AddEach(const std::vector<Found>& list, AddOne add) {
  for (size_t id = 0; id < list.size(); ++id) add(list[id], id);
}

}  // namespace

void SortUnique(std::vector<size_t>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

void NamespacedIds::AppendTo(absl::string_view name_space, std::vector<size_t>& ids) const {
  if (name_space.empty()) {
    for (const auto& [ignored, all] : by_namespace_) Append(all, ids);
    return;
  }
  for (const absl::string_view known : {name_space, absl::string_view()}) {
    const auto it = by_namespace_.find(known);
    if (it != by_namespace_.end()) Append(it->second, ids);
  }
}

void NamedIds::AppendTo(absl::string_view name_space, absl::string_view name, std::vector<size_t>& ids) const {
  const auto it = by_name_.find(name);
  if (it != by_name_.end()) it->second.AppendTo(name_space, ids);
}

std::vector<size_t> NamedIds::Find(absl::string_view name_space, absl::string_view name) const {
  std::vector<size_t> ids;
  AppendTo(name_space, name, ids);
  SortUnique(ids);
  return ids;
}

void LabelledObjects::Add(absl::string_view name_space, const objects::Labels& labels, size_t id) {
  for (const auto& [key, value] : labels) by_label_[{key, value}].Add(name_space, id);
  all_.Add(name_space, id);
}

std::vector<size_t> LabelledObjects::MaySelect(absl::string_view name_space,
                                               const objects::LabelSelector& selector) const {
  std::vector<size_t> ids;
  if (selector.selects_nothing()) return ids;
  const absl::optional<objects::LabelSelector::OneOf> required = selector.FirstOneOf();
  if (!required.has_value()) {
    all_.AppendTo(name_space, ids);
  } else {
    for (const std::string& value : required->values) {
      const auto it = by_label_.find(std::make_pair(required->key, value));
      if (it != by_label_.end()) it->second.AppendTo(name_space, ids);
    }
  }
  SortUnique(ids);
  return ids;
}

void LabelSelectors::Add(absl::string_view name_space, const objects::LabelSelector& selector, size_t id) {
  if (selector.selects_nothing()) return;
  const absl::optional<objects::LabelSelector::OneOf> required = selector.FirstOneOf();
  if (!required.has_value()) return without_value_.Add(name_space, id);
  for (const std::string& value : required->values) by_label_[{required->key, value}].Add(name_space, id);
}

void LabelSelectors::AppendTo(absl::string_view name_space, const objects::Labels& labels,
                              std::vector<size_t>& ids) const {
  for (const auto& [key, value] : labels) {
    const auto it = by_label_.find(std::make_pair(key, value));
    if (it != by_label_.end()) it->second.AppendTo(name_space, ids);
  }
  without_value_.AppendTo(name_space, ids);
}

ReplicaIndex::ReplicaIndex(const objects::ReplicaObjects& objects) {
  AddEach(objects.autoscalers, [this](const objects::FoundAutoscaler& found, size_t id) {
    autoscalers_by_target.Add(found.autoscaler.metadata().namespace_(),
                              found.autoscaler.spec().scale_target_ref().name(), id);
  });
  AddEach(objects.scales,
          [this](const objects::FoundScale& scale, size_t id) { scales.Add(scale.name_space, scale.name, id); });
  AddEach(objects.workloads, [this](const objects::FoundWorkload& workload, size_t id) {
    workloads.Add(workload.name_space, workload.name, id);
    workload_pods.Add(workload.name_space, workload.pod_labels, id);
  });
  AddEach(objects.pods, [this](const objects::FoundPod& pod, size_t id) {
    pods.Add(pod.name_space, pod.pod.metadata().name(), id);
    pod_labels.Add(pod.name_space, pod.labels, id);
  });
  AddEach(objects.pod_metrics, [this](const objects::FoundPodMetrics& sample, size_t id) {
    const std::string& pod = sample.metrics.metadata().name();
    pod_metrics.Add(sample.name_space, pod, id);
    if (pods.Has(pod)) return;
    sample.labels.empty() ? other_unmatched.Add(sample.name_space, id)
                          : labelled_unmatched.Add(sample.name_space, sample.labels, id);
  });
  AddEach(objects.metric_values, [this](const objects::FoundMetricValue& value, size_t id) {
    const v1::CrossVersionObjectReference& described = value.value.described_object();
    metric_values.Add(value.name_space, described.name(), id);
    if (described.kind() == "Pod" && !pods.Has(described.name())) stray_values.Add(value.name_space, id);
  });
  AddEach(objects.external_values,
          [this](const objects::FoundExternalValue& value, size_t id) { external_values.Add("", value.metric, id); });
}

}  // namespace cpsizer::cli
