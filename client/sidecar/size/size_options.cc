#include <cstddef>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "client/objects/escape.h"
#include "client/objects/lease/cpu_policies.h"
#include "client/objects/lease/sidecar_lease.h"
#include "client/objects/lease/vpa_settings.h"
#include "client/sidecar/size/size_controller.h"

namespace cpsizer::sidecar {
namespace {

using server::Choice;
using server::Flag;
using server::SetChoice;
using server::SwitchFlag;

// The maximum length of an annotation value in a message. Other writers can change the value.
constexpr size_t kMaxPolicyBytes = 64;

std::vector<Flag> VpaFlags(v1::RecommendSizeOptions& request_options) {
  std::vector<Flag> flags;
  for (const objects::VpaSetting& setting : objects::kVpaSettings) {
    flags.push_back({setting.flag, setting.type, setting.default_text, setting.description,
                     [&setting, &request_options](absl::string_view text) {
                       return objects::SetVpaSetting(setting, text, request_options);
                     }});
  }
  return flags;
}

absl::string_view CpuPolicyOf(const v1::RecommendSizeOptions& request_options) {
  return objects::CpuPolicyName(request_options.cpu_policy());
}

}  // namespace

SizeOptions::SizeOptions() {
  request_options.set_cpu_policy(v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED);
  request_options.set_hygiene(v1::SIZE_HYGIENE_MODE_ENFORCE);
}

std::vector<Flag> SizeOptions::Flags() {
  std::vector<Flag> flags = {
      {"--cpu-policy", "POLICY", "when-capacity-configured",
       "when CPU is used to choose a size: when-capacity-configured, when-fraction-configured or never",
       [&](absl::string_view text) {
         Choice<v1::SizeCpuPolicy> choices[std::size(objects::kCpuPolicies)];
         for (size_t i = 0; i < std::size(choices); ++i) {
           choices[i] = {objects::kCpuPolicies[i].name, objects::kCpuPolicies[i].value};
         }
         v1::SizeCpuPolicy policy = v1::SIZE_CPU_POLICY_UNSPECIFIED;
         absl::Status status = SetChoice(text, choices, policy);
         request_options.set_cpu_policy(policy);
         names_cpu_policy = true;
         return status;
       }},
      {"--hygiene", "enforce|warn|off", "enforce",
       "how to handle VPA recommendations that are probably wrong: enforce holds the size, warn uses them with a "
       "warning, off uses them",
       [&](absl::string_view text) {
         v1::SizeHygieneMode mode = v1::SIZE_HYGIENE_MODE_UNSPECIFIED;
         absl::Status status = SetChoice(text,
                                         {Choice<v1::SizeHygieneMode>{"enforce", v1::SIZE_HYGIENE_MODE_ENFORCE},
                                          Choice<v1::SizeHygieneMode>{"warn", v1::SIZE_HYGIENE_MODE_WARN},
                                          Choice<v1::SizeHygieneMode>{"off", v1::SIZE_HYGIENE_MODE_OFF}},
                                         mode);
         request_options.set_hygiene(mode);
         return status;
       }},
      SwitchFlag("--require-topology", "size only clusters with the topology dedicated-request-serving-components",
                 require_topology),
      SwitchFlag("--manage-vpa", "create, repair and delete the VPAs of the clusters that are sized", manage_vpa),
      SwitchFlag("--per-cluster-metrics",
                 "report the size, the headroom and the reason of a hold of each cluster in /metrics, with one series "
                 "for each "
                 "cluster; the sidecar then requests full details from the service",
                 per_cluster_metrics),
  };
  return server::JoinFlags({std::move(flags), VpaFlags(request_options)});
}

void SizeOptions::AddSettings(std::vector<LogField>& settings) const {
  AddFields(request_options, settings);
  settings.push_back({"requireTopology", SwitchText(require_topology)});
  settings.push_back({"manageVpa", SwitchText(manage_vpa)});
  settings.push_back({"perClusterMetrics", SwitchText(per_cluster_metrics)});
}

std::vector<std::pair<std::string, std::string>> SizeOptions::LeaseAnnotations() const {
  // An empty value replaces the settings of the previous leader.
  return {{objects::kCpuPolicyAnnotation, std::string(CpuPolicyOf(request_options))},
          {objects::kVpaSettingsAnnotation, objects::VpaSettingsText(request_options)}};
}

absl::Status SizeOptions::CheckLease(absl::string_view lease_name, const tree::Node& lease) const {
  const absl::string_view published = objects::PublishedCpuPolicy(lease), ours = CpuPolicyOf(request_options);
  if (published == ours || (published.empty() && names_cpu_policy)) {
    return CheckVpaSettings(lease_name, lease);
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

absl::Status SizeOptions::CheckVpaSettings(absl::string_view lease_name, const tree::Node& lease) const {
  const absl::string_view published = objects::PublishedVpaSettings(lease);
  const std::string ours = objects::VpaSettingsText(request_options);
  if (published == ours) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "the sidecar of the lease ", lease_name, " decides with the VPA settings \"",
      objects::EscapeCut(published, kMaxPolicyBytes), "\" and this one with \"", ours,
      "\", which can lead to other sizes; set the flags --vpa-... of that sidecar, or delete the lease if its "
      "sidecar was removed"));
}

}  // namespace cpsizer::sidecar
