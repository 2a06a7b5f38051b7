#include "client/cli/capacity/capacity_model.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "client/capacity/limits.h"
#include "client/capacity/node_filters.h"
#include "client/cli/capacity/node_rules.h"
#include "client/cli/output/show.h"
#include "client/objects/hypershift.h"

namespace cpsizer::cli {
namespace {

static_assert(capacity::kMaxCpuMillis == objects::kMaxCapacityCpuMillis);
static_assert(capacity::kMaxMemoryBytes == objects::kMaxCapacityMemoryBytes);
static_assert(capacity::kMaxPodsOfNode == objects::kMaxCapacityPods);

// The label of nodes that serve only one cluster.
constexpr char kClusterOfNode[] = "hypershift.openshift.io/cluster";

// The namespace of the pods that keep nodes ready for further clusters. Their Deployments have the name
// `placeholder-SIZE-NUMBER`. Source: hypershift-operator/controllers/scheduler/aws/placeholders.go of HyperShift.
constexpr char kPlaceholders[] = "hypershift-request-serving-node-placeholders";
constexpr char kPlaceholderPrefix[] = "placeholder-";

// Deployments with more replicas end a pod before they start another one.
constexpr int64_t kMostReplicasWithSurge = 2;

bool NamesItsCluster(const objects::FoundCapacityPod& pod) {
  const auto names_cluster = [](const objects::NodeRequirement& each) { return each.key == kClusterOfNode; };
  const auto has_one = [&](const std::vector<objects::NodeRequirement>& term) {
    return std::any_of(term.begin(), term.end(), names_cluster);
  };
  return has_one(pod.selector) || std::any_of(pod.any_of.begin(), pod.any_of.end(), has_one);
}

// Returns the size of the placeholder that the pod is a part of. Returns an empty text for other pods.
std::string PlaceholderSize(const objects::FoundCapacityPod& pod) {
  absl::string_view name = pod.component;
  if (pod.name_space != kPlaceholders || !absl::ConsumePrefix(&name, kPlaceholderPrefix)) return "";
  const size_t dash = name.rfind('-');
  return dash == absl::string_view::npos ? "" : std::string(name.substr(0, dash));
}

// The order of amounts: by memory, then by CPU.
std::pair<int64_t, int64_t> MemoryAndCpu(const capacity::Resources& resources) {
  return {resources[capacity::Resource::kMemory], resources[capacity::Resource::kCpu]};
}

// Returns whether the pod belongs to each control plane, unlike pods of nodes and of single tasks.
bool IsOfComponent(const objects::FoundCapacityPod& pod) {
  return !pod.is_deleted && pod.owner_kind != "DaemonSet" && pod.owner_kind != "Node" && pod.owner_kind != "Job";
}

class CapacityModelBuilder {
 public:
  CapacityModelBuilder(const objects::Inventory& inventory, const RequestChanges& changes)
      : inventory_(inventory), changes_(changes) {
    for (const objects::HostedCluster& cluster : inventory.clusters) {
      by_namespace_[objects::ControlPlaneNamespace(cluster.namespace_name, cluster.name)] = &cluster;
    }
  }

  absl::StatusOr<CapacityModel> Make(const std::vector<std::string>& sizes, const std::vector<PlannedNodes>& planned) {
    absl::Status status = AddNodes();
    for (const PlannedNodes& nodes : planned) {
      if (status.ok()) status = AddPlanned(nodes);
    }
    if (!status.ok()) return status;
    for (const objects::FoundCapacityPod& pod : inventory_.capacity.pods) {
      if (!pod.has_ended) AddPod(pod);
    }
    if (model_.cluster.running.size() > capacity::kMaxRunningPods) {
      return absl::InvalidArgumentError(absl::StrCat("there are ", model_.cluster.running.size(),
                                                     " pods; the maximum is ", capacity::kMaxRunningPods));
    }
    AddSizes(sizes);
    CountPlaceholders();
    FindSurge();
    const capacity::Rescheduling rescheduling(model_.cluster);
    model_.placed = rescheduling.OfPendingPods();
    const std::vector<bool> none(model_.cluster.nodes.size(), false);
    model_.cluster = capacity::WithMoves(model_.cluster, model_.placed, none);
    return std::move(model_);
  }

 private:
  using Components = std::map<std::pair<std::string, std::string>, capacity::Component>;

