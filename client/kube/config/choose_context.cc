#include "client/kube/config/choose_context.h"

#include <map>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/kube/config/bearer_token.h"
#include "client/kube/config/exec_spec.h"
#include "client/kube/config/pem.h"
#include "client/kube/config/server_url.h"
#include "client/kube/limits.h"
#include "client/kube/quoted.h"
#include "client/kube/read_file.h"

namespace cpsizer::kube {
namespace {

constexpr size_t kMaxNamesShown = 10;

absl::Status Bad(absl::string_view where, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat(where, what));
}

// Returns `status` with `where` in front of its message.
absl::Status At(absl::string_view where, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(where, status.message()));
}

template <typename Entry>
std::string NamesOf(const std::map<std::string, Entry>& entries) {
  if (entries.empty()) return "there is none";
  std::string names;
  size_t count = 0;
  for (const auto& [name, entry] : entries) {
    if (count++ == kMaxNamesShown) return absl::StrCat("there are ", names, " and more");
    absl::StrAppend(&names, names.empty() ? "" : ", ", Quoted(name));
  }
  return absl::StrCat(entries.size() == 1 ? "there is " : "there are ", names);
}

std::string FilesOf(const Kubeconfig& kubeconfig) {
  return OneLine(absl::StrJoin(kubeconfig.files, ":"), kMaxShownPathBytes);
}

absl::StatusOr<std::string> NameOfContext(const Kubeconfig& kubeconfig, absl::string_view context) {
  const std::string name = context.empty() ? kubeconfig.current_context : std::string(context);
  const std::string known = NamesOf(kubeconfig.contexts);
  if (name.empty() && kubeconfig.contexts.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(FilesOf(kubeconfig), ": contains no contexts; check that the file is a kubeconfig"));
  }
  if (name.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(FilesOf(kubeconfig), ": current-context is not set; select a context with --context: ", known));
  }
  if (kubeconfig.contexts.count(name) > 0) return name;
  return absl::NotFoundError(absl::StrCat(FilesOf(kubeconfig), ": there is no context ", Quoted(name), ", which ",
                                          context.empty() ? "current-context" : "--context", " selects; ", known));
}

absl::Status TakeCluster(const KubeconfigCluster& cluster, ClusterConfig& config) {
  if (cluster.server.empty()) return Bad(cluster.where, ".server is missing; give https://host:port");
  absl::StatusOr<std::string> server = NormalServerUrl(cluster.server);
  if (!server.ok()) return At(absl::StrCat(cluster.where, ".server "), server.status());
  config.server = *std::move(server);

  absl::StatusOr<Pem> authority = ChoosePem(cluster.where, "certificate-authority", cluster.certificate_authority,
                                            cluster.certificate_authority_data, PemKind::kCertificate);
  if (!authority.ok()) return authority.status();
  config.certificate_authority = *std::move(authority);
  if (cluster.insecure_skip_tls_verify && !config.certificate_authority.empty()) {
    return Bad(cluster.where,
               ".insecure-skip-tls-verify cannot be combined with a certificate authority, which it would disable; "
               "remove one");
  }
  config.insecure_skip_tls_verify = cluster.insecure_skip_tls_verify;
  config.tls_server_name = cluster.tls_server_name;
  if (!cluster.proxy_url.empty()) {
    const absl::Status proxy = CheckProxyUrl(cluster.proxy_url);
    if (!proxy.ok()) return At(absl::StrCat(cluster.where, ".proxy-url "), proxy);
  }
  config.proxy_url = cluster.proxy_url;
  config.disable_compression = cluster.disable_compression;
  config.exec_cluster_info = cluster.exec_cluster_info;
  return absl::OkStatus();
}

absl::Status TakeCertificate(const KubeconfigUser& user, Credentials& credentials) {
  absl::StatusOr<Pem> certificate = ChoosePem(user.where, "client-certificate", user.client_certificate,
                                              user.client_certificate_data, PemKind::kCertificate);
  if (!certificate.ok()) return certificate.status();
  // A key without a certificate is ignored, as in client-go.
  if (certificate->empty()) return absl::OkStatus();
  absl::StatusOr<Pem> key =
      ChoosePem(user.where, "client-key", user.client_key, user.client_key_data, PemKind::kPrivateKey);
  if (!key.ok()) return key.status();
  if (key->empty()) {
    return Bad(user.where, ".client-certificate has no key; set client-key or client-key-data too");
  }
  const absl::Status belong_together = ReadPair(*certificate, *key).status();
  if (!belong_together.ok()) return At(absl::StrCat(user.where, "."), belong_together);
  credentials.client_certificate = *std::move(certificate);
  credentials.client_key = *std::move(key);
  return absl::OkStatus();
}

