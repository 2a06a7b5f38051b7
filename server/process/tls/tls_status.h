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
  absl::Time not_after;            // first expiry of the own certificate and its issuers; infinite future if none
  absl::Time authority_not_after;  // first expiry of the authorities for the other side; infinite future if none
  int64_t taken = 0;               // valid reloads since the start
  int64_t refused = 0;             // refused reloads since the start
  std::string error;               // error of the files, or else of the first expired certificate in use
};

// Returns the status of `files` at `now`. `files.value()` must not be null. `Value` has a member with the certificates
// in use.
template <typename Value>
TlsStatus TlsStatusOf(const LastGood<Value>& files, absl::Time now) {
  const CertificatesInUse& certificates = files.value()->certificates;
  const absl::Status error = files.error().ok() ? CheckExpiry(certificates, now) : files.error();
  return {certificates.shown.FirstEnd(), certificates.authorities.FirstEnd(), files.taken(), files.refused(),
          std::string(error.message())};
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_STATUS_H_
