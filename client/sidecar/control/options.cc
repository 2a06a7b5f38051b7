#include "client/sidecar/control/options.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "client/cluster_autoscaler/setting_checks.h"
#include "client/objects/lease/cpu_policies.h"
#include "client/objects/lease/vpa_settings.h"
#include "client/replicas/feature_gates.h"
#include "client/replicas/hpa_options.h"
#include "cpsizer/quantity.h"
#include "server/process/flag_table.h"

namespace cpsizer::sidecar {
namespace {

using server::Choice;
using server::Flag;
using server::SetBool;
using server::SetChoice;
using server::SetCount;
using server::SetDuration;

using cluster_autoscaler::CheckArchitecture;
using cluster_autoscaler::CheckCloudProvider;
using cluster_autoscaler::CheckExtraArgs;
using cluster_autoscaler::CheckImage;
using cluster_autoscaler::CheckNamespace;
using cluster_autoscaler::CheckReleaseVersion;

constexpr int kMaxRate = 100'000;
constexpr absl::Duration kShortest = absl::Seconds(1);

constexpr server::Program kProgram = {
    "cpsizer-sidecar",
    "Runs one controller: sizes writes the recommended size of hosted clusters as an annotation; replicas scales the "
    "targets of HorizontalPodAutoscalers; machines changes the size of the control plane machines; machine-autoscalers "
    "writes the bounds of MachineSets; cluster-autoscalers writes the objects of the cluster-autoscaler.",
    "SIGTERM or SIGINT: releases the lease and exits.\n"
    "Exit codes: 0 success, 1 --source=dir found no usable configuration, 2 invalid flag or file, 3 lost the lease or, "
    "with --source=dir, the service does not respond, 4 internal error."};

absl::Status SetText(absl::string_view text, std::string& value) {
  if (text.empty()) return absl::InvalidArgumentError("the value is empty; give one, or leave it out");
  value = std::string(text);
  return absl::OkStatus();
}

absl::Status SetSource(absl::string_view text, std::string& folder) {
  folder.clear();
  if (text == "cluster") return absl::OkStatus();
  const absl::string_view path = absl::StripPrefix(text, "dir:");
  if (path != text && !path.empty()) return SetText(path, folder);
  return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is neither cluster nor dir:PATH"));
}

absl::Status SetService(absl::string_view text, std::string& target) {
  target.clear();
  if (text == "in-process") return absl::OkStatus();
  for (const absl::string_view scheme : {"dns:///", "unix:", "ipv4:", "ipv6:"}) {
    if (absl::StartsWith(text, scheme) && text.size() > scheme.size()) return SetText(text, target);
  }
  return absl::InvalidArgumentError(absl::StrCat(Quoted(text), " is not in-process, dns:///HOST:PORT or unix:PATH"));
}

// Values of flags whose default depends on the controller. A value is absent if the flag is not set.
struct ExplicitFlags {
  absl::optional<std::string> lease_name;
  absl::optional<int> kube_api_qps;
  absl::optional<int> kube_api_burst;
};

void ApplyDefaults(const ExplicitFlags& explicit_flags, Options& options) {
  const ControllerInfo& info = InfoOf(options.controller);
  options.leader_elect_name = explicit_flags.lease_name.value_or(info.lease);
  options.kube_api_qps = explicit_flags.kube_api_qps.value_or(info.kube_api_qps);
  options.kube_api_burst = explicit_flags.kube_api_burst.value_or(info.kube_api_burst);
}

// Returns the values of --controller, such as `sizes|replicas`.
std::string ControllerNames() {
  return absl::StrJoin(kControllers, "|",
                       [](std::string* text, const ControllerInfo& info) { absl::StrAppend(text, info.name); });
}

// Returns the synonym for the controller `sizes`. Its metrics have another word than the flag, and renaming either
// would break alerts or manifests.
std::string LabelOfSizes() {
  const ControllerInfo& info = InfoOf(ControllerKind::kSizes);
  return absl::StrCat(info.label, "=", info.name);
}

// Returns a default that depends on the controller, for --help. For example `100; 200 for replicas`.
template <typename Value>
std::string DefaultOfEach(Value (*value)(const ControllerInfo&)) {
  std::string text = absl::StrCat(value(kControllers[0]));
  for (const ControllerInfo& info : absl::MakeConstSpan(kControllers).subspan(1)) {
    absl::StrAppend(&text, "; ", value(info), " for ", info.name);
  }
  return text;
}

std::vector<Flag> SourceFlags(Options& options, ExplicitFlags& explicit_flags) {
  return {
      {"--controller", ControllerNames(), InfoOf(ControllerKind::kSizes).name,
       "what to control: the sizes of hosted clusters, the replicas of the targets of HorizontalPodAutoscalers, the "
       "size of control plane machines, the bounds of MachineSets with MachineAutoscalers, or the objects of the "
       "cluster-autoscaler; size, the label of the metrics of sizes, is another word for sizes",
       [&](absl::string_view text) {
         Choice<ControllerKind> choices[std::size(kControllers)];
         for (size_t i = 0; i < std::size(kControllers); ++i) choices[i] = {kControllers[i].name, kControllers[i].kind};
         return SetChoice(text, choices, options.controller);
       },
       /*is_switch=*/false, /*only_with=*/"", LabelOfSizes()},
      {"--source", "cluster|dir:PATH", "cluster",
       "what to read: a cluster, or a folder of YAML and JSON; for a folder, the sidecar prints what it would write, "
       "and exits",
       [&](absl::string_view text) { return SetSource(text, options.source_folder); }},
      {"--kubeconfig", "FILE", "",
       "kubeconfig file for the cluster; the default is KUBECONFIG, the service account of the pod, or ~/.kube/config",
       [&](absl::string_view text) { return SetText(text, options.kubeconfig); }},
      {"--context", "NAME", "", "context of the kubeconfig; the default is the current context",
       [&](absl::string_view text) { return SetText(text, options.context); }},
      {"--watch", "true|false", "true", "watch for changes; if false, list all objects every --poll-interval instead",
       [&](absl::string_view text) { return SetBool(text, options.watch); }, true},
      {"--poll-interval", "DURATION", "10m",
       "time between two lists of all objects, in addition to watches or instead of them",
       [&](absl::string_view text) { return SetDuration(text, kShortest, options.poll_interval); }},
      {"--kube-api-qps", "COUNT", DefaultOfEach(+[](const ControllerInfo& info) { return info.kube_api_qps; }),
       "maximum number of requests per second to the API server; watches are not counted",
       [&](absl::string_view text) { return SetCount(text, 1, kMaxRate, explicit_flags.kube_api_qps.emplace()); }},
      {"--kube-api-burst", "COUNT", DefaultOfEach(+[](const ControllerInfo& info) { return info.kube_api_burst; }),
       "maximum number of requests to the API server in one burst",
       [&](absl::string_view text) { return SetCount(text, 1, kMaxRate, explicit_flags.kube_api_burst.emplace()); }},
  };
}

absl::Status SetHpaOption(const replicas::HpaOption& option, absl::string_view text,
                          v1::RecommendReplicasOptions& request_options) {
  if (option.form == replicas::HpaOptionForm::kDuration) {
    absl::Duration duration;
    absl::Status status = SetDuration(text, absl::ZeroDuration(), duration);
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
  return {{"--sync-period", "DURATION", "15s", "time between two decisions of one autoscaler",
           [&](absl::string_view text) { return SetDuration(text, kShortest, options.sync_period); }}};
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
      {"--sample-interval", "DURATION", "1m", "time between two measurements of the control plane nodes",
       [&](absl::string_view text) { return SetDuration(text, kShortest, options.sample_interval); }},
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

std::vector<Flag> DecisionFlags(Options& options) {
  return {
      {"--service", "ADDRESS", "in-process", "service that decides: in-process, dns:///HOST:PORT or unix:PATH",
       [&](absl::string_view text) { return SetService(text, options.service); }},
      {"--service-ca-file", "FILE", "",
       "certificate of the authority that issued the certificate of the service, in PEM; enables TLS to the service",
       [&](absl::string_view text) { return SetText(text, options.service_tls.server_ca.path); }},
      {"--service-cert-file", "FILE", "",
       "certificate to present to the service, in PEM; reloaded when it changes, as are --service-ca-file and "
       "--service-key-file",
       [&](absl::string_view text) { return SetText(text, options.service_tls.certificate.path); }},
      {"--service-key-file", "FILE", "", "private key of --service-cert-file, in PEM without a passphrase",
       [&](absl::string_view text) { return SetText(text, options.service_tls.private_key.path); }},
      {"--service-server-name", "NAME", "",
       "name that the service's certificate must have; the default is the name in --service",
       [&](absl::string_view text) { return SetText(text, options.service_server_name); }},
      {"--service-timeout", "DURATION", "2s", "timeout of a call to the service",
       [&](absl::string_view text) { return SetDuration(text, absl::Milliseconds(1), options.service_timeout); }},
      {"--mode", "enforce|observe", "observe",
       "observe writes nothing and logs what it would write; outside a pod enforce needs --context or "
       "--kubeconfig on the command line",
       [&](absl::string_view text) {
         return SetChoice(text, {Choice<bool>{"enforce", true}, Choice<bool>{"observe", false}}, options.enforce);
       }},
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
      {"--require-topology", "true|false", "true",
       "size only clusters with the topology dedicated-request-serving-components",
       [&](absl::string_view text) { return SetBool(text, options.require_topology); }, true},
      {"--manage-vpa", "true|false", "true", "create, repair and delete the VPAs of the clusters that are sized",
       [&](absl::string_view text) { return SetBool(text, options.manage_vpa); }, true},
      {"--per-cluster-metrics", "true|false", "false",
       "report the size, the headroom and the reason of a hold of each cluster in /metrics, with one series for each "
       "cluster; the sidecar then requests full details from the service",
       [&](absl::string_view text) { return SetBool(text, options.per_cluster_metrics); }, true},
  };
}

std::vector<Flag> LeaderFlags(Options& options, ExplicitFlags& explicit_flags) {
  return {
      {"--leader-elect", "true|false", "true", "let only one of several sidecars write",
       [&](absl::string_view text) { return SetBool(text, options.leader_elect); }, true},
      {"--leader-elect-resource-namespace", "NAME", "",
       "namespace of the lease; the default is the namespace of the pod, or cpsizer outside a pod",
       [&](absl::string_view text) { return SetText(text, options.leader_elect_namespace); }},
      {"--leader-elect-resource-name", "NAME", DefaultOfEach(+[](const ControllerInfo& info) { return info.lease; }),
       "name of the lease", [&](absl::string_view text) { return SetText(text, explicit_flags.lease_name.emplace()); }},
      {"--leader-elect-lease-duration", "DURATION", "2m17s", "how long a leader keeps the lease without renewing it",
       [&](absl::string_view text) { return SetDuration(text, kShortest, options.lease_duration); }},
      {"--leader-elect-renew-deadline", "DURATION", "1m47s",
       "how long a leader tries to renew the lease before it exits",
       [&](absl::string_view text) { return SetDuration(text, kShortest, options.renew_deadline); }},
      {"--leader-elect-retry-period", "DURATION", "26s", "time between two attempts to acquire or renew the lease",
       [&](absl::string_view text) { return SetDuration(text, absl::Milliseconds(100), options.retry_period); }},
  };
}

std::vector<Flag> AdminFlags(Options& options) {
  return {
      server::AdminAddrFlag(options.admin_addr),
      server::LogFormatFlag(options.log),
      server::LogLevelFlag(options.log),
  };
}

absl::Status CheckService(const Options& options) {
  const server::ClientTlsFiles& tls = options.service_tls;
  if (absl::Status status = CheckClientTlsFiles(tls); !status.ok()) return status;
  if (!options.service_server_name.empty() && tls.empty()) {
    return absl::InvalidArgumentError(
        "--service-server-name needs --service-ca-file: without TLS, the service presents no certificate");
  }
  if (!tls.empty() && options.service.empty()) {
    return absl::InvalidArgumentError("--service-ca-file needs --service: without it decisions are made in-process");
  }
  return absl::OkStatus();
}

absl::Status Check(const Options& options) {
  if (absl::Status status = CheckService(options); !status.ok()) return status;
  if (options.lease_duration <= options.renew_deadline || options.renew_deadline <= 1.2 * options.retry_period) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--leader-elect-lease-duration (", absl::FormatDuration(options.lease_duration),
        ") must be longer than --leader-elect-renew-deadline (", absl::FormatDuration(options.renew_deadline),
        "), and --leader-elect-renew-deadline must be longer than 1.2 times --leader-elect-retry-period (",
        absl::FormatDuration(options.retry_period), ")"));
  }
  if (!options.source_folder.empty() && (!options.kubeconfig.empty() || !options.context.empty())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--source=dir:", Quoted(options.source_folder), " does not read a cluster, and ",
        options.kubeconfig.empty() ? "--context" : "--kubeconfig", " selects one; leave one of the two out"));
  }
  const ControllerInfo& info = InfoOf(options.controller);
  if (!options.source_folder.empty() && !info.reads_folders) {
    return absl::InvalidArgumentError(
        absl::StrCat("--controller=", info.name, " needs a cluster, and --source=dir:", Quoted(options.source_folder),
                     " is a folder; leave one of the two out, or decide once with `", info.instead, "`"));
  }
  if (!options.source_folder.empty() && !options.admin_addr.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--source=dir:", Quoted(options.source_folder),
        " exits after one decision, and --admin-addr is for a process that stays; leave one of the two out"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<CommandLine> ParseCommandLine(absl::Span<const char* const> arguments) {
  CommandLine command_line;
  Options& options = command_line.options;
  options.size_options.set_cpu_policy(v1::SIZE_CPU_POLICY_WHEN_CAPACITY_CONFIGURED);
  options.size_options.set_hygiene(v1::SIZE_HYGIENE_MODE_ENFORCE);
  options.replicas_options = replicas::DefaultHpaOptions();
  ExplicitFlags explicit_flags;
  const std::vector<Flag> flags = server::JoinFlags(
      {SourceFlags(options, explicit_flags), DecisionFlags(options),
       server::OnlyWith("--controller=sizes", SizeFlags(options)),
       server::OnlyWith("--controller=sizes", VpaFlags(options)),
       server::OnlyWith("--controller=replicas|cluster-autoscalers", PeriodFlags(options)),
       server::OnlyWith("--controller=replicas", ReplicaFlags(options)),
       server::OnlyWith("--controller=machines|machine-autoscalers|cluster-autoscalers", MachineApiFlags(options)),
       server::OnlyWith("--controller=machines", MachineFlags(options)),
       server::OnlyWith("--controller=cluster-autoscalers", AutoscalerFlags(options)),
       LeaderFlags(options, explicit_flags), AdminFlags(options)});
  absl::StatusOr<std::string> print = server::ParseFlags(kProgram, flags, arguments);
  if (!print.ok()) return print.status();
  command_line.print = *std::move(print);
  ApplyDefaults(explicit_flags, options);
  options.names_cluster =
      server::IsAmongArguments("--kubeconfig", arguments) || server::IsAmongArguments("--context", arguments);
  if (absl::Status status = Check(options); !status.ok()) return status;
  return command_line;
}

}  // namespace cpsizer::sidecar
