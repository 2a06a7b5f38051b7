#include "client/replicas/server_version.h"

#include "absl/strings/str_cat.h"
#include "cpsizer/replicas_defaults.h"
#include "server/engine/base/text.h"

namespace cpsizer::replicas {

absl::StatusOr<std::string> ReadGitVersion(const tree::Node& answer) {
  const absl::string_view version = tree::TextAt(answer, {"gitVersion"});
  if (KubernetesMinor(version).has_value()) return std::string(version);
  return absl::InvalidArgumentError(absl::StrCat(kVersionPath, ": gitVersion \"", Quoted(version),
                                                 "\" is not a version of Kubernetes from v1.23 to v1.99"));
}

std::string VersionWords(const std::string& version) {
  return KubernetesMinor(version) <= kNewestKubernetesMinor
             ? version
             : absl::StrCat(version, ", treated as ", kDefaultKubernetesVersion);
}

void SetVersion(const std::string& version, const v1::HorizontalPodAutoscaler& autoscaler,
                v1::RecommendReplicasOptions& options) {
  const ReplicasDefaults defaults = ReplicasDefaultsOf(KubernetesMinor(version).value_or(kNewestKubernetesMinor));
  if (!version.empty()) options.set_kubernetes_version(version);
  const bool is_on = (!version.empty() && defaults.scale_to_zero) || ProvesScaleToZero(autoscaler);
  if (!options.has_scale_to_zero() && is_on) options.set_scale_to_zero(true);
  if (!options.has_configurable_tolerance()) options.set_configurable_tolerance(defaults.configurable_tolerance);
  if (!options.has_pod_level_resources()) options.set_pod_level_resources(defaults.pod_level_resources);
  if (options.zero_replicas_rule() == v1::REPLICAS_ZERO_RULE_UNSPECIFIED) {
    options.set_zero_replicas_rule(defaults.zero_rule);
  }
}

}  // namespace cpsizer::replicas
