#include "client/sidecar/control/enforce_checks.h"

#include "absl/strings/str_cat.h"
#include "client/objects/lease/sidecar_lease.h"

namespace cpsizer::sidecar {

absl::Status CheckEnforce(const Options& options, const kube::ClusterConfig& config) {
  if (!options.enforce || config.is_pod_account) return absl::OkStatus();
  if (!options.names_cluster) {
    return absl::InvalidArgumentError(
        absl::StrCat("--mode=enforce writes to a cluster, and the command line does not specify one (it would be ",
                     config.origin, "); specify it with --context or --kubeconfig, or use --mode=observe"));
  }
  if (!options.leader_elect) {
    return absl::InvalidArgumentError(
        "--mode=enforce needs the lease outside a pod, because an installed sidecar may write too; leave "
        "--leader-elect=false out, or use --mode=observe");
  }
  return absl::OkStatus();
}

std::string LeaseNamespace(const Options& options, const kube::ClusterConfig& config) {
  if (!options.leader_elect_namespace.empty()) return options.leader_elect_namespace;
  return config.is_pod_account ? config.name_space : objects::kInstalledNamespace;
}

std::string InstalledLease(const Options& options) {
  return absl::StrCat(objects::kInstalledNamespace, "/", options.controller->lease);
}

absl::Status InstalledLeaseError(const Options& options, absl::string_view lease_name) {
  return absl::FailedPreconditionError(absl::StrCat(
      "a sidecar is installed with the lease ", InstalledLease(options),
      ", and this one would write at the same time with ", lease_name,
      "; leave out --leader-elect-resource-namespace and --leader-elect-resource-name, or delete the lease ",
      InstalledLease(options), " if its sidecar was removed"));
}

absl::Status CheckLease(const Options& options, absl::string_view lease_name, const tree::Node& lease) {
  if (lease.is_null()) {
    if (!options.leader_elect_namespace.empty()) return absl::OkStatus();
    return absl::FailedPreconditionError(
        absl::StrCat("there is no lease ", lease_name,
                     " of an installed sidecar; set --leader-elect-resource-namespace to the namespace where it is "
                     "installed, or, for the first sidecar, to the namespace for its lease"));
  }
  return options.own->CheckLease(lease_name, lease);
}

}  // namespace cpsizer::sidecar
