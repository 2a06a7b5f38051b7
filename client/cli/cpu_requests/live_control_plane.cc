#include "client/cli/cpu_requests/live_control_plane.h"

#include <iterator>
#include <vector>

#include "absl/strings/match.h"
#include "client/objects/cpu_objects.h"

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
};

}  // namespace

bool IsControlPlaneNamespace(absl::string_view name) {
  return name == "kube-system" || name == "openshift" || absl::StartsWith(name, "openshift-");
}

absl::StatusOr<ListedObjects> ReadControlPlane(const ClusterFlags& flags, bool with_usage) {
  std::vector<ListedKind> kinds(std::begin(kKinds), std::end(kKinds));
  if (with_usage) kinds.push_back({"metrics.k8s.io/v1beta1", "PodMetrics", "pods", true});
  return ListKinds(flags, kinds, objects::kCpuRequestKinds, [&](const ListedKind& kind, const tree::Node& object) {
    if (!kind.in_namespaces) return false;
    if (flags.name_space.empty() && !IsControlPlaneNamespace(tree::TextAt(object, {"metadata", "namespace"}))) {
      return true;
    }
    // Only static pods are used, and only a few of thousands of pods are static. The metrics of a static pod are found
    // by the name of the pod.
    return kind.kind == "Pod" && !objects::IsStaticPod(object);
  });
}

}  // namespace cpsizer::cli
