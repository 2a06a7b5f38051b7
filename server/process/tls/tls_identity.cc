#include "server/process/tls/tls_identity.h"

#include <utility>

#include "server/process/tls/tls_checks.h"

namespace cpsizer::server {
namespace {

enum ServerFile : size_t { kCertificate, kPrivateKey, kClientCa };

}  // namespace

std::vector<NamedFile> NamesOf(const TlsFiles& files) {
  std::vector<NamedFile> names = {{"--tls-cert-file", files.certificate},
                                  {"--tls-private-key-file", files.private_key}};
  if (!files.client_ca.empty()) names.push_back({"--client-ca-file", files.client_ca});
  return names;
}

absl::StatusOr<TlsIdentity> MakeTlsIdentity(const TlsFiles& files, const FileTexts& texts, absl::Time now) {
  const std::vector<NamedFile> names = NamesOf(files);
  absl::StatusOr<CertificateFile> shown = CheckPair({names[kCertificate], texts[kCertificate]},
                                                    {names[kPrivateKey], texts[kPrivateKey]}, Side::kServer, now);
  if (!shown.ok()) return shown.status();
  TlsIdentity identity;
  identity.certificate_chain = texts[kCertificate];
  identity.private_key = texts[kPrivateKey];
  identity.certificates.shown = *std::move(shown);
  if (files.client_ca.empty()) return identity;
  absl::StatusOr<CertificateFile> authorities = CheckAuthorities({names[kClientCa], texts[kClientCa]}, now);
  if (!authorities.ok()) return authorities.status();
  identity.client_ca = texts[kClientCa];
  identity.certificates.authorities = *std::move(authorities);
  return identity;
}

}  // namespace cpsizer::server
