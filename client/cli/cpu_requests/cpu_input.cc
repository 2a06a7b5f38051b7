#include "client/cli/cpu_requests/cpu_input.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "client/cli/base/exit_code.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/sources.h"
#include "client/objects/escape.h"
#include "client/objects/label_selector.h"

namespace cpsizer::cli {
namespace {

// The usage of one pod, and the labels of the pod.
struct Usage {
  const objects::FoundPodMetrics* found;
  const objects::Labels* labels;
};

// The usage of all pods, by namespace. The labels of a pod come from its PodMetrics, or from the Pod if the metrics API
// does not return labels. The objects must outlive this.
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
      by_namespace_[found.name_space].push_back({&found, of_pod ? pod->second : &found.labels});
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

class CpuInputBuilder {
 public:
  CpuInputBuilder(Inputs& inputs, const CpuInputOptions& options, Screen& err)
      : inputs_(inputs),
        cpu_(inputs.inventory.cpu),
        replicas_(inputs.inventory.replicas),
        usages_(replicas_),
        options_(options),
        err_(err) {}

  absl::optional<CpuInput> Make() {
    if (!ChooseLimit() || !ChooseKubeletConfig()) return absl::nullopt;
    ChooseNodes();
    AddWorkloads();
    if (is_twice_) return absl::nullopt;
    if (options_.cap_by_idle_usage && !has_usage_) {
      PrintNote("there are no PodMetrics of these workloads, so --cap-by-idle-usage has no effect", err_);
    }
    return std::move(input_);
  }

 private:
  v1::ScaleCpuRequestsRequest& request() { return input_.request; }

  void PrintUsageError(const std::string& text) {
    inputs_.exit_code = PrintError(absl::InvalidArgumentError(text), kExitUsage, err_);
  }

  // Returns whether `count` is at most one. If it is not, prints an error and sets the exit code.
  bool IsOne(size_t count, absl::string_view what) {
    if (count <= 1) return true;
    PrintUsageError(absl::StrCat("there are ", count, " ", what, "; give one of them"));
    return false;
  }

  // `prefix` is the path of the object in the request.
  bool IsDecidable(const objects::CheckedObject& found, absl::string_view prefix) {
    AddReaderWarnings(found, prefix, input_.reader_warnings);
    return cli::IsDecidable(found, inputs_, err_);
  }

  // Returns whether the object occurs twice. If the object occurs twice, prints an error and sets the exit code,
  // because the requests of the object would be counted twice.
  bool IsTwice(const std::string& object, const objects::Place& place) {
    const auto [first, is_new] = places_.try_emplace(object, place);
    if (is_new) return false;
    PrintUsageError(absl::StrCat(objects::PlaceText(place.file, place.position), ": ", objects::Escape(object),
                                 " is also at ", objects::PlaceText(first->second.file, first->second.position),
                                 "; give it once"));
    is_twice_ = true;
    return true;
  }

  // Sets the limit to the value of the flag. Without the flag, uses the limit in the Infrastructure. If the
  // Infrastructure has no limit, uses the limit in the install-config.yaml.
  bool ChooseLimit() {
    if (options_.limit.has_value()) {
      request().set_control_plane_cpu_limit(*options_.limit);
      return true;
    }
    const auto& infrastructures = cpu_.infrastructures;
    const auto& install_configs = cpu_.install_configs;
    if (!IsOne(infrastructures.size(), "Infrastructures")) return false;
    if (!IsOne(install_configs.size(), "install-config.yaml files")) return false;
    if (!infrastructures.empty() && !IsDecidable(infrastructures[0], "infrastructure.")) return false;
    if (!install_configs.empty() && !IsDecidable(install_configs[0], "")) return false;
    const bool has_limit =
        !infrastructures.empty() && infrastructures[0].infrastructure.status().has_control_plane_cpu_limit();
    if (!install_configs.empty() && !has_limit) {
      input_.places.install_config = install_configs[0].place;
      request().set_control_plane_cpu_limit(install_configs[0].limit);
    } else if (!infrastructures.empty()) {
      input_.places.infrastructure = &infrastructures[0];
      *request().mutable_infrastructure() = infrastructures[0].infrastructure;
    }
    return true;
  }

