#include "client/sidecar/control/options.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "client/sidecar/control/kind_flags.h"
#include "client/sidecar/control/kind_options.h"
#include "server/process/flag_table.h"

namespace cpsizer::sidecar {
namespace {

using server::Choice;
using server::DurationFlag;
using server::Flag;
using server::SetChoice;
using server::SetCount;
using server::SwitchFlag;

constexpr int kMaxRate = 100'000;
constexpr absl::Duration kShortest = absl::Seconds(1);

constexpr absl::string_view kFooter =
    "SIGTERM or SIGINT: releases the lease and exits.\n"
    "Exit codes: 0 success, 1 --source=dir found no usable configuration, 2 invalid flag or file, 3 lost the lease or, "
    "with --source=dir, the service does not respond, 4 internal error.";

// Returns a flag whose value is a text that must not be empty.
Flag TextFlag(absl::string_view name, const char* value_name, absl::string_view description, std::string& value) {
  return {name, value_name, "", description, [&value](absl::string_view text) { return SetText(text, value); }};
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

// The values of flags whose default depends on the controller, and the texts of flags. A Flag keeps only a view of its
// texts. A value is absent if the flag is not set.
struct ExplicitFlags {
  absl::optional<std::string> lease_name;
  absl::optional<int> kube_api_qps;
  absl::optional<int> kube_api_burst;
  std::deque<std::string> texts;
};

void ApplyDefaults(const ExplicitFlags& explicit_flags, Options& options) {
  const ControllerInfo& info = *options.controller;
  options.leader_elect_name = explicit_flags.lease_name.value_or(info.lease);
  options.kube_api_qps = explicit_flags.kube_api_qps.value_or(info.kube_api_qps);
  options.kube_api_burst = explicit_flags.kube_api_burst.value_or(info.kube_api_burst);
}

// Returns a default that depends on the controller, for --help. For example `100; 200 for replicas`.
template <typename Value>
std::string DefaultOfEach(Value ControllerInfo::*value) {
  std::string text = absl::StrCat(Controllers().front()->*value);
  for (const ControllerInfo* info : Controllers().subspan(1)) {
    absl::StrAppend(&text, "; ", info->*value, " for ", info->name);
  }
  return text;
}

std::vector<Flag> SourceFlags(Options& options, ExplicitFlags& explicit_flags) {
  return {
      ControllerFlag(options, explicit_flags.texts),
      {"--source", "cluster|dir:PATH", "cluster",
       "what to read: a cluster, or a folder of YAML and JSON; for a folder, the sidecar prints what it would write, "
       "and exits",
       [&](absl::string_view text) { return SetSource(text, options.source_folder); }},
      TextFlag("--kubeconfig", "FILE",
               "kubeconfig file for the cluster; the default is KUBECONFIG, the service account of the pod, or "
               "~/.kube/config",
               options.kubeconfig),
      TextFlag("--context", "NAME", "context of the kubeconfig; the default is the current context", options.context),
      SwitchFlag("--watch", "watch for changes; if false, list all objects every --poll-interval instead",
                 options.watch),
      DurationFlag("--poll-interval",
                   "time between two lists of all objects, in addition to watches or instead of them", kShortest,
                   options.poll_interval),
      {"--kube-api-qps", "COUNT", DefaultOfEach(&ControllerInfo::kube_api_qps),
       "maximum number of requests per second to the API server; watches are not counted",
       [&](absl::string_view text) { return SetCount(text, 1, kMaxRate, explicit_flags.kube_api_qps.emplace()); }},
      {"--kube-api-burst", "COUNT", DefaultOfEach(&ControllerInfo::kube_api_burst),
       "maximum number of requests to the API server in one burst",
       [&](absl::string_view text) { return SetCount(text, 1, kMaxRate, explicit_flags.kube_api_burst.emplace()); }},
  };
}

std::vector<Flag> DecisionFlags(Options& options) {
  return {
      {"--service", "ADDRESS", "in-process", "service that decides: in-process, dns:///HOST:PORT or unix:PATH",
       [&](absl::string_view text) { return SetService(text, options.service); }},
      TextFlag(
          "--service-ca-file", "FILE",
          "certificate of the authority that issued the certificate of the service, in PEM; enables TLS to the service",
          options.service_tls.server_ca.path),
      TextFlag("--service-cert-file", "FILE",
               "certificate to present to the service, in PEM; reloaded when it changes, as are --service-ca-file and "
               "--service-key-file",
               options.service_tls.certificate.path),
      TextFlag("--service-key-file", "FILE", "private key of --service-cert-file, in PEM without a passphrase",
               options.service_tls.private_key.path),
      TextFlag("--service-server-name", "NAME",
               "name that the service's certificate must have; the default is the name in --service",
               options.service_server_name),
      DurationFlag("--service-timeout", "timeout of a call to the service", absl::Milliseconds(1),
                   options.service_timeout),
      {"--mode", "enforce|observe", "observe",
       "observe writes nothing and logs what it would write; outside a pod enforce needs --context or "
       "--kubeconfig on the command line",
       [&](absl::string_view text) {
         return SetChoice(text, {Choice<bool>{"enforce", true}, Choice<bool>{"observe", false}}, options.enforce);
       }},
  };
}

std::vector<Flag> LeaderFlags(Options& options, ExplicitFlags& explicit_flags) {
  return {
      SwitchFlag("--leader-elect", "let only one of several sidecars write", options.leader_elect),
      TextFlag("--leader-elect-resource-namespace", "NAME",
               "namespace of the lease; the default is the namespace of the pod, or cpsizer outside a pod",
               options.leader_elect_namespace),
      {"--leader-elect-resource-name", "NAME", DefaultOfEach(&ControllerInfo::lease), "name of the lease",
       [&](absl::string_view text) { return SetText(text, explicit_flags.lease_name.emplace()); }},
      DurationFlag("--leader-elect-lease-duration", "how long a leader keeps the lease without renewing it", kShortest,
                   options.lease_duration),
      DurationFlag("--leader-elect-renew-deadline", "how long a leader tries to renew the lease before it exits",
                   kShortest, options.renew_deadline),
      DurationFlag("--leader-elect-retry-period", "time between two attempts to acquire or renew the lease",
                   absl::Milliseconds(100), options.retry_period),
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
  const ControllerInfo& info = *options.controller;
  if (!options.source_folder.empty() && info.run_on_folder == nullptr) {
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
  std::vector<std::shared_ptr<KindOptions>> of_kinds;
  for (const ControllerInfo* info : Controllers()) of_kinds.push_back(info->make_options());
  ExplicitFlags explicit_flags;
  const std::vector<Flag> flags = server::JoinFlags({SourceFlags(options, explicit_flags), DecisionFlags(options),
                                                     FlagsOfKinds(options, of_kinds, explicit_flags.texts),
                                                     LeaderFlags(options, explicit_flags), AdminFlags(options)});
  const std::string about = AboutControllers();
  absl::StatusOr<std::string> print = server::ParseFlags({"cpsizer-sidecar", about, kFooter}, flags, arguments);
  if (!print.ok()) return print.status();
  command_line.print = *std::move(print);
  const absl::Span<const ControllerInfo* const> controllers = Controllers();
  options.own = of_kinds[absl::c_find(controllers, options.controller) - controllers.begin()];
  ApplyDefaults(explicit_flags, options);
  options.names_cluster =
      server::IsAmongArguments("--kubeconfig", arguments) || server::IsAmongArguments("--context", arguments);
  if (absl::Status status = Check(options); !status.ok()) return status;
  return command_line;
}

}  // namespace cpsizer::sidecar