  absl::Status AddNodes() {
    if (inventory_.capacity.nodes.empty()) {
      return absl::InvalidArgumentError("there is no Node; give the nodes of the management cluster");
    }
    for (const objects::FoundCapacityNode& found : inventory_.capacity.nodes) {
      capacity::Node node = {
          found.name, found.zone, {{found.cpu_millis, found.memory_bytes, found.pods}}, found.labels, {}};
      for (const objects::NodeTaint& taint : found.taints) {
        node.taints.push_back({taint.key, taint.value, taint.effect});
      }
      if (!nodes_.emplace(found.name, model_.cluster.nodes.size()).second) {
        return absl::InvalidArgumentError(absl::StrCat(objects::PlaceText(found.place.file, found.place.position),
                                                       ": Node ", found.name, " is there twice; give it once"));
      }
      model_.cluster.nodes.push_back(std::move(node));
    }
    return CheckNodes();
  }

  absl::Status CheckNodes() const {
    if (model_.cluster.nodes.size() <= capacity::kMaxNodes) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("there are ", model_.cluster.nodes.size(), " nodes; the maximum is ", capacity::kMaxNodes));
  }

  absl::Status AddPlanned(const PlannedNodes& planned) {
    const auto like = nodes_.find(planned.name);
    if (like == nodes_.end()) {
      std::vector<std::string> names;
      for (const auto& [name, index] : nodes_) names.push_back(name);
      return absl::InvalidArgumentError(absl::StrCat("--nodes-like: there is no Node \"", planned.name, "\"",
                                                     SuggestName(planned.name, names, "; there are ")));
    }
    for (int64_t i = 0; i < planned.count && model_.cluster.nodes.size() <= capacity::kMaxNodes; ++i) {
      capacity::Node node = model_.cluster.nodes[like->second];
      node.name = absl::StrCat(planned.name, "+", i + 1);
      model_.cluster.nodes.push_back(std::move(node));
    }
    return CheckNodes();
  }

  const objects::HostedCluster* ClusterOf(const objects::FoundCapacityPod& pod) const {
    const auto found = by_namespace_.find(pod.name_space);
    return found == by_namespace_.end() ? nullptr : found->second;
  }

  const effects::Requests& ChangesOf(const objects::HostedCluster& cluster) {
    const auto [it, is_new] = changed_.try_emplace(&cluster);
    if (is_new) it->second = changes_.Of(cluster);
    return it->second;
  }

  void AddPod(const objects::FoundCapacityPod& found) {
    const auto node = nodes_.find(found.node);
    if (!found.node.empty() && node == nodes_.end()) {
      ++model_.pods_of_other_nodes;
      return;
    }
    objects::FoundCapacityPod pod = found;
    const objects::HostedCluster* const cluster = ClusterOf(pod);
    bool changes = false;
    if (cluster != nullptr) changes = ApplyChanges(ChangesOf(*cluster), pod);
    if (changes) ++model_.changed_pods;
    capacity::RunningPod running;
    running.name = absl::StrCat(pod.name_space, "/", pod.name);
    running.pod = PlacementOf(pod);
    // The operator restarts a pod whose requests change, so the scheduler places it again.
    running.node = found.node.empty() || changes ? capacity::kNoNode : static_cast<int>(node->second);
    running.is_bound = pod.owner_kind == "DaemonSet" || pod.owner_kind == "Node";
    running.component = NumberOf(pod.name_space, pod.owner_kind, pod.component);
    AddPlaceholder(pod, running.node != capacity::kNoNode);
    if (cluster != nullptr && IsOfComponent(pod)) AddComponent(pod, running.pod, of_cluster_[cluster]);
    model_.cluster.running.push_back(std::move(running));
  }

  capacity::Pod PlacementOf(const objects::FoundCapacityPod& pod) {
    const objects::PodAmounts amounts = objects::RequestsOf(pod);
    const auto [rules, is_new] = rules_.emplace(RulesKey(pod), model_.cluster.rules.size());
    if (is_new) model_.cluster.rules.push_back(RulesOf(pod));
    return {capacity::PodResources(amounts.cpu_millis, amounts.memory_bytes), rules->second, pod.one_per_host,
            pod.one_per_zone};
  }

  int NumberOf(const std::string& name_space, const std::string& owner_kind, const std::string& component) {
    if (component.empty()) return capacity::kNoComponent;
    return components_.emplace(std::make_tuple(name_space, owner_kind, component), static_cast<int>(components_.size()))
        .first->second;
  }

  // A placeholder is ready if each of its pods has a node.
  void AddPlaceholder(const objects::FoundCapacityPod& pod, bool has_node) {
    const std::string size = PlaceholderSize(pod);
    if (size.empty() || pod.is_deleted) return;
    bool& is_ready = placeholders_[size].try_emplace(pod.component, true).first->second;
    is_ready &= has_node;
  }

