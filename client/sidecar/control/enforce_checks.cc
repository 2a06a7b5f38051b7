#include "client/sidecar/control/enforce_checks.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "client/objects/escape.h"
#include "client/objects/lease/cpu_policies.h"
#include "client/objects/lease/sidecar_lease.h"
#include "client/objects/lease/vpa_settings.h"

namespace cpsizer::sidecar {
namespace {

// The maximum length of an annotation value in a message. Other writers can change the value.
constexpr size_t kMaxPolicyBytes = 64;

absl::string_view CpuPolicyOf(const Options& options) {
  return objects::CpuPolicyName(options.size_options.cpu_policy());
}

absl::Status CheckVpaSettings(const Options& options, absl::string_view lease_name, const tree::Node& lease) {
  const absl::string_view published = objects::PublishedVpaSettings(lease);
  const std::string ours = objects::VpaSettingsText(options.size_options);
  if (published == ours) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "the sidecar of the lease ", lease_name, " decides with the VPA settings \"",
      objects::EscapeCut(published, kMaxPolicyBytes), "\" and this one with \"", ours,
      "\", which can lead to other sizes; set the flags --vpa-... of that sidecar, or delete the lease if its "
      "sidecar was removed"));
}

}  // namespace

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
  return absl::StrCat(objects::kInstalledNamespace, "/", InfoOf(options.controller).lease);
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
  if (options.controller != ControllerKind::kSizes) return absl::OkStatus();
  const absl::string_view published = objects::PublishedCpuPolicy(lease), ours = CpuPolicyOf(options);
  if (published == ours || (published.empty() && options.names_cpu_policy)) {
    return CheckVpaSettings(options, lease_name, lease);
  }
  if (published.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("the lease ", lease_name, " does not contain the CPU policy of its sidecar (the annotation ",
                     objects::kCpuPolicyAnnotation, "); set --cpu-policy to the policy of that sidecar"));
  }
  return absl::FailedPreconditionError(
      absl::StrCat("the sidecar of the lease ", lease_name, " decides with --cpu-policy=",
                   objects::EscapeCut(published, kMaxPolicyBytes), " and this one with --cpu-policy=", ours,
                   ", which leads to other sizes; start it with the policy of "
                   "the lease, or delete the lease if its sidecar was removed"));
}

std::vector<std::pair<std::string, std::string>> LeaseAnnotations(const Options& options) {
  if (options.controller != ControllerKind::kSizes) return {};
  // An empty value replaces the settings of the previous leader.
  return {{objects::kCpuPolicyAnnotation, std::string(CpuPolicyOf(options))},
          {objects::kVpaSettingsAnnotation, objects::VpaSettingsText(options.size_options)}};
}

}  // namespace cpsizer::sidecar
