#include "server/security/tls_checks.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "server/security/pem_certificates.h"

namespace cpsizer::server {
namespace {

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

absl::Status CheckKey(const NamedFile& certificate, const NamedFile& key_file, const std::vector<Certificate>& chain,
                      EVP_PKEY* key) {
  if (key == nullptr) {
    return Unusable(key_file, "holds no private key in PEM that can be read without a passphrase", "put one there");
  }
  for (size_t i = 0; i < chain.size(); ++i) {
    const bool belongs = X509_check_private_key(chain[i].get(), key) == 1;
    ERR_clear_error();
    if (!belongs) continue;
    if (i == 0) return absl::OkStatus();
    return Unusable(certificate, "the key's own certificate is not the first one",
                    "put it there, those of its issuers behind it");
  }
  return Unusable(key_file, absl::StrCat("is not the key of ", FileLabel(certificate)),
                  "give the two that belong together");
}

absl::Status CheckPurpose(const NamedFile& file, X509* certificate, Side side) {
  const bool serves = side == Side::kServer;
  if (X509_check_purpose(certificate, serves ? X509_PURPOSE_SSL_SERVER : X509_PURPOSE_SSL_CLIENT, /*ca=*/0) == 1) {
    return absl::OkStatus();
  }
  return Unusable(
      file, serves ? "the certificate is not for servers" : "the certificate is not for clients",
      serves ? "issue one with the extended key usage serverAuth" : "issue one with the extended key usage clientAuth");
}

// Uses them as gRPC will: what OpenSSL refuses then, such as a key that is too short, it refuses now.
absl::Status CheckUse(const NamedFile& file, const std::vector<Certificate>& chain, EVP_PKEY* key) {
  const Context context(SSL_CTX_new(TLS_method()));
  bool usable = context != nullptr && SSL_CTX_use_certificate(context.get(), chain[0].get()) == 1 &&
                SSL_CTX_use_PrivateKey(context.get(), key) == 1;
  for (size_t i = 1; usable && i < chain.size(); ++i) {
    usable = SSL_CTX_add1_chain_cert(context.get(), chain[i].get()) == 1;
  }
  const char* const reason = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  if (usable) return absl::OkStatus();
  return Unusable(file, absl::StrCat("OpenSSL does not take it: ", reason == nullptr ? "no reason given" : reason),
                  "issue another certificate");
}

}  // namespace

absl::StatusOr<absl::Time> CheckPair(const NamedText& certificate, const NamedText& key, Side side, absl::Time now) {
  const std::vector<Certificate> chain = ReadCertificates(certificate.text);
  if (chain.empty()) return NoCertificates(certificate.file);
  const PrivateKey private_key = ReadPrivateKey(key.text);
  absl::Status status = CheckKey(certificate.file, key.file, chain, private_key.get());
  if (status.ok()) status = CheckDates(certificate.file, *chain[0], now);
  if (status.ok()) status = CheckPurpose(certificate.file, chain[0].get(), side);
  if (status.ok()) status = CheckUse(certificate.file, chain, private_key.get());
  if (!status.ok()) return status;
  return NotAfter(*chain[0]);
}

absl::StatusOr<absl::Time> CheckAuthorities(const NamedText& authorities, absl::Time now) {
  const std::vector<Certificate> certificates = ReadCertificates(authorities.text);
  if (certificates.empty()) return NoCertificates(authorities.file);
  absl::Status dates;
  bool any_valid = false;
  absl::Time end = absl::InfiniteFuture();
  for (const Certificate& certificate : certificates) {
    if (X509_check_ca(certificate.get()) == 0) {
      return Unusable(authorities.file, "holds a certificate that is not of an authority",
                      "name the certificates of those who issue certificates to the other side");
    }
    const absl::Status status = CheckDates(authorities.file, *certificate, now);
    any_valid |= status.ok();
    dates.Update(status);
    end = std::min(end, NotAfter(*certificate));
  }
  // One that has ended may stay beside its successor for a while.
  if (!any_valid) return dates;
  return end;
}

}  // namespace cpsizer::server
