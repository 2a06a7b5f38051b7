#ifndef CPSIZER_CLIENT_CLI_CPU_REQUESTS_LIVE_CONTROL_PLANE_H_
#define CPSIZER_CLIENT_CLI_CPU_REQUESTS_LIVE_CONTROL_PLANE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/base/flags.h"
#include "client/cli/input/listed_kind.h"

namespace cpsizer::cli {

// Returns whether `name` is a namespace of the control plane: `kube-system`, `openshift` or `openshift-...`. If no
// namespace is given, the workloads of these namespaces are read.
bool IsControlPlaneNamespace(absl::string_view name);

// Reads workloads, static pods and, if `with_usage`, PodMetrics of the namespace of `flags`. If `flags` have no
// namespace, reads the namespaces of the control plane. Also reads nodes, Infrastructure and KubeletConfigs. Writes
// nothing. Errors: the errors of ClusterConnection.
absl::StatusOr<ListedObjects> ReadControlPlane(const ClusterFlags& flags, bool with_usage);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CPU_REQUESTS_LIVE_CONTROL_PLANE_H_