  bool ChooseKubeletConfig() {
    std::vector<const objects::FoundKubeletConfig*> chosen;
    for (const objects::FoundKubeletConfig& found : cpu_.kubelet_configs) {
      if (found.of_control_plane) {
        chosen.push_back(&found);
      } else {
        PrintNote(absl::StrCat("KubeletConfig ", objects::Escape(found.config.metadata().name()),
                               " is left out: it is not of the machine config pool master"),
                  err_);
      }
    }
    if (!IsOne(chosen.size(), "KubeletConfigs of the control plane")) return false;
    if (chosen.empty()) return true;
    if (!IsDecidable(*chosen.front(), "kubeletConfig.")) return false;
    input_.places.kubelet_config = chosen.front();
    *request().mutable_kubelet_config() = chosen.front()->config;
    return true;
  }

  void ChooseNodes() {
    const auto& nodes = cpu_.nodes;
    const bool has_roles =
        std::any_of(nodes.begin(), nodes.end(), [](const auto& node) { return node.of_control_plane; });
    for (const objects::FoundNode& found : nodes) {
      if (has_roles && !found.of_control_plane) continue;
      if (IsTwice(absl::StrCat("Node ", found.node.metadata().name()), found.place)) continue;
      *request().add_nodes() = found.node;
      input_.places.nodes.push_back(found.place);
    }
  }

  void AddWorkloads() {
    for (const objects::FoundWorkload& found : replicas_.workloads) {
      const bool counts = found.kind == "Deployment" || found.kind == "StatefulSet";
      if (counts) AddWorkload(found, found.scale.spec().replicas());
    }
    const int nodes = request().nodes_size();
    for (const objects::FoundDaemonSet& found : cpu_.daemon_sets) {
      AddWorkload(found.workload, nodes > 0 ? nodes : found.scheduled.value_or(1));
    }
    for (const objects::FoundPod& found : replicas_.pods) {
      // Installer pods have ended.
      const std::string& phase = found.pod.status().phase();
      if (found.is_static && phase != "Succeeded" && phase != "Failed") AddPod(found);
    }
  }

  v1::CpuRequestsWorkload& Add(const std::string& name_space, absl::string_view kind, const std::string& name,
                               const objects::Place& place) {
    IsTwice(absl::StrCat(kind, " ", name_space, "/", name), place);
    v1::CpuRequestsWorkload& workload = *request().add_workloads();
    workload.set_namespace_(name_space);
    workload.set_kind(std::string(kind));
    workload.set_name(name);
    input_.places.workloads.push_back(place);
    input_.places.idle_usages.emplace_back();
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
    const std::string& name = found.pod.metadata().name();
    v1::CpuRequestsWorkload& workload = Add(found.name_space, "Pod", name, found.place);
    *workload.mutable_pod_spec() = found.pod.spec();
    for (const Usage& usage : usages_.In(found.name_space)) {
      if (usage.found->metrics.metadata().name() == name) AddUsage(usage, workload);
    }
  }

  // Adds the usage to `workload`, which must be the workload that was added last.
  void AddUsage(const Usage& usage, v1::CpuRequestsWorkload& workload) {
    if (!options_.cap_by_idle_usage) return;
    has_usage_ = true;
    const auto& containers = usage.found->metrics.containers();
    workload.mutable_idle_usage()->MergeFrom(containers);
    std::vector<objects::Place>& places = input_.places.idle_usages.back();
    places.insert(places.end(), static_cast<size_t>(containers.size()), usage.found->place);
  }

  Inputs& inputs_;
  const objects::CpuObjects& cpu_;
  const objects::ReplicaObjects& replicas_;
  const Usages usages_;
  const CpuInputOptions& options_;
  Screen& err_;
  CpuInput input_;
  absl::flat_hash_map<std::string, objects::Place> places_;  // the places of all objects that are counted
  bool is_twice_ = false;
  bool has_usage_ = false;
};

}  // namespace

absl::optional<objects::Place> CpuPlaces::PlaceOf(absl::string_view path) const {
  if (path == "controlPlaneCPULimit") return install_config;
  if (const auto index = TakeItem("workloads", path)) {
    const auto usage = TakeItem("idleUsage", path);
    return usage.has_value() && *index < idle_usages.size() ? PlaceAt(idle_usages[*index], usage)
                                                            : PlaceAt(workloads, index);
  }
  if (const auto index = TakeItem("nodes", path)) return PlaceAt(nodes, index);
  if (absl::ConsumePrefix(&path, "infrastructure.")) return PlaceIn(infrastructure, path);
  return absl::ConsumePrefix(&path, "kubeletConfig.") ? PlaceIn(kubelet_config, path) : absl::nullopt;
}

absl::optional<CpuInput> MakeCpuInput(Inputs& inputs, const CpuInputOptions& options, Screen& err) {
  return CpuInputBuilder(inputs, options, err).Make();
}

}  // namespace cpsizer::cli
