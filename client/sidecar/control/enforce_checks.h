#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_ENFORCE_CHECKS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_ENFORCE_CHECKS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/kube/config/cluster_config.h"
#include "client/sidecar/control/options.h"
#include "client/tree/node.h"

// Checks for a sidecar that was started manually, outside a pod. The checks prevent writes to the wrong cluster, and
// writes at the same time as the installed sidecar (docs/decisions/0023). The functions have no side effects.
namespace cpsizer::sidecar {

// Checks that a sidecar with `options` is allowed to run on the cluster of `config`. Two cases are always allowed:
// observe mode, and a sidecar in a pod that uses the service account of the pod. Errors: InvalidArgument with one
// sentence that says what to do.
absl::Status CheckEnforce(const Options& options, const kube::ClusterConfig& config);

// Returns the namespace of the lease: the value of --leader-elect-resource-namespace, or the namespace of the pod, or
// the namespace of the manifests in deploy/.
std::string LeaseNamespace(const Options& options, const kube::ClusterConfig& config);

// Returns `NAMESPACE/NAME` of the lease that the manifests in deploy/ configure for the controller of `options`.
std::string InstalledLease(const Options& options);

// Returns the error for a sidecar that was started manually and uses the lease `lease_name`, while the lease
// InstalledLease() exists. With two leases, the two sidecars would write at the same time. Errors: FailedPrecondition
// with one sentence that says what to do.
absl::Status InstalledLeaseError(const Options& options, absl::string_view lease_name);

// Checks that a sidecar that was started manually is allowed to acquire `lease`. `lease` is null if the object does not
// exist. `lease_name` is `NAMESPACE/NAME`. Errors: FailedPrecondition with one sentence that says what to do.
absl::Status CheckLease(const Options& options, absl::string_view lease_name, const tree::Node& lease);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_ENFORCE_CHECKS_H_
