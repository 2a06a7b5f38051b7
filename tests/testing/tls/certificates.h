#ifndef CPSIZER_TESTS_TESTING_TLS_CERTIFICATES_H_
#define CPSIZER_TESTS_TESTING_TLS_CERTIFICATES_H_

#include <openssl/types.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace cpsizer::testing {

// A certificate and its private key, in PEM.
struct CertifiedKey {
  std::string certificate;
  std::string key;
};

// The validity of a certificate, relative to the current time.
struct Validity {
  absl::Duration begins = -absl::Hours(1);
  absl::Duration ends = absl::Hours(24);
};

// The content of a certificate.
struct CertificateContent {
  std::string common_name = "test";
  // Subject alternative names in the format of OpenSSL, such as `URI:spiffe://example.org/sa/x,DNS:x.example.org`.
  std::string names;
  std::string usage = "clientAuth";  // extended key usage
  Validity validity;
  int rsa_bits = 0;  // 0 for an EC key
};

// A certificate authority for one test. If OpenSSL fails, the program aborts, because tests cannot continue without
// certificates.
class CertificateAuthority {
 public:
  explicit CertificateAuthority(const std::string& common_name, const Validity& validity = {});
  ~CertificateAuthority();
  CertificateAuthority(const CertificateAuthority&) = delete;
  CertificateAuthority& operator=(const CertificateAuthority&) = delete;

  // Returns the certificate of the authority, in PEM.
  const std::string& pem() const { return pem_; }

  CertifiedKey Issue(const CertificateContent& content) const;
  // Issues a certificate for a server at `localhost` and 127.0.0.1.
  CertifiedKey IssueServer() const;
  // Issues a certificate for a client. Kubernetes uses the common name as the user, and the organizations as its
  // groups.
  CertifiedKey IssueClient(const std::string& user, const std::vector<std::string>& groups) const;

 private:
  std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key_;
  std::unique_ptr<X509, void (*)(X509*)> certificate_;
  std::string pem_;
};

// Returns a new RSA key of 2,048 bits, in PEM, for signing service account tokens.
std::string NewRsaKey();

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_TLS_CERTIFICATES_H_
