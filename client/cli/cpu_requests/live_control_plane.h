#ifndef CPSIZER_CLIENT_CLI_CPU_REQUESTS_LIVE_CONTROL_PLANE_H_
#define CPSIZER_CLIENT_CLI_CPU_REQUESTS_LIVE_CONTROL_PLANE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/flags.h"
#include "client/cli/input/listed_kind.h"

namespace cpsizer::cli {

// Returns whether the workloads of this namespace are those of the control plane if no namespace is given:
// `kube-system`, `openshift` and `openshift-...`.
bool IsControlPlaneNamespace(absl::string_view name);

// Reads workloads, static pods and, `with_usage`, PodMetrics of the namespace of `flags`, or else of the namespaces of
// the control plane; and nodes, Infrastructure and KubeletConfigs. Writes nothing. Errors: those of ClusterConnection.
absl::StatusOr<ListedObjects> ReadControlPlane(const ClusterFlags& flags, bool with_usage);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CPU_REQUESTS_LIVE_CONTROL_PLANE_H_
