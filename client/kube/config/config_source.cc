#include "client/kube/config/config_source.h"

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/kube/config/bearer_token.h"
#include "client/kube/config/choose_context.h"
#include "client/kube/config/kubeconfig.h"
#include "client/kube/config/pem.h"
#include "client/kube/config/server_url.h"
#include "client/kube/limits.h"
#include "client/kube/quoted.h"
#include "client/kube/read_file.h"

namespace cpsizer::kube {
namespace {

constexpr absl::string_view kHostVariable = "KUBERNETES_SERVICE_HOST";
constexpr absl::string_view kPortVariable = "KUBERNETES_SERVICE_PORT";
// The type of the payload that marks the error of FindClusterConfig() for IsNothingSet().
constexpr absl::string_view kNothingSet = "cpsizer.kube/nothing-set";

std::string TokenPath(const std::string& folder) {
  return absl::StrCat(folder, "/token");
}

bool RunsInCluster(const std::string& folder, const Environment& environment) {
  return !ValueOf(environment, kHostVariable).empty() && !ValueOf(environment, kPortVariable).empty() &&
         ReadFile(TokenPath(folder), kMaxTokenFileBytes).ok();
}

std::string HomePath(const std::string& home) {
  return absl::StrCat(home, "/.kube/config");
}

absl::StatusOr<ClusterConfig> Choose(const absl::StatusOr<Kubeconfig>& kubeconfig, const ConfigOptions& options) {
  if (!kubeconfig.ok()) return kubeconfig.status();
  return ChooseContext(*kubeconfig, options.context);
}

absl::StatusOr<std::string> ServiceUrl(const Environment& environment) {
  const std::string host = ValueOf(environment, kHostVariable);
  const std::string port = ValueOf(environment, kPortVariable);
  if (host.empty() || port.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat(kHostVariable, " and ", kPortVariable, " must both be set, as in a pod"));
  }
  const bool is_ipv6 = absl::StrContains(host, ":");
  absl::StatusOr<std::string> url =
      NormalServerUrl(absl::StrCat("https://", is_ipv6 ? "[" : "", host, is_ipv6 ? "]" : "", ":", port));
  if (url.ok()) return url;
  return absl::FailedPreconditionError(
      absl::StrCat(kHostVariable, " and ", kPortVariable, ": ", url.status().message()));
}

std::string NamespaceOf(const std::string& folder, const Environment& environment) {
  std::string name = ValueOf(environment, "POD_NAMESPACE");
  if (!name.empty()) return name;
  const absl::StatusOr<std::string> text = ReadFile(absl::StrCat(folder, "/namespace"), kMaxTokenFileBytes);
  if (text.ok()) name = std::string(absl::StripAsciiWhitespace(*text));
  return name.empty() ? "default" : name;
}

absl::Status Unusable(absl::string_view why) {
  return absl::FailedPreconditionError(
      absl::StrCat("the service account of this pod cannot be used: ", why,
                   "; mount the service account's token, or set a file with --kubeconfig"));
}

// Reads the files of KUBECONFIG. An error names the variable, because its value may come from a profile of the shell.
absl::StatusOr<Kubeconfig> ReadFilesOfVariable(const std::string& list) {
  absl::StatusOr<Kubeconfig> kubeconfig = ReadKubeconfigList(list);
  // An error that no file exists already names the variable.
  if (kubeconfig.ok() || absl::IsNotFound(kubeconfig.status())) return kubeconfig;
  return absl::Status(kubeconfig.status().code(), absl::StrCat("KUBECONFIG: ", kubeconfig.status().message()));
}

// Returns the kubeconfig that FindClusterConfig() uses if this process does not run in a pod.
absl::StatusOr<Kubeconfig> ReadAnyKubeconfig(const ConfigOptions& options, const Environment& environment) {
  if (!options.kubeconfig.empty()) return ReadKubeconfig(options.kubeconfig);
  const std::string list = ValueOf(environment, "KUBECONFIG");
  if (!list.empty()) return ReadKubeconfigList(list);
  return ReadKubeconfig(HomePath(ValueOf(environment, "HOME")));
}

}  // namespace

absl::StatusOr<ClusterConfig> InClusterConfig(const std::string& folder, const Environment& environment) {
  ClusterConfig config;
  config.is_pod_account = true;
  config.origin = absl::StrCat("service account of this pod in ", Quoted(folder));
  absl::StatusOr<std::string> server = ServiceUrl(environment);
  if (!server.ok()) return server.status();
  config.server = *std::move(server);

  config.credentials.token_file = TokenPath(folder);
  const absl::StatusOr<std::string> text = ReadFile(config.credentials.token_file, kMaxTokenFileBytes);
  if (!text.ok()) return Unusable(text.status().message());
  const absl::StatusOr<std::string> token = BearerToken(*text);
  if (!token.ok()) {
    return Unusable(absl::StrCat(Quoted(config.credentials.token_file), " ", token.status().message()));
  }

  config.certificate_authority.file = absl::StrCat(folder, "/ca.crt");
  const absl::StatusOr<std::string> authority = ReadPem(config.certificate_authority, PemKind::kCertificate);
  if (!authority.ok()) return Unusable(authority.status().message());
  config.name_space = NamespaceOf(folder, environment);
  return config;
}

absl::StatusOr<ClusterConfig> FindClusterConfig(const ConfigOptions& options, const Environment& environment) {
  if (!options.kubeconfig.empty()) {
    const absl::StatusOr<Kubeconfig> kubeconfig = ReadKubeconfig(options.kubeconfig);
    if (kubeconfig.ok()) return Choose(kubeconfig, options);
    return absl::Status(kubeconfig.status().code(), absl::StrCat("--kubeconfig: ", kubeconfig.status().message()));
  }
  const std::string list = ValueOf(environment, "KUBECONFIG");
  if (!list.empty()) return Choose(ReadFilesOfVariable(list), options);

  if (RunsInCluster(options.service_account_folder, environment)) {
    if (options.context.empty()) return InClusterConfig(options.service_account_folder, environment);
    return absl::InvalidArgumentError(absl::StrCat("--context ", Quoted(options.context),
                                                   " selects a context of a kubeconfig, but this pod's service account "
                                                   "is used; set a file with --kubeconfig, or omit --context"));
  }
  const std::string home = ValueOf(environment, "HOME");
  if (!home.empty()) {
    const absl::StatusOr<Kubeconfig> kubeconfig = ReadKubeconfig(HomePath(home));
    if (kubeconfig.ok() || !absl::IsNotFound(kubeconfig.status())) return Choose(kubeconfig, options);
  }
  absl::Status nothing_set = absl::NotFoundError(
      absl::StrCat("no configuration of a Kubernetes API server: neither --kubeconfig nor KUBECONFIG is set, there is "
                   "no service account in ",
                   Quoted(options.service_account_folder), " and no file $HOME/.kube/config; give --kubeconfig"));
  nothing_set.SetPayload(kNothingSet, absl::Cord());
  return nothing_set;
}

bool IsNothingSet(const absl::Status& status) {
  return status.GetPayload(kNothingSet).has_value();
}

std::vector<std::string> ContextNames(const ConfigOptions& options, const Environment& environment) {
  const absl::StatusOr<Kubeconfig> kubeconfig = ReadAnyKubeconfig(options, environment);
  std::vector<std::string> names;
  if (!kubeconfig.ok()) return names;
  names.reserve(kubeconfig->contexts.size());
  for (const auto& [name, context] : kubeconfig->contexts) names.push_back(name);
  return names;
}

}  // namespace cpsizer::kube
