#include "client/cli/replicas/replica_index.h"

#include <string>

namespace cpsizer::cli {
namespace {

// Calls `add` with each object and its index.
template <typename Found, typename AddOne>
void AddEach(const std::vector<Found>& list, AddOne add) {
  for (size_t id = 0; id < list.size(); ++id) add(list[id], id);
}

}  // namespace

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
