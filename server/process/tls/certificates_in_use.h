#ifndef CPSIZER_SERVER_PROCESS_TLS_CERTIFICATES_IN_USE_H_
#define CPSIZER_SERVER_PROCESS_TLS_CERTIFICATES_IN_USE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "server/process/tls/file_texts.h"

// The certificates that a program uses, with their validity: all were valid when they were read.
namespace cpsizer::server {

// The side that presents the certificate.
enum class Side : uint8_t { kServer, kClient };

struct CertificateDates {
  std::string subject;  // such as `CN=example,O=org`
  absl::Time not_before;
  absl::Time not_after;
};

// The certificates of a file, in their order; empty without a file.
struct CertificateFile {
  NamedFile file;
  std::vector<CertificateDates> certificates;

  // Returns the earliest expiry; the infinite future without certificates.
  absl::Time FirstEnd() const;
};

struct CertificatesInUse {
  CertificateFile shown;        // the own certificate, then its issuers
  CertificateFile authorities;  // authorities for the certificates of the other side
};

// An expired certificate.
struct Expired {
  absl::Time not_after;
  bool shown;            // false for an authority
  bool others_valid;     // another authority is still valid
  std::string sentence;  // with flag, file, subject and remedy
};

// Returns the certificates that have expired at `now`, the own ones first.
std::vector<Expired> FindExpired(const CertificatesInUse& certificates, absl::Time now);

// Returns FailedPrecondition if a certificate has expired, with the sentence of the first of FindExpired() and the
// number of others.
absl::Status CheckExpiry(const CertificatesInUse& certificates, absl::Time now);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_CERTIFICATES_IN_USE_H_
