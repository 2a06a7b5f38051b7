#include "client/cli/cpu_requests/live_control_plane.h"

#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/input/cluster_connection.h"
#include "client/cli/input/listed_kind.h"
#include "client/objects/cpu_objects.h"
#include "client/objects/inventory_builder.h"

namespace cpsizer::cli {
namespace {

constexpr ListedKind kKinds[] = {
    kListedInfrastructures,
    kListedKubeletConfigs,
    {"v1", "Node", "nodes", false},
    {"apps/v1", "Deployment", "deployments", true},
    {"apps/v1", "StatefulSet", "statefulsets", true},
    {"apps/v1", "DaemonSet", "daemonsets", true},
    {"v1", "Pod", "pods", true},
    {"metrics.k8s.io/v1beta1", "PodMetrics", "pods", true},
};

}  // namespace

bool IsControlPlaneNamespace(absl::string_view name) {
  return name == "kube-system" || name == "openshift" || absl::StartsWith(name, "openshift-");
}

absl::StatusOr<LiveControlPlane> ReadControlPlane(const ClusterFlags& flags, bool with_usage) {
  const absl::StatusOr<std::unique_ptr<ClusterConnection>> connection = ClusterConnection::Make(flags);
  if (!connection.ok()) return connection.status();
  objects::InventoryBuilder builder(objects::kCpuRequestKinds);
  LiveControlPlane live;
  for (const ListedKind& kind : kKinds) {
    if (kind.kind == "PodMetrics" && !with_usage) continue;
    const auto is_left_out = [&](const tree::Node& object) {
      if (!kind.in_namespaces) return false;
      if (flags.name_space.empty() && !IsControlPlaneNamespace(tree::TextAt(object, {"metadata", "namespace"}))) {
        return true;
      }
      // Of thousands of pods only the static ones count, and their metrics are found by name.
      return kind.kind == "Pod" && !objects::IsStaticPod(object);
    };
    const absl::Status status = ListKind(**connection, kind, flags.name_space, builder, is_left_out);
    if (absl::IsNotFound(status)) {
      live.not_read.push_back(absl::StrCat("the cluster has no ", kind.kind));
    } else if (absl::IsPermissionDenied(status)) {
      live.not_read.push_back(
          absl::StrCat("objects of kind ", kind.kind, " are left out: ", std::string(status.message())));
    } else if (!status.ok()) {
      return status;
    }
  }
  live.inventory = builder.Finish();
  return live;
}

}  // namespace cpsizer::cli
