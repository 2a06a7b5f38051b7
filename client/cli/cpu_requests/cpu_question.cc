#include "client/cli/cpu_requests/cpu_question.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "client/cli/base/complain.h"
#include "client/cli/input/sources.h"
#include "client/objects/label_selector.h"

namespace cpsizer::cli {
namespace {

// The place of `list[i]...`, if `path` is that.
absl::optional<objects::Place> PlaceInList(absl::string_view path, absl::string_view list,
                                           const std::vector<objects::Place>& places) {
  size_t index = 0;
  if (!absl::ConsumePrefix(&path, list) || !absl::ConsumePrefix(&path, "[")) return absl::nullopt;
  if (!absl::SimpleAtoi(path.substr(0, path.find(']')), &index) || index >= places.size()) return absl::nullopt;
  return places[index];
}

absl::optional<objects::Place> PlaceInObject(absl::string_view path, absl::string_view prefix,
                                             const objects::FoundObject* object) {
  if (object == nullptr || !absl::ConsumePrefix(&path, prefix)) return absl::nullopt;
  return objects::Place{object->file, object->PositionOf(path)};
}

bool HasOnlyKnownFields(const objects::CheckedObject& found, Screen& err) {
  for (const v1::Finding& finding : found.unknown_fields) {
    ComplainFinding(finding, ObjectPlaces(found), found.file, err);
  }
  return found.unknown_fields.empty();
}

// What one pod uses.
struct Usage {
  const v1::PodMetrics* metrics;
  const objects::Labels* labels;
};

// The usage of all pods by namespace. Some servers give the labels of a pod with its metrics; else they are those of
// the Pod. Points into the objects.
class Usages {
 public:
  explicit Usages(const objects::ReplicaObjects& objects) {
    absl::flat_hash_map<std::string, const objects::Labels*> labels_of_pods;
    for (const objects::FoundPod& pod : objects.pods) {
      labels_of_pods[Key(pod.name_space, pod.pod.metadata().name())] = &pod.labels;
    }
    for (const objects::FoundPodMetrics& found : objects.pod_metrics) {
      const auto pod = labels_of_pods.find(Key(found.name_space, found.metrics.metadata().name()));
      const bool of_pod = found.labels.empty() && pod != labels_of_pods.end();
      by_namespace_[found.name_space].push_back({&found.metrics, of_pod ? pod->second : &found.labels});
    }
  }

  absl::Span<const Usage> In(const std::string& name_space) const {
    const auto found = by_namespace_.find(name_space);
    return found == by_namespace_.end() ? absl::Span<const Usage>() : found->second;
  }

 private:
  static std::string Key(absl::string_view name_space, absl::string_view name) {
    return absl::StrCat(name_space, "/", name);
  }

  absl::flat_hash_map<std::string, std::vector<Usage>> by_namespace_;
};

// Makes one request.
class QuestionMaker {
 public:
  QuestionMaker(const objects::Inventory& inventory, Screen& err)
      : cpu_(inventory.cpu), replicas_(inventory.replicas), usages_(replicas_), err_(err) {}

  absl::optional<CpuQuestion> Make(absl::optional<int32_t> limit) {
    if (!ChooseLimit(limit) || !ChooseKubeletConfig()) return absl::nullopt;
    ChooseNodes();
    for (const objects::FoundWorkload& found : replicas_.workloads) {
      if (found.kind == "Deployment" || found.kind == "StatefulSet") AddWorkload(found, found.scale.spec().replicas());
    }
    for (const objects::FoundDaemonSet& found : cpu_.daemon_sets) AddWorkload(found.workload, PodsOf(found));
    for (const objects::FoundPod& found : replicas_.pods) {
      if (found.is_static) AddPod(found);
    }
    return std::move(question_);
  }

 private:
  v1::ScaleCpuRequestsRequest& request() { return question_.request; }

  // Says that one of several has to be kept.
  template <typename List>
  bool IsOne(const List& list, absl::string_view what) {
    if (list.size() <= 1) return true;
    ComplainError(absl::StrCat("there are ", list.size(), " ", what, "; give one of them"), err_);
    return false;
  }

