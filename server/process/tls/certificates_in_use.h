#ifndef CPSIZER_SERVER_PROCESS_TLS_CERTIFICATES_IN_USE_H_
#define CPSIZER_SERVER_PROCESS_TLS_CERTIFICATES_IN_USE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "server/process/tls/file_texts.h"

// The certificates that a program uses, with the time range in which they are valid. The certificates that the program
// presents were valid when they were read. An authority for the peer may have expired before it was read.
namespace cpsizer::server {

// The side of a connection that presents a certificate.
enum class Side : uint8_t { kServer, kClient };

struct CertificateDates {
  std::string subject;  // such as `CN=example,O=org`
  absl::Time not_before;
  absl::Time not_after;
};

// The certificates of a file, in the order of the file. `certificates` is empty if there is no file.
struct CertificateFile {
  NamedFile file;
  std::vector<CertificateDates> certificates;

  // Returns the earliest expiry of the certificates. Returns InfiniteFuture if there are no certificates.
  absl::Time FirstEnd() const;
};

struct CertificatesInUse {
  CertificateFile shown;        // the certificate that this program presents, followed by its issuers
  CertificateFile authorities;  // the authorities that sign the certificates of the peer
};

// An expired certificate.
struct Expired {
  absl::Time not_after;
  bool shown;            // true for a certificate that the program presents; false for an authority
  bool others_valid;     // for an authority: true if another authority is still valid
  std::string sentence;  // describes the expired certificate: flag, file, subject, and what to do
};

// Returns the certificates that have expired at `now`: first the presented certificates, then the authorities.
std::vector<Expired> FindExpired(const CertificatesInUse& certificates, absl::Time now);

// Returns FailedPrecondition if a certificate has expired. The message is the sentence of the first result of
// FindExpired(), and the number of other results.
absl::Status CheckExpiry(const CertificatesInUse& certificates, absl::Time now);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_CERTIFICATES_IN_USE_H_
