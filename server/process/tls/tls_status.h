#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_STATUS_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_STATUS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "server/process/tls/certificates_in_use.h"
#include "server/process/tls/last_good.h"

namespace cpsizer::server {

// The status of the TLS files of a server or of a client, for metrics and pages.
struct TlsStatus {
  absl::Time not_after;            // the first end, of the certificate that is shown and of its issuers behind it; the
                                   // infinite future if none is shown
  absl::Time authority_not_after;  // of the first authority for the other side to end; the infinite future without any
  int64_t taken = 0;               // other content that was good, since the start
  int64_t refused = 0;             // other content that could not be used, since the start
  std::string error;             // why the files as they are now cannot be used, else what of that in use has ended
};

// Returns the status at `now` of files with a valid value. `Value` has the certificates in use.
template <typename Value>
TlsStatus TlsStatusOf(const LastGood<Value>& files, absl::Time now) {
  const CertificatesInUse& certificates = files.value()->certificates;
  const absl::Status error = files.error().ok() ? CheckExpiry(certificates, now) : files.error();
  return {certificates.shown.FirstEnd(), certificates.authorities.FirstEnd(), files.taken(), files.refused(),
          std::string(error.message())};
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_STATUS_H_
