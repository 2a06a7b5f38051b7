#include "client/sidecar/control/kind_flags.h"

#include <iterator>

#include "absl/strings/str_cat.h"
#include "client/cluster_autoscaler/setting_checks.h"
#include "client/objects/lease/cpu_policies.h"
#include "client/objects/lease/vpa_settings.h"
#include "client/replicas/feature_gates.h"
#include "client/replicas/hpa_options.h"
#include "cpsizer/quantity.h"

namespace cpsizer::sidecar {
namespace {

using server::Choice;
using server::DurationFlag;
using server::Flag;
using server::SetChoice;
using server::SwitchFlag;

using cluster_autoscaler::CheckArchitecture;
using cluster_autoscaler::CheckCloudProvider;
using cluster_autoscaler::CheckExtraArgs;
using cluster_autoscaler::CheckImage;
using cluster_autoscaler::CheckNamespace;
using cluster_autoscaler::CheckReleaseVersion;

constexpr absl::Duration kShortestPeriod = absl::Seconds(1);

absl::Status SetHpaOption(const replicas::HpaOption& option, absl::string_view text,
                          v1::RecommendReplicasOptions& request_options) {
  if (option.form == replicas::HpaOptionForm::kDuration) {
    absl::Duration duration;
    absl::Status status = server::SetDuration(text, absl::ZeroDuration(), duration);
    option.set(absl::FormatDuration(duration), request_options);
    return status;
  }
  Quantity quantity;
  if (ParseQuantity(text, quantity) != QuantityError::kNone || quantity.nanos < 0) {
    return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is not a number of at least 0, such as 0.1"));
  }
  option.set(std::string(text), request_options);
  return absl::OkStatus();
}

Flag HpaFlag(const replicas::HpaOption& option, v1::RecommendReplicasOptions& request_options) {
  const bool is_duration = option.form == replicas::HpaOptionForm::kDuration;
  return {option.flag, is_duration ? "DURATION" : "NUMBER", option.default_value, option.inherited_description,
          [&option, &request_options](absl::string_view text) { return SetHpaOption(option, text, request_options); }};
}

absl::Status SetZeroReplicasRule(absl::string_view text, v1::RecommendReplicasOptions& request_options) {
  const auto& [condition, min_replicas] = replicas::kZeroReplicasRules;
  v1::ReplicasZeroRule rule = v1::REPLICAS_ZERO_RULE_UNSPECIFIED;
  absl::Status status = SetChoice(text,
                                  {Choice<v1::ReplicasZeroRule>{condition.name, condition.value},
                                   Choice<v1::ReplicasZeroRule>{min_replicas.name, min_replicas.value}},
                                  rule);
  request_options.set_zero_replicas_rule(rule);
  return status;
}

std::vector<Flag> PeriodFlags(Options& options) {
  return {DurationFlag("--sync-period", "time between two decisions of one autoscaler", kShortestPeriod,
                       options.sync_period)};
}

// Returns the description of --feature-gates. A Flag keeps only a view of it.
absl::string_view FeatureGatesDescription() {
  static const auto& text = *new std::string(
      absl::StrCat("as in kube-controller-manager; only the gates that decisions use; the default of each is ",
                   replicas::kDefaultFeatureGates));
  return text;
}

// Each flag that also exists in kube-controller-manager has the same name and the same default here.
std::vector<Flag> ReplicaFlags(Options& options) {
  v1::RecommendReplicasOptions& request_options = options.replicas_options;
  std::vector<Flag> flags;
  for (const replicas::HpaOption& option : replicas::HpaOptions()) flags.push_back(HpaFlag(option, request_options));
  flags.push_back({"--feature-gates", "NAME=true|false,...", "", FeatureGatesDescription(),
                   [&](absl::string_view text) { return replicas::SetFeatureGates(text, request_options); }});
  flags.push_back({"--zero-replicas-rule", "RULE", "",
                   "what lets an autoscaler scale its target up from zero replicas: scaled-to-zero-condition "
                   "(Kubernetes v1.36 and later) or min-replicas (earlier versions); the default is the rule of the "
                   "version of the API server",
                   [&](absl::string_view text) { return SetZeroReplicasRule(text, request_options); }});
  return flags;
}

// Sets `value` if `check` accepts the text.
absl::Status SetChecked(absl::string_view text, absl::Status (*check)(absl::string_view), std::string& value) {
  if (absl::Status status = check(text); !status.ok()) return status;
  return SetText(text, value);
}

std::vector<Flag> MachineApiFlags(Options& options) {
  return {{"--machine-namespace", "NAME", "openshift-machine-api",
           "namespace of machines, MachineSets, the ControlPlaneMachineSet and their autoscalers",
           [&](absl::string_view text) { return SetChecked(text, CheckNamespace, options.machine_namespace); }}};
}

std::vector<Flag> MachineFlags(Options& options) {
  return {
      DurationFlag("--sample-interval", "time between two measurements of the control plane nodes", kShortestPeriod,
                   options.sample_interval),
  };
}

// These flags have the same names as the flags of `cpsizer autoscaler`.
std::vector<Flag> AutoscalerFlags(Options& options) {
  v1::ClusterAutoscalerOperatorSettings& settings = options.autoscaler_settings;
  return {
      {"--release-version", "VERSION", "",
       "version of the operator, such as 4.18.2; the default of this flag and of --image, --cloud-provider and "
       "--extra-args is read from the environment of the Deployment cluster-autoscaler-operator",
       [&](absl::string_view text) {
         return SetChecked(text, CheckReleaseVersion, *settings.mutable_release_version());
       }},
      {"--image", "IMAGE", "", "image of the cluster-autoscaler",
       [&](absl::string_view text) { return SetChecked(text, CheckImage, *settings.mutable_image()); }},
      {"--cloud-provider", "NAME", "",
       "cloud provider of the cluster; the default is that of the Deployment cluster-autoscaler-operator, or else "
       "openshift, and clusterapi before release 4.23",
       [&](absl::string_view text) {
         return SetChecked(text, CheckCloudProvider, *settings.mutable_cloud_provider());
       }},
      {"--extra-args", "TEXT", "", "one additional argument of the cluster-autoscaler; it is not split at spaces",
       [&](absl::string_view text) { return SetChecked(text, CheckExtraArgs, *settings.mutable_extra_args()); }},
      {"--architecture", "NAME", "",
       "CPU architecture of nodes that do not specify one: amd64, arm64, ppc64le or s390x; the default is that of the "
       "present cluster-autoscaler, or else amd64",
       [&](absl::string_view text) { return SetChecked(text, CheckArchitecture, *settings.mutable_architecture()); }},
  };
}

std::vector<Flag> VpaFlags(Options& options) {
  std::vector<Flag> flags;
  for (const objects::VpaSetting& setting : objects::kVpaSettings) {
    flags.push_back({setting.flag, setting.type, setting.default_text, setting.description,
                     [&setting, &options](absl::string_view text) {
                       return objects::SetVpaSetting(setting, text, options.size_options);
                     }});
  }
  return flags;
}

std::vector<Flag> SizeFlags(Options& options) {
  return {
      {"--cpu-policy", "POLICY", "when-capacity-configured",
       "when CPU is used to choose a size: when-capacity-configured, when-fraction-configured or never",
       [&](absl::string_view text) {
         Choice<v1::SizeCpuPolicy> choices[std::size(objects::kCpuPolicies)];
         for (size_t i = 0; i < std::size(choices); ++i) {
           choices[i] = {objects::kCpuPolicies[i].name, objects::kCpuPolicies[i].value};
         }
         v1::SizeCpuPolicy policy = v1::SIZE_CPU_POLICY_UNSPECIFIED;
         absl::Status status = SetChoice(text, choices, policy);
         options.size_options.set_cpu_policy(policy);
         options.names_cpu_policy = true;
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
         options.size_options.set_hygiene(mode);
         return status;
       }},
      SwitchFlag("--require-topology", "size only clusters with the topology dedicated-request-serving-components",
                 options.require_topology),
      SwitchFlag("--manage-vpa", "create, repair and delete the VPAs of the clusters that are sized",
                 options.manage_vpa),
      SwitchFlag("--per-cluster-metrics",
                 "report the size, the headroom and the reason of a hold of each cluster in /metrics, with one series "
                 "for each "
                 "cluster; the sidecar then requests full details from the service",
                 options.per_cluster_metrics),
  };
}

}  // namespace

absl::Status SetText(absl::string_view text, std::string& value) {
  if (text.empty()) return absl::InvalidArgumentError("the value is empty; give one, or leave it out");
  value = std::string(text);
  return absl::OkStatus();
}

std::vector<Flag> FlagsOfKinds(Options& options) {
  return server::JoinFlags(
      {server::OnlyWith("--controller=sizes", SizeFlags(options)),
       server::OnlyWith("--controller=sizes", VpaFlags(options)),
       server::OnlyWith("--controller=replicas|cluster-autoscalers", PeriodFlags(options)),
       server::OnlyWith("--controller=replicas", ReplicaFlags(options)),
       server::OnlyWith("--controller=machines|machine-autoscalers|cluster-autoscalers", MachineApiFlags(options)),
       server::OnlyWith("--controller=machines", MachineFlags(options)),
       server::OnlyWith("--controller=cluster-autoscalers", AutoscalerFlags(options))});
}

}  // namespace cpsizer::sidecar