absl::Status TakeToken(const KubeconfigUser& user, Credentials& credentials) {
  if (!user.token.empty()) {
    absl::StatusOr<std::string> token = BearerToken(user.token);
    if (!token.ok()) return At(absl::StrCat(user.where, ".token "), token.status());
    credentials.token = *std::move(token);
  }
  credentials.token_file = user.token_file;
  if (credentials.token_file.empty() || !credentials.token.empty()) return absl::OkStatus();
  const std::string where = absl::StrCat(user.where, ".tokenFile: ");
  const absl::StatusOr<std::string> text = ReadFile(user.token_file, kMaxTokenFileBytes);
  if (!text.ok()) return At(where, text.status());
  const absl::StatusOr<std::string> token = BearerToken(*text);
  return token.ok() ? absl::OkStatus() : At(absl::StrCat(where, Quoted(user.token_file), " "), token.status());
}

absl::Status CheckMethods(const KubeconfigUser& user) {
  if (user.has_auth_provider) {
    return Bad(user.where, ".auth-provider is not supported; use exec with a credential plugin, or a token");
  }
  if (user.has_basic_auth) {
    const bool has_token = !user.token.empty() || !user.token_file.empty();
    return Bad(user.where, has_token ? ".username and password cannot be combined with a token; remove them"
                                     : ".username and password are not supported: API servers refuse them since "
                                       "Kubernetes 1.19; use a token, a client certificate or exec");
  }
  const Impersonation& as = user.impersonation;
  if (as.user.empty() && (!as.uid.empty() || !as.groups.empty() || !as.extra.empty())) {
    return Bad(user.where,
               ".as is missing, and as-uid, as-groups or as-user-extra is set; set .as, or remove the others");
  }
  return absl::OkStatus();
}

absl::Status TakeUser(const KubeconfigUser& user, Credentials& credentials) {
  absl::Status status = CheckMethods(user);
  if (status.ok() && user.exec.has_value()) status = CheckExecSpec(*user.exec);
  if (status.ok()) status = TakeCertificate(user, credentials);
  if (status.ok()) status = TakeToken(user, credentials);
  if (!status.ok()) return status;
  credentials.impersonation = user.impersonation;
  const bool has_other =
      !credentials.token.empty() || !credentials.token_file.empty() || !credentials.client_certificate.empty();
  if (!user.exec.has_value() || has_other) return absl::OkStatus();
  credentials.exec = user.exec;
  return CheckNeedsNoTerminal(*user.exec);
}

}  // namespace

absl::StatusOr<ClusterConfig> ChooseContext(const Kubeconfig& kubeconfig, absl::string_view context) {
  const absl::StatusOr<std::string> name = NameOfContext(kubeconfig, context);
  if (!name.ok()) return name.status();
  const KubeconfigContext& chosen = kubeconfig.contexts.at(*name);
  ClusterConfig config;
  config.origin = absl::StrCat("context ", Quoted(*name), " of ", FilesOf(kubeconfig));
  config.name_space = chosen.name_space.empty() ? "default" : chosen.name_space;

  if (chosen.cluster.empty()) return Bad(chosen.where, ".cluster is missing; set it to one of the clusters");
  const auto cluster = kubeconfig.clusters.find(chosen.cluster);
  if (cluster == kubeconfig.clusters.end()) {
    return absl::NotFoundError(absl::StrCat(chosen.where, ".cluster: there is no cluster ", Quoted(chosen.cluster),
                                            "; ", NamesOf(kubeconfig.clusters)));
  }
  absl::Status status = TakeCluster(cluster->second, config);
  if (!status.ok()) return status;

  if (chosen.user.empty()) return config;
  const auto user = kubeconfig.users.find(chosen.user);
  if (user == kubeconfig.users.end()) {
    return absl::NotFoundError(
        absl::StrCat(chosen.where, ".user: there is no user ", Quoted(chosen.user), "; ", NamesOf(kubeconfig.users)));
  }
  status = TakeUser(user->second, config.credentials);
  if (!status.ok()) return status;
  if (!absl::StartsWith(config.server, "https://")) config.credentials = Credentials();
  return config;
}

}  // namespace cpsizer::kube
