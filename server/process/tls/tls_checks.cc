#include "server/process/tls/tls_checks.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "absl/strings/str_cat.h"
#include "server/process/show_time.h"
#include "server/process/tls/pem_certificates.h"

namespace cpsizer::server {
namespace {

using Context = std::unique_ptr<SSL_CTX, FreeWith<SSL_CTX, SSL_CTX_free>>;

absl::Status NoCertificates(const NamedFile& file) {
  return UnusableFile(file, "contains no valid certificates in PEM",
                      "write complete certificates, and replace the file atomically");
}

// Checks that `certificate` is valid at `now`. `what` is the name of the certificate in the error message.
absl::Status CheckDates(const NamedFile& file, absl::string_view what, const X509& certificate, absl::Time now) {
  if (now > NotAfter(certificate)) {
    return UnusableFile(file, absl::StrCat(what, " expired on ", ShowTime(NotAfter(certificate))),
                        "renew the certificate and replace the file");
  }
  if (now < NotBefore(certificate)) {
    return UnusableFile(file, absl::StrCat(what, " is not valid before ", ShowTime(NotBefore(certificate))),
                        "replace it, or check the clock of this machine");
  }
  return absl::OkStatus();
}

// Checks all certificates of the chain. The peer receives the whole chain. If an issuer is invalid, the peer rejects
// the first certificate too.
absl::Status CheckChainDates(const NamedFile& file, const std::vector<Certificate>& chain, absl::Time now) {
  absl::Status status = CheckDates(file, "the certificate", *chain[0], now);
  for (size_t i = 1; i < chain.size(); ++i) {
    status.Update(
        CheckDates(file, absl::StrCat("the issuer ", SubjectOf(*chain[i]), " of the certificate"), *chain[i], now));
  }
  return status;
}

CertificateFile FileOf(const NamedFile& file, const std::vector<Certificate>& certificates) {
  CertificateFile result = {file, {}};
  for (const Certificate& certificate : certificates) {
    result.certificates.push_back({SubjectOf(*certificate), NotBefore(*certificate), NotAfter(*certificate)});
  }
  return result;
}

absl::Status CheckKey(const NamedFile& certificate, const NamedFile& key_file, const std::vector<Certificate>& chain,
                      EVP_PKEY* key) {
  if (key == nullptr) {
    return UnusableFile(key_file, "contains no valid private key in PEM without a passphrase",
                        "write the private key of the certificate to this file");
  }
  for (size_t i = 0; i < chain.size(); ++i) {
    const bool belongs = X509_check_private_key(chain[i].get(), key) == 1;
    ERR_clear_error();
    if (!belongs) continue;
    if (i == 0) return absl::OkStatus();
    return UnusableFile(certificate, "the certificate of the key is not the first one",
                        "put it first, followed by the certificates of its issuers");
  }
  return UnusableFile(key_file, absl::StrCat("is not the key of ", FileLabel(certificate)),
                      "specify a matching certificate and key");
}

absl::Status CheckPurpose(const NamedFile& file, X509* certificate, Side side) {
  const bool serves = side == Side::kServer;
  if (X509_check_purpose(certificate, serves ? X509_PURPOSE_SSL_SERVER : X509_PURPOSE_SSL_CLIENT, /*ca=*/0) == 1) {
    return absl::OkStatus();
  }
  return UnusableFile(
      file, serves ? "the certificate is not for servers" : "the certificate is not for clients",
      serves ? "issue one with the extended key usage serverAuth" : "issue one with the extended key usage clientAuth");
}

// Passes the certificates and the key to OpenSSL, as gRPC does later. This detects errors that only OpenSSL reports,
// such as a key that is too short.
absl::Status CheckUse(const NamedFile& file, const std::vector<Certificate>& chain, EVP_PKEY* key) {
  const Context context(SSL_CTX_new(TLS_method()));
  const bool usable = context != nullptr && UseCertificates(chain, key, context.get());
  const std::string reason = OpenSslError();
  if (usable) return absl::OkStatus();
  return UnusableFile(file, absl::StrCat("OpenSSL rejects it: ", reason), "issue another certificate");
}

}  // namespace

absl::StatusOr<CertificateFile> CheckPair(const NamedText& certificate, const NamedText& key, Side side,
                                          absl::Time now) {
  const std::vector<Certificate> chain = ReadCertificates(certificate.text);
  if (chain.empty()) return NoCertificates(certificate.file);
  const PrivateKey private_key = ReadPrivateKey(key.text);
  absl::Status status = CheckKey(certificate.file, key.file, chain, private_key.get());
  if (status.ok()) status = CheckChainDates(certificate.file, chain, now);
  if (status.ok()) status = CheckPurpose(certificate.file, chain[0].get(), side);
  if (status.ok()) status = CheckUse(certificate.file, chain, private_key.get());
  if (!status.ok()) return status;
  return FileOf(certificate.file, chain);
}

absl::StatusOr<CertificateFile> CheckAuthorities(const NamedText& authorities, absl::Time now) {
  const std::vector<Certificate> certificates = ReadCertificates(authorities.text);
  if (certificates.empty()) return NoCertificates(authorities.file);
  absl::Status dates;
  bool any_valid = false;
  for (const Certificate& certificate : certificates) {
    if (X509_check_ca(certificate.get()) == 0) {
      return UnusableFile(authorities.file, "contains a certificate that is not a CA certificate",
                          "specify the certificates of the authorities that issue the certificates of the peer");
    }
    const absl::Status status =
        CheckDates(authorities.file, absl::StrCat("the authority ", SubjectOf(*certificate)), *certificate, now);
    any_valid |= status.ok();
    dates.Update(status);
  }
  // An expired authority may be in the file together with its successor.
  if (!any_valid) return dates;
  return FileOf(authorities.file, certificates);
}

}  // namespace cpsizer::server
