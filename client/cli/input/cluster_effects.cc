#include "client/cli/input/cluster_effects.h"

#include "absl/strings/str_cat.h"
#include "client/objects/hypershift.h"

namespace cpsizer::cli {
namespace {

// Labels of nodes that serve the requests of a cluster.
constexpr char kServesRequests[] = "hypershift.openshift.io/request-serving-component";
constexpr char kServedCluster[] = "hypershift.openshift.io/cluster";
constexpr char kNodePair[] = "osd-fleet-manager.openshift.io/paired-nodes";

std::string LabelOf(const objects::FoundCapacityNode& node, const char* key) {
  const auto it = node.labels.find(key);
  return it == node.labels.end() ? "" : it->second;
}

}  // namespace

effects::Annotations EffectAnnotationsOf(const objects::HostedCluster& cluster) {
  effects::Annotations annotations;
  for (const auto& [key, value] : cluster.effect_annotations) annotations[key] = value;
  for (const auto& [target, value] : cluster.request_overrides) {
    annotations[absl::StrCat(objects::kRequestOverridePrefix, target)] = value;
  }
  return annotations;
}

NodeMemoryLimits::NodeMemoryLimits(const std::vector<objects::FoundCapacityNode>& nodes) {
  for (const objects::FoundCapacityNode& node : nodes) {
    if (node.labels.count(kServesRequests) == 0) continue;
    by_cluster_[LabelOf(node, kServedCluster)].push_back(&node);
  }
}

std::string NodeMemoryLimits::Of(const objects::HostedCluster& cluster, absl::string_view size) const {
  const auto nodes = by_cluster_.find(objects::ControlPlaneNamespace(cluster.namespace_name, cluster.name));
  if (nodes == by_cluster_.end()) return "";
  std::string pair;
  for (const objects::FoundCapacityNode* node : nodes->second) {
    if (pair.empty()) pair = LabelOf(*node, kNodePair);
    if (pair.empty() || LabelOf(*node, kNodePair) != pair || LabelOf(*node, objects::kMachineSize) != size) continue;
    if (std::string limit = LabelOf(*node, objects::kNodeGoMemLimit); !limit.empty()) return limit;
  }
  return "";
}

}  // namespace cpsizer::cli
