#ifndef CPSIZER_SERVER_PROCESS_TLS_CERTIFICATES_IN_USE_H_
#define CPSIZER_SERVER_PROCESS_TLS_CERTIFICATES_IN_USE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "server/process/tls/file_texts.h"

// What a program shows and believes, as far as it ends: all of it was good when it was read.
namespace cpsizer::server {

// Who shows the certificate.
enum class Side : uint8_t { kServer, kClient };

struct CertificateDates {
  std::string subject;  // such as `CN=example,O=org`
  absl::Time not_before;
  absl::Time not_after;
};

// The certificates of a file, in their order. None where there is no such file.
struct CertificateFile {
  NamedFile file;
  std::vector<CertificateDates> certificates;

  // When the first of them ends; the infinite future if there are none.
  absl::Time FirstEnd() const;
};

struct CertificatesInUse {
  CertificateFile shown;        // the own certificate, its issuers behind it
  CertificateFile authorities;  // for the certificates of the other side
};

// One that ended.
struct Expired {
  absl::Time not_after;
  bool shown;            // else an authority
  bool others_go_on;     // an authority beside one that is still good
  std::string sentence;  // with flag, file, subject and way out
};

// Those that have ended by `now`, what is shown first.
std::vector<Expired> FindExpired(const CertificatesInUse& certificates, absl::Time now);

// FailedPrecondition once one has ended, with the sentence of the first of FindExpired() and how many there are beside
// it.
absl::Status CheckExpiry(const CertificatesInUse& certificates, absl::Time now);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_CERTIFICATES_IN_USE_H_
