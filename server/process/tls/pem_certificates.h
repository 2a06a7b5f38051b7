#ifndef CPSIZER_SERVER_PROCESS_TLS_PEM_CERTIFICATES_H_
#define CPSIZER_SERVER_PROCESS_TLS_PEM_CERTIFICATES_H_

#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace cpsizer::server {

template <typename T, void (*function)(T*)>
struct FreeWith {
  void operator()(T* object) const { function(object); }
};
using Certificate = std::unique_ptr<X509, FreeWith<X509, X509_free>>;
using PrivateKey = std::unique_ptr<EVP_PKEY, FreeWith<EVP_PKEY, EVP_PKEY_free>>;

// Returns all certificates of a PEM text, in the order of the text. Returns no certificates if one of the certificates
// is malformed, because the file may be written only partly.
std::vector<Certificate> ReadCertificates(absl::string_view pem);

// Returns null if there is no private key, or if the private key needs a passphrase.
PrivateKey ReadPrivateKey(absl::string_view pem);

// Makes `context` present the first certificate with its key, followed by its issuers. Returns false if OpenSSL rejects
// them. OpenSslError() then returns the reason.
bool UseCertificates(const std::vector<Certificate>& chain, EVP_PKEY* key, SSL_CTX* context);

// Returns the reason of the last error of OpenSSL on this thread, and clears the errors.
std::string OpenSslError();

absl::Time NotBefore(const X509& certificate);
absl::Time NotAfter(const X509& certificate);

// Returns the subject of a certificate, such as `CN=example,O=org` (RFC 2253), in printable ASCII.
std::string SubjectOf(const X509& certificate);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_PEM_CERTIFICATES_H_
