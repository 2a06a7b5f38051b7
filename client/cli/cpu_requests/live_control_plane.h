#ifndef CPSIZER_CLIENT_CLI_CPU_REQUESTS_LIVE_CONTROL_PLANE_H_
#define CPSIZER_CLIENT_CLI_CPU_REQUESTS_LIVE_CONTROL_PLANE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/flags.h"
#include "client/objects/inventory.h"

namespace cpsizer::cli {

// The objects of a cluster that a decision about CPU requests uses.
struct LiveControlPlane {
  objects::Inventory inventory;
  // Messages about objects that the cluster does not have or the user may not list; each is optional.
  std::vector<std::string> not_read;
};

// Whether the workloads of this namespace are those of the control plane, where no namespace is given: `kube-system`,
// `openshift` and `openshift-...`.
bool IsControlPlaneNamespace(absl::string_view name);

// Reads workloads, static pods and, `with_usage`, PodMetrics of the namespace of `flags`, or else of the namespaces of
// the control plane; and nodes, Infrastructure and KubeletConfigs. Writes nothing. Errors: those of ClusterConnection.
absl::StatusOr<LiveControlPlane> ReadControlPlane(const ClusterFlags& flags, bool with_usage);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CPU_REQUESTS_LIVE_CONTROL_PLANE_H_
