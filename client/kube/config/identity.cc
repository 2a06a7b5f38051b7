#include "client/kube/config/identity.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/kube/config/pem.h"
#include "client/kube/http/url.h"

namespace cpsizer::kube {
namespace {

// Reads the certificate authority, the certificate and the key of `config`. Each of them is configured as text or as a
// file.
absl::StatusOr<TlsIdentity> ReadTls(const ClusterConfig& config) {
  const Credentials& credentials = config.credentials;
  absl::StatusOr<std::string> ca = ReadPem(config.certificate_authority, PemKind::kCertificate);
  if (!ca.ok()) return ca.status();
  absl::StatusOr<PemPair> pair = ReadPair(credentials.client_certificate, credentials.client_key);
  if (!pair.ok()) return pair.status();
  return TlsIdentity{*std::move(ca), std::move(pair->certificate), std::move(pair->key),
                     config.insecure_skip_tls_verify};
}

void AppendImpersonation(const Impersonation& as, std::vector<std::string>& headers) {
  if (as.user.empty()) return;
  headers.push_back(absl::StrCat("Impersonate-User: ", as.user));
  if (!as.uid.empty()) headers.push_back(absl::StrCat("Impersonate-Uid: ", as.uid));
  for (const std::string& group : as.groups) headers.push_back(absl::StrCat("Impersonate-Group: ", group));
  for (const auto& [key, values] : as.extra) {
    for (const std::string& value : values) {
      headers.push_back(absl::StrCat("Impersonate-Extra-", PercentEncoded(absl::AsciiStrToLower(key)), ": ", value));
    }
  }
}

}  // namespace

Identity::Identity(ClusterConfig config, Environment environment, std::function<void(absl::string_view)> log)
    : config_(std::move(config)), log_(std::move(log)) {
  const Credentials& credentials = config_.credentials;
  if (!credentials.token_file.empty()) {
    token_file_ = std::make_unique<TokenFile>(credentials.token_file, credentials.token);
  }
  if (credentials.exec.has_value()) {
    plugin_ = std::make_unique<ExecCredentialSource>(config_, std::move(environment), ExecCredentialOptions{log_});
  }
}

HttpOptions Identity::Http(absl::string_view user_agent) const {
  HttpOptions options;
  options.server = config_.server;
  options.server_name = config_.tls_server_name;
  options.user_agent = std::string(user_agent);
  if (!config_.proxy_url.empty()) options.proxy = config_.proxy_url;
  options.compress = !config_.disable_compression;
  return options;
}

absl::StatusOr<TlsIdentity> Identity::Tls(absl::Time now) {
  absl::StatusOr<TlsIdentity> read = ReadTls(config_);
  const std::string wrong(read.status().message());
  if (read.ok()) {
    good_ = *std::move(read);
  } else if (!good_.has_value()) {
    return read.status();
  } else if (wrong != wrong_) {
    log_(absl::StrCat("failed to reload the certificates for the API server: ", wrong, "; keeping the previous ones"));
  }
  wrong_ = wrong;
  TlsIdentity identity = *good_;
  if (plugin_ == nullptr) return identity;
  const absl::StatusOr<std::shared_ptr<const ExecCredential>> given = plugin_->Get(now);
  if (!given.ok()) return given.status();
  identity.certificate = (*given)->client_certificate;
  identity.key = (*given)->client_key;
  return identity;
}

std::string Identity::Token(absl::Time now) {
  if (plugin_ != nullptr) {
    absl::StatusOr<std::shared_ptr<const ExecCredential>> given = plugin_->Get(now);
    if (!given.ok()) log_(std::string(given.status().message()));
    sent_credentials_ = given.ok() ? *std::move(given) : nullptr;
    return sent_credentials_ == nullptr ? "" : sent_credentials_->token;
  }
  if (token_file_ == nullptr) return config_.credentials.token;
  const absl::StatusOr<CurrentToken> current = token_file_->Get(now);
  const absl::Status wrong = current.ok() ? current->stale : current.status();
  if (!wrong.ok()) log_(std::string(wrong.message()));
  return current.ok() ? current->token : "";
}

std::vector<std::string> Identity::Headers(absl::Time now) {
  std::vector<std::string> headers;
  const std::string token = Token(now);
  if (!token.empty()) headers.push_back(absl::StrCat("Authorization: Bearer ", token));
  AppendImpersonation(config_.credentials.impersonation, headers);
  return headers;
}

void Identity::Invalidate(absl::Time sent) {
  if (plugin_ != nullptr) plugin_->Invalidate(sent_credentials_);
  if (token_file_ != nullptr) token_file_->Invalidate(sent);
}

}  // namespace cpsizer::kube
