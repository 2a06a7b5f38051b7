#include "server/rpc/security.h"

#include <utility>

#include "absl/time/clock.h"
#include "server/process/tls/handshake_log.h"
#include "server/rpc/security/tls_credentials.h"

namespace cpsizer::server {

absl::StatusOr<std::unique_ptr<Security>> Security::Load(const SecurityOptions& options) {
  std::unique_ptr<Security> security(new Security);
  if (options.tls.empty()) return security;
  if (options.tls_min_version == TlsVersion::k13) {
    if (absl::Status status = RequireTls13(); !status.ok()) return status;
  }
  NoteVerifyResults();
  absl::StatusOr<std::unique_ptr<TlsReloader>> tls = TlsReloader::Load(options.tls, absl::Now);
  if (!tls.ok()) return tls.status();
  security->tls_ = *std::move(tls);
  if (!options.allowed_clients.empty() || !options.authorization_file.empty()) {
    absl::StatusOr<std::unique_ptr<Authorizer>> authorizer =
        Authorizer::Load(options.allowed_clients, options.authorization_file);
    if (!authorizer.ok()) return authorizer.status();
    security->authorizer_ = *std::move(authorizer);
  }
  return security;
}

void Security::Poll() {
  if (tls_ != nullptr) tls_->Poll();
  if (authorizer_ != nullptr) authorizer_->Poll();
}

std::shared_ptr<grpc::ServerCredentials> Security::MakeCredentials() const {
  return tls_ == nullptr ? grpc::InsecureServerCredentials() : MakeTlsCredentials(*tls_);
}

absl::optional<TlsStatus> Security::tls_status() const {
  if (tls_ == nullptr) return absl::nullopt;
  return tls_->status();
}

}  // namespace cpsizer::server
