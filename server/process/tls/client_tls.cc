#include "server/process/tls/client_tls.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
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

absl::StatusOr<ClientTlsIdentity> MakeIdentity(const std::vector<NamedFile>& names, const FileTexts& texts,
                                               absl::Time now) {
  absl::StatusOr<CertificateFile> authorities = CheckAuthorities({names[kServerCa], texts[kServerCa]}, now);
  if (!authorities.ok()) return authorities.status();
  ClientTlsIdentity identity;
  identity.options.pem_root_certs = texts[kServerCa];
  identity.certificates.authorities = *std::move(authorities);
  if (texts.size() == 1) return identity;
  absl::StatusOr<CertificateFile> shown = CheckPair({names[kClientCertificate], texts[kClientCertificate]},
                                                    {names[kClientKey], texts[kClientKey]}, Side::kClient, now);
  if (!shown.ok()) return shown.status();
  identity.options.pem_cert_chain = texts[kClientCertificate];
  identity.options.pem_private_key = texts[kClientKey];
  identity.certificates.shown = *std::move(shown);
  return identity;
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
                                                                           const Clock& clock) {
  const std::vector<NamedFile> names = NamesOf(files);
  auto reloader = std::make_unique<ClientTlsReloader>(
      Side::kClient, names, clock,
      [names](const FileTexts& texts, absl::Time now) { return MakeIdentity(names, texts, now); });
  if (absl::Status status = reloader->Read(); !status.ok()) return status;
  return reloader;
}

std::shared_ptr<const grpc::SslCredentialsOptions> ClientTlsReloader::Reload() {
  const std::shared_ptr<const ClientTlsIdentity> identity = Poll();
  return {identity, &identity->options};
}

}  // namespace cpsizer::server
