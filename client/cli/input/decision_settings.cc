// The settings of decisions that depend on the inputs.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/base/print_error.h"
#include "client/cli/input/inputs.h"
#include "client/objects/lease/cpu_policies.h"
#include "client/objects/lease/sidecar_lease.h"
#include "client/objects/lease/vpa_settings.h"
#include "client/replicas/server_version.h"
#include "cpsizer/replicas_defaults.h"

namespace cpsizer::cli {

v1::SizeCpuPolicy ChooseCpuPolicy(const Inputs& inputs, v1::SizeCpuPolicy wanted, Screen& err) {
  if (wanted != v1::SIZE_CPU_POLICY_UNSPECIFIED || !inputs.installed_cpu_policy.has_value()) return wanted;
  const absl::StatusOr<v1::SizeCpuPolicy>& installed = *inputs.installed_cpu_policy;
  const v1::SizeCpuPolicy policy = installed.ok() ? *installed : wanted;
  const std::string lease = absl::StrCat("the lease ", objects::kInstalledNamespace, "/", objects::kSizesLease);
  PrintNote(
      absl::StrCat("decided with --cpu-policy=", objects::CpuPolicyName(policy),
                   installed.ok() ? absl::StrCat(", the policy of the sidecar of ", lease)
                                  : absl::StrCat(", the default; the policy of the sidecar could not be read from ",
                                                 lease, ": ", std::string(installed.status().message()))),
      err);
  return policy;
}

void AddInstalledVpaSettings(const Inputs& inputs, v1::RecommendSizeOptions& options, Screen& err) {
  v1::RecommendSizeOptions merged;
  const absl::Status status = objects::ReadVpaSettings(inputs.installed_vpa_settings, merged);
  const std::string lease = absl::StrCat("the lease ", objects::kInstalledNamespace, "/", objects::kSizesLease);
  if (!status.ok()) {
    return PrintNote(absl::StrCat("the VPA settings of ", lease, " are ignored: ", std::string(status.message())), err);
  }
  const std::string text = objects::VpaSettingsText(merged);
  if (text.empty()) return;
  PrintNote(absl::StrCat("decided with the VPA settings of the sidecar of ", lease, ": ", text), err);
  merged.MergeFrom(options);
  options = std::move(merged);
}

std::string ChooseKubernetesVersion(const Inputs& inputs, const std::string& wanted, Screen& err) {
  constexpr absl::string_view kDefaults = "the defaults are those of Kubernetes ";
  if (!wanted.empty()) {
    PrintNote(absl::StrCat(kDefaults, replicas::VersionWords(wanted), " (--kubernetes-version)"), err);
    return wanted;
  }
  if (!inputs.server_version.has_value()) {
    const std::vector<objects::FoundAutoscaler>& autoscalers = inputs.inventory.replicas.autoscalers;
    const bool matters = std::any_of(autoscalers.begin(), autoscalers.end(), [](const objects::FoundAutoscaler& found) {
      return found.autoscaler.spec().has_min_replicas() && found.autoscaler.spec().min_replicas() == 0;
    });
    if (matters) {
      PrintNote(absl::StrCat(kDefaults, kDefaultKubernetesVersion, "; set another version with --kubernetes-version"),
                err);
    }
    return "";
  }
  const absl::StatusOr<std::string>& version = *inputs.server_version;
  if (version.ok()) {
    PrintNote(absl::StrCat(kDefaults, replicas::VersionWords(*version), ", the version of the API server"), err);
    return *version;
  }
  PrintNote(absl::StrCat(kDefaults, kDefaultKubernetesVersion, ", because the version of the API server is not known: ",
                         std::string(version.status().message()), "; set it with --kubernetes-version"),
            err);
  return "";
}

}  // namespace cpsizer::cli