  // A component of which the pods differ, for example during a rollout, has the largest amounts.
  static void AddComponent(const objects::FoundCapacityPod& pod, const capacity::Pod& placement,
                           std::pair<Components, std::set<std::string>>& of_cluster) {
    const std::string& name = pod.component.empty() ? pod.name : pod.component;
    if (NamesItsCluster(pod)) {
      of_cluster.second.insert(name);
      return;
    }
    const auto [it, is_new] = of_cluster.first.try_emplace({pod.owner_kind, name});
    capacity::Component& component = it->second;
    if (is_new) component = {name, placement, 0};
    for (size_t i = 0; i < capacity::kResources; ++i) {
      int64_t& amount = component.pod.requests.amounts[i];
      amount = std::max(amount, placement.requests.amounts[i]);
    }
    if (component.replicas < capacity::kMaxReplicas) ++component.replicas;
  }

  SizeTemplate TemplateOf(const objects::HostedCluster& cluster) const {
    SizeTemplate result = {cluster.size_label};
    const auto found = of_cluster_.find(&cluster);
    if (found == of_cluster_.end()) return result;
    for (const auto& [name, component] : found->second.first) {
      if (result.control_plane.components.size() == capacity::kMaxComponents) break;
      result.control_plane.components.push_back(component);
      result.requests.Add(component.pod.requests, component.replicas);
    }
    result.on_own_nodes.assign(found->second.second.begin(), found->second.second.end());
    if (!result.control_plane.components.empty()) result.cluster = &cluster;
    return result;
  }

  // The template of a size is the cluster with the most memory, then the most CPU.
  void AddSizes(const std::vector<std::string>& sizes) {
    std::map<std::string, size_t> indexes;
    for (const std::string& size : sizes) {
      if (indexes.emplace(size, model_.sizes.size()).second) model_.sizes.push_back({size});
    }
    for (const objects::HostedCluster& cluster : inventory_.clusters) {
      if (cluster.size_label.empty()) continue;
      const auto [index, is_new] = indexes.emplace(cluster.size_label, model_.sizes.size());
      if (is_new) model_.sizes.push_back({cluster.size_label});
      SizeTemplate& best = model_.sizes[index->second];
      SizeTemplate other = TemplateOf(cluster);
      other.clusters = best.clusters + 1;
      const bool is_better = other.cluster != nullptr &&
                             (best.cluster == nullptr || MemoryAndCpu(best.requests) < MemoryAndCpu(other.requests));
      if (is_better) best = std::move(other);
      if (!is_better) ++best.clusters;
    }
  }

  void CountPlaceholders() {
    for (SizeTemplate& size : model_.sizes) {
      for (const auto& [name, is_ready] : placeholders_[size.size]) size.placeholders += is_ready ? 1 : 0;
    }
  }

  Surge SurgeOf(const objects::HostedCluster& cluster) {
    Surge surge = {&cluster};
    const std::string name_space = objects::ControlPlaneNamespace(cluster.namespace_name, cluster.name);
    for (const auto& [key, component] : of_cluster_[&cluster].first) {
      const auto& [owner_kind, name] = key;
      if (owner_kind != "Deployment" || component.replicas > kMostReplicasWithSurge) continue;
      surge.pods.push_back({absl::StrCat(name_space, "/", name), component.pod});
      surge.pods.back().component = NumberOf(name_space, owner_kind, name);
      surge.requests += component.pod.requests;
    }
    return surge;
  }

  void FindSurge() {
    for (const objects::HostedCluster& cluster : inventory_.clusters) {
      Surge surge = SurgeOf(cluster);
      if (!surge.pods.empty() && MemoryAndCpu(model_.surge.requests) < MemoryAndCpu(surge.requests)) {
        model_.surge = std::move(surge);
      }
    }
  }

  const objects::Inventory& inventory_;
  const RequestChanges& changes_;
  std::map<const objects::HostedCluster*, effects::Requests> changed_;
  CapacityModel model_;
  std::map<std::string, size_t> nodes_;
  std::map<std::string, const objects::HostedCluster*> by_namespace_;
  std::map<std::string, size_t> rules_ = {{"", 0}};  // the indexes of the rules by RulesKey()
  std::map<std::tuple<std::string, std::string, std::string>, int> components_;
  // The placeholders of each size, and whether they are ready.
  std::map<std::string, std::map<std::string, bool>> placeholders_;
  // The components of each cluster, and the names of those that run on nodes of their own.
  std::map<const objects::HostedCluster*, std::pair<Components, std::set<std::string>>> of_cluster_;
};

}  // namespace

absl::StatusOr<CapacityModel> MakeCapacityModel(const objects::Inventory& inventory,
                                                const std::vector<std::string>& sizes,
                                                const std::vector<PlannedNodes>& planned,
                                                const RequestChanges& changes) {
  return CapacityModelBuilder(inventory, changes).Make(sizes, planned);
}

}  // namespace cpsizer::cli
