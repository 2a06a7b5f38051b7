#include "client/objects/node_counts.h"

#include <algorithm>
#include <initializer_list>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/objects/hypershift.h"

namespace cpsizer::objects {
namespace {

std::pair<std::string, std::string> NamespacedNameOf(const Node& object) {
  return {std::string(TextAt(object, {"metadata", "namespace"})), std::string(TextAt(object, {"metadata", "name"}))};
}

Node Keep(const Node& map, std::initializer_list<absl::string_view> keys) {
  Node kept;
  kept.kind = NodeKind::kMap;
  kept.position = map.position;
  for (const Entry& entry : map.entries) {
    if (std::find(keys.begin(), keys.end(), entry.key) != keys.end()) kept.entries.push_back(entry);
  }
  return kept;
}

// Reads a number of nodes; 0 if it is absent. If it is not a whole number of 32 bits, adds a problem and returns
// nothing.
absl::optional<int32_t> ReadCount(const Node& object, std::initializer_list<absl::string_view> path,
                                  ProblemList& problems) {
  const Node& value = tree::Find(object, path);
  if (value.is_null()) return 0;
  if (value.kind == NodeKind::kInteger && value.integer == static_cast<int32_t>(value.integer)) {
    return static_cast<int32_t>(value.integer);
  }
  problems.Add(value.position, absl::StrCat(absl::StrJoin(path, "."), " is ", tree::KindWords(value.kind),
                                            " where a whole number of nodes is expected"));
  return absl::nullopt;
}

// A read of the metadata alone has no status. The API server then counts as available.
bool IsApiServerUnavailable(const Node& hosted_cluster) {
  if (hosted_cluster.Find("status") == nullptr) return false;
  for (const Node& condition : tree::Find(hosted_cluster, {"status", "conditions"}).items) {
    if (TextAt(condition, {"type"}) == "KubeAPIServerAvailable") return TextAt(condition, {"status"}) != "True";
  }
  return true;
}

}  // namespace

Node NodeCountParts(const Node& object) {
  Node parts = Keep(object, {"apiVersion", "kind", "metadata", "spec", "status"});
  for (Entry& entry : parts.entries) {
    if (!entry.value.is_map()) continue;
    const bool is_metadata = entry.key == "metadata";
    entry.value = is_metadata ? Keep(entry.value, {"namespace", "name"}) : Keep(entry.value, kNodeCountFields);
  }
  return parts;
}

void NodeCounts::AddHostedCluster(const Node& object) {
  if (IsApiServerUnavailable(object)) unavailable_.insert(NamespacedNameOf(object));
}

void NodeCounts::AddNodePool(const Node& object, ProblemList& problems) {
  const bool autoscaled = !tree::Find(object, {"spec", "autoScaling"}).is_null();
  const absl::optional<int32_t> nodes = ReadCount(object, {autoscaled ? "status" : "spec", "replicas"}, problems);
  if (!nodes.has_value()) return;
  Pools& pools = pools_[Name(NamespacedNameOf(object).first, TextAt(object, {"spec", "clusterName"}))];
  pools.nodes += std::max(*nodes, 0);
  pools.autoscaled = pools.autoscaled || autoscaled;
}

void NodeCounts::AddHostedControlPlane(const Node& object, ProblemList& problems) {
  if (tree::Find(object, {"status", "nodeCount"}).is_null()) return;
  const absl::optional<int32_t> nodes = ReadCount(object, {"status", "nodeCount"}, problems);
  // The operator takes a negative number for none.
  if (nodes.has_value()) reported_[NamespacedNameOf(object)] = std::max(*nodes, 0);
}

void NodeCounts::Apply(HostedCluster& cluster) const {
  const Name name(cluster.namespace_name, cluster.name);
  const auto reported = reported_.find(Name(ControlPlaneNamespace(name.first, name.second), name.second));
  if (reported != reported_.end()) {
    cluster.node_count = reported->second;
  } else if (!pools_.empty()) {  // the input has NodePools, so a cluster without a NodePool has no nodes
    const auto found = pools_.find(name);
    const Pools pools = found == pools_.end() ? Pools() : found->second;
    cluster.nodes_not_counted = pools.autoscaled && !cluster.size_label.empty() && unavailable_.contains(name);
    if (!cluster.nodes_not_counted) cluster.node_count = pools.nodes;
  }
  if (cluster.node_count.has_value() && !cluster.reads_recommendation) cluster.basis = SizeBasis::kNodes;
}

}  // namespace cpsizer::objects
