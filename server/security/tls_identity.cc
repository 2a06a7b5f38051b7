#include "server/security/tls_identity.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "server/security/pem_certificates.h"

namespace cpsizer::server {
namespace {

enum Place : size_t { kCertificate, kPrivateKey, kClientCa };

using Context = std::unique_ptr<SSL_CTX, FreeWith<SSL_CTX, SSL_CTX_free>>;

absl::Status Unusable(const NamedFile& file, absl::string_view why, absl::string_view way_out) {
  return absl::FailedPreconditionError(absl::StrCat(FileLabel(file), ": ", why, "; ", way_out));
}

absl::Status NoCertificates(const NamedFile& file) {
  return Unusable(file, "holds no certificates in PEM that can be read to the end",
                  "write the whole file, in one step if it is replaced");
}

std::string Show(absl::Time time) {
  return absl::FormatTime(absl::RFC3339_sec, time, absl::UTCTimeZone());
}

absl::Status CheckDates(const NamedFile& file, const X509& certificate, absl::Time now) {
  if (now > NotAfter(certificate)) {
    return Unusable(file, absl::StrCat("the certificate expired on ", Show(NotAfter(certificate))),
                    "put a renewed one there");
  }
  if (now < NotBefore(certificate)) {
    return Unusable(file, absl::StrCat("the certificate is not valid before ", Show(NotBefore(certificate))),
                    "put another one there, or check the clock of this machine");
  }
  return absl::OkStatus();
}

absl::Status CheckKey(const std::vector<NamedFile>& names, const std::vector<Certificate>& chain, EVP_PKEY* key) {
  if (key == nullptr) {
    return Unusable(names[kPrivateKey], "holds no private key in PEM that can be read without a passphrase",
                    "put one there");
  }
  for (size_t i = 0; i < chain.size(); ++i) {
    const bool belongs = X509_check_private_key(chain[i].get(), key) == 1;
    ERR_clear_error();
    if (!belongs) continue;
    if (i == 0) return absl::OkStatus();
    return Unusable(names[kCertificate], "the key's own certificate is not the first one",
                    "put it there, those of its issuers behind it");
  }
  return Unusable(names[kPrivateKey], absl::StrCat("is not the key of ", FileLabel(names[kCertificate])),
                  "give the two that belong together");
}

// Serves with them as gRPC will: what OpenSSL refuses then, such as a key that is too short, it refuses now.
absl::Status CheckServing(const std::vector<NamedFile>& names, const std::vector<Certificate>& chain, EVP_PKEY* key) {
  const Context context(SSL_CTX_new(TLS_server_method()));
  bool serves = context != nullptr && SSL_CTX_use_certificate(context.get(), chain[0].get()) == 1 &&
                SSL_CTX_use_PrivateKey(context.get(), key) == 1;
  for (size_t i = 1; serves && i < chain.size(); ++i) serves = SSL_CTX_add1_chain_cert(context.get(), chain[i].get());
  const char* const reason = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  if (serves) return absl::OkStatus();
  return Unusable(names[kCertificate],
                  absl::StrCat("OpenSSL does not serve with it: ", reason == nullptr ? "no reason given" : reason),
                  "issue another certificate");
}

absl::Status CheckAuthorities(const NamedFile& file, const std::vector<Certificate>& authorities, absl::Time now) {
  if (authorities.empty()) return NoCertificates(file);
  absl::Status dates;
  size_t valid = 0;
  for (const Certificate& authority : authorities) {
    if (X509_check_ca(authority.get()) == 0) {
      return Unusable(file, "holds a certificate that is not of an authority",
                      "name the certificates of those who issue the clients' certificates");
    }
    const absl::Status status = CheckDates(file, *authority, now);
    if (status.ok()) ++valid;
    dates.Update(status);
  }
  // One that has ended may stay beside its successor for a while.
  return valid > 0 ? absl::OkStatus() : dates;
}

}  // namespace

std::vector<NamedFile> NamesOf(const TlsFiles& files) {
  std::vector<NamedFile> names = {{"--tls-cert-file", files.certificate},
                                  {"--tls-private-key-file", files.private_key}};
  if (!files.client_ca.empty()) names.push_back({"--client-ca-file", files.client_ca});
  return names;
}

absl::StatusOr<TlsIdentity> MakeTlsIdentity(const TlsFiles& files, const FileTexts& texts, absl::Time now) {
  const std::vector<NamedFile> names = NamesOf(files);
  const std::vector<Certificate> chain = ReadCertificates(texts[kCertificate]);
  if (chain.empty()) return NoCertificates(names[kCertificate]);
  const PrivateKey key = ReadPrivateKey(texts[kPrivateKey]);
  absl::Status status = CheckKey(names, chain, key.get());
  if (status.ok()) status = CheckDates(names[kCertificate], *chain[0], now);
  if (status.ok() && X509_check_purpose(chain[0].get(), X509_PURPOSE_SSL_SERVER, /*ca=*/0) != 1) {
    status = Unusable(names[kCertificate], "the certificate is not for servers",
                      "issue one with the extended key usage serverAuth");
  }
  if (status.ok()) status = CheckServing(names, chain, key.get());
  if (!status.ok()) return status;

  TlsIdentity identity;
  identity.certificate_chain = texts[kCertificate];
  identity.private_key = texts[kPrivateKey];
  identity.not_after = NotAfter(*chain[0]);
  if (files.client_ca.empty()) return identity;
  const std::vector<Certificate> authorities = ReadCertificates(texts[kClientCa]);
  status = CheckAuthorities(names[kClientCa], authorities, now);
  if (!status.ok()) return status;
  identity.client_ca = texts[kClientCa];
  for (const Certificate& authority : authorities) {
    identity.client_ca_not_after = std::min(identity.client_ca_not_after, NotAfter(*authority));
  }
  return identity;
}

}  // namespace cpsizer::server
