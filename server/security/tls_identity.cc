#include "server/security/tls_identity.h"

#include <algorithm>

#include "server/security/tls_checks.h"

namespace cpsizer::server {
namespace {

enum Place : size_t { kCertificate, kPrivateKey, kClientCa };

}  // namespace

std::vector<NamedFile> NamesOf(const TlsFiles& files) {
  std::vector<NamedFile> names = {{"--tls-cert-file", files.certificate},
                                  {"--tls-private-key-file", files.private_key}};
  if (!files.client_ca.empty()) names.push_back({"--client-ca-file", files.client_ca});
  return names;
}

absl::StatusOr<TlsIdentity> MakeTlsIdentity(const TlsFiles& files, const FileTexts& texts, absl::Time now) {
  const std::vector<NamedFile> names = NamesOf(files);
  const absl::StatusOr<absl::Time> end = CheckPair({names[kCertificate], texts[kCertificate]},
                                                   {names[kPrivateKey], texts[kPrivateKey]}, Side::kServer, now);
  if (!end.ok()) return end.status();
  TlsIdentity identity;
  identity.certificate_chain = texts[kCertificate];
  identity.private_key = texts[kPrivateKey];
  identity.not_after = *end;
  if (files.client_ca.empty()) return identity;
  const absl::StatusOr<absl::Time> authorities_end = CheckAuthorities({names[kClientCa], texts[kClientCa]}, now);
  if (!authorities_end.ok()) return authorities_end.status();
  identity.client_ca = texts[kClientCa];
  identity.client_ca_not_after = *authorities_end;
  return identity;
}

}  // namespace cpsizer::server
