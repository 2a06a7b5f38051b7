#include "server/process/tls/client_tls.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "server/process/logging.h"
#include "server/process/tls/tls_checks.h"

namespace cpsizer::server {
namespace {

enum ClientFile : size_t { kServerCa, kClientCertificate, kClientKey };

std::vector<NamedFile> NamesOf(const ClientTlsFiles& files) {
  if (files.certificate.path.empty()) return {files.server_ca};
  return {files.server_ca, files.certificate, files.private_key};
}

absl::Status Needs(const NamedFile& one, const NamedFile& other, absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat(one.flag, " needs ", other.flag, ", ", what));
}

}  // namespace

absl::Status CheckClientTlsFiles(const ClientTlsFiles& files) {
  const auto& [server_ca, certificate, private_key] = files;
  if (!certificate.path.empty() && private_key.path.empty()) {
    return Needs(certificate, private_key, "the key of that certificate");
  }
  if (!private_key.path.empty() && certificate.path.empty()) {
    return Needs(private_key, certificate, "the certificate of that key");
  }
  if (!certificate.path.empty() && files.empty()) {
    return Needs(certificate, server_ca, "the authority that issued the server's certificate");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<ClientTlsReloader>> ClientTlsReloader::Load(const ClientTlsFiles& files,
                                                                           std::function<absl::Time()> clock) {
  std::unique_ptr<ClientTlsReloader> reloader(new ClientTlsReloader(files, std::move(clock)));
  const absl::MutexLock lock(&reloader->mutex_);
  reloader->last_good_.Offer(ReadFiles(reloader->names_));
  if (!reloader->last_good_.error().ok()) return reloader->last_good_.error();
  return reloader;
}

ClientTlsReloader::ClientTlsReloader(const ClientTlsFiles& files, std::function<absl::Time()> clock)
    : files_(files),
      names_(NamesOf(files)),
      clock_(std::move(clock)),
      last_good_([this](const FileTexts& texts) { return Check(texts); }) {}

absl::StatusOr<ClientTlsReloader::Identity> ClientTlsReloader::Check(const FileTexts& texts) const {
  const absl::Time now = clock_();
  absl::StatusOr<CertificateFile> authorities = CheckAuthorities({names_[kServerCa], texts[kServerCa]}, now);
  if (!authorities.ok()) return authorities.status();
  Identity identity;
  identity.options.pem_root_certs = texts[kServerCa];
  identity.certificates.authorities = *std::move(authorities);
  if (texts.size() == 1) return identity;
  absl::StatusOr<CertificateFile> shown = CheckPair({names_[kClientCertificate], texts[kClientCertificate]},
                                                    {names_[kClientKey], texts[kClientKey]}, Side::kClient, now);
  if (!shown.ok()) return shown.status();
  identity.options.pem_cert_chain = texts[kClientCertificate];
  identity.options.pem_private_key = texts[kClientKey];
  identity.certificates.shown = *std::move(shown);
  return identity;
}

std::shared_ptr<const ClientTlsReloader::Identity> ClientTlsReloader::Read() {
  absl::StatusOr<FileTexts> texts = ReadFiles(names_);  // reads before the lock is taken, because disks are slow
  const absl::MutexLock lock(&mutex_);
  switch (last_good_.Offer(std::move(texts))) {
    case ReloadResult::kNone:
      break;
    case ReloadResult::kTaken:
      Log(LogLevel::kInfo, "reloaded the TLS files for calls to the service; connecting again");
      break;
    case ReloadResult::kRestored:
      Log(LogLevel::kInfo,
          "the TLS files for calls to the service were changed back to the version in use; nothing to reload");
      break;
    case ReloadResult::kRefused:
      Log(LogLevel::kError, "failed to reload the TLS files for calls to the service; keeping the previous ones",
          {{"error", last_good_.error().message()}});
      break;
  }
  return last_good_.value();
}

std::shared_ptr<const grpc::SslCredentialsOptions> ClientTlsReloader::Reload() {
  const std::shared_ptr<const Identity> identity = Read();
  expiry_log_.Check({identity, &identity->certificates}, clock_());
  return {identity, &identity->options};
}

TlsStatus ClientTlsReloader::status() const {
  const absl::MutexLock lock(&mutex_);
  return TlsStatusOf(last_good_, clock_());
}

}  // namespace cpsizer::server