  // A flag, else the Infrastructure, else what it was installed with.
  bool ChooseLimit(absl::optional<int32_t> limit) {
    if (!IsOne(cpu_.infrastructures, "Infrastructures") || !IsOne(cpu_.install_configs, "install-config.yaml files")) {
      return false;
    }
    if (limit.has_value()) {
      request().set_control_plane_cpu_limit(*limit);
    } else if (!cpu_.infrastructures.empty() &&
               (cpu_.infrastructures[0].infrastructure.status().has_control_plane_cpu_limit() ||
                cpu_.install_configs.empty())) {
      question_.places.infrastructure = &cpu_.infrastructures[0];
      *request().mutable_infrastructure() = cpu_.infrastructures[0].infrastructure;
    } else if (!cpu_.install_configs.empty()) {
      question_.places.install_config = cpu_.install_configs[0].place;
      request().set_control_plane_cpu_limit(cpu_.install_configs[0].limit);
    }
    return true;
  }

  bool ChooseKubeletConfig() {
    std::vector<const objects::FoundKubeletConfig*> chosen;
    for (const objects::FoundKubeletConfig& found : cpu_.kubelet_configs) {
      if (found.of_control_plane || cpu_.kubelet_configs.size() == 1) chosen.push_back(&found);
    }
    if (chosen.empty() && !cpu_.kubelet_configs.empty()) {
      ComplainError(
          "none of the KubeletConfigs selects the machine config pool \"master\"; give that of the control plane "
          "alone",
          err_);
      return false;
    }
    if (!IsOne(chosen, "KubeletConfigs of the control plane")) return false;
    if (chosen.empty()) return true;
    if (!HasOnlyKnownFields(*chosen.front(), err_)) return false;
    question_.places.kubelet_config = chosen.front();
    *request().mutable_kubelet_config() = chosen.front()->config;
    return true;
  }

  void ChooseNodes() {
    const auto& nodes = cpu_.nodes;
    const bool has_roles =
        std::any_of(nodes.begin(), nodes.end(), [](const auto& node) { return node.of_control_plane; });
    for (const objects::FoundNode& found : nodes) {
      if (has_roles && !found.of_control_plane) continue;
      *request().add_nodes() = found.node;
      question_.places.nodes.push_back(found.place);
    }
  }

  int32_t PodsOf(const objects::FoundDaemonSet& found) {
    return request().nodes_size() > 0 ? request().nodes_size() : found.scheduled.value_or(1);
  }

  v1::CpuRequestsWorkload& Add(const std::string& name_space, absl::string_view kind, const std::string& name,
                               const objects::Place& place) {
    v1::CpuRequestsWorkload& workload = *request().add_workloads();
    workload.set_namespace_(name_space);
    workload.set_kind(std::string(kind));
    workload.set_name(name);
    question_.places.workloads.push_back(place);
    return workload;
  }

  void AddWorkload(const objects::FoundWorkload& found, int32_t pods) {
    v1::CpuRequestsWorkload& workload = Add(found.name_space, found.kind, found.name, found.place);
    workload.set_pods(pods);
    *workload.mutable_pod_spec() = found.pod;
    const objects::LabelSelector selector(found.scale.status().selector());
    for (const Usage& usage : usages_.In(found.name_space)) {
      if (selector.Selects(*usage.labels)) AddUsage(usage, workload);
    }
  }

  void AddPod(const objects::FoundPod& found) {
    v1::CpuRequestsWorkload& workload = Add(found.name_space, "Pod", found.pod.metadata().name(), found.place);
    *workload.mutable_pod_spec() = found.pod.spec();
    for (const Usage& usage : usages_.In(found.name_space)) {
      if (usage.metrics->metadata().name() == found.pod.metadata().name()) AddUsage(usage, workload);
    }
  }

  static void AddUsage(const Usage& usage, v1::CpuRequestsWorkload& workload) {
    workload.mutable_idle_usage()->MergeFrom(usage.metrics->containers());
  }

  const objects::CpuObjects& cpu_;
  const objects::ReplicaObjects& replicas_;
  const Usages usages_;
  Screen& err_;
  CpuQuestion question_;
};

}  // namespace

absl::optional<objects::Place> CpuPlaces::PlaceOf(absl::string_view path) const {
  if (path == "controlPlaneCPULimit") return install_config;
  if (auto place = PlaceInList(path, "workloads", workloads)) return place;
  if (auto place = PlaceInList(path, "nodes", nodes)) return place;
  if (auto place = PlaceInObject(path, "infrastructure.", infrastructure)) return place;
  return PlaceInObject(path, "kubeletConfig.", kubelet_config);
}

absl::optional<CpuQuestion> MakeCpuQuestion(const objects::Inventory& inventory, absl::optional<int32_t> limit,
                                            Screen& err) {
  return QuestionMaker(inventory, err).Make(limit);
}

}  // namespace cpsizer::cli
