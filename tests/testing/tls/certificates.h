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

// From when until when a certificate is valid, seen from now.
struct Validity {
  absl::Duration begins = -absl::Hours(1);
  absl::Duration ends = absl::Hours(24);
};

// What shall stand in a certificate.
struct CertificateContent {
  std::string common_name = "test";
  // Subject alternative names as OpenSSL writes them, such as `URI:spiffe://example.org/sa/x,DNS:x.example.org`.
  std::string names;
  std::string usage = "clientAuth";  // extended key usage
  Validity validity;
  int rsa_bits = 0;  // 0: an EC key
};

// A certificate authority of one test. A failure of OpenSSL ends the program: there is nothing to go on with.
class CertificateAuthority {
 public:
  explicit CertificateAuthority(const std::string& common_name, const Validity& validity = {});
  ~CertificateAuthority();
  CertificateAuthority(const CertificateAuthority&) = delete;
  CertificateAuthority& operator=(const CertificateAuthority&) = delete;

  // Its own certificate, in PEM.
  const std::string& pem() const { return pem_; }

  CertifiedKey Issue(const CertificateContent& content) const;
  // For the server at `localhost` and 127.0.0.1.
  CertifiedKey IssueServer() const;
  // For a client; Kubernetes takes the common name for the user and the organizations for its groups.
  CertifiedKey IssueClient(const std::string& user, const std::vector<std::string>& groups) const;

 private:
  std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key_;
  std::unique_ptr<X509, void (*)(X509*)> certificate_;
  std::string pem_;
};

// A new RSA key of 2,048 bits, in PEM: what service account tokens are signed with.
std::string NewRsaKey();

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_TESTING_TLS_CERTIFICATES_H_
