#ifndef CPSIZER_SERVER_PROCESS_TLS_CERTIFICATES_IN_USE_H_
#define CPSIZER_SERVER_PROCESS_TLS_CERTIFICATES_IN_USE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "server/process/tls/file_texts.h"

// The certificates that a program uses, with their validity. All certificates except authorities were valid when they
// were read.
namespace cpsizer::server {

// The side of a connection that presents the certificate.
enum class Side : uint8_t { kServer, kClient };

struct CertificateDates {
  std::string subject;  // such as `CN=example,O=org`
  absl::Time not_before;
  absl::Time not_after;
};

// The certificates of a file, in the order of the file; empty if there is no file.
struct CertificateFile {
  NamedFile file;
  std::vector<CertificateDates> certificates;

  // Returns the earliest expiry; the infinite future if there are no certificates.
  absl::Time FirstEnd() const;
};

struct CertificatesInUse {
  CertificateFile shown;        // the certificate of this program, then its issuers
  CertificateFile authorities;  // authorities for the certificates of the other side
};

// An expired certificate.
struct Expired {
  absl::Time not_after;
  bool shown;            // true for a presented certificate; false for an authority
  bool others_valid;     // true if another authority is still valid
  std::string sentence;  // describes the expired certificate, with flag, file, subject and remedy
};

// Returns the certificates that have expired at `now`: first the presented certificates, then the authorities.
std::vector<Expired> FindExpired(const CertificatesInUse& certificates, absl::Time now);

// Returns FailedPrecondition if a certificate has expired. The message is the sentence of the first entry of
// FindExpired(), with the number of the other entries.
absl::Status CheckExpiry(const CertificatesInUse& certificates, absl::Time now);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_CERTIFICATES_IN_USE_H_
