#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_STATUS_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_STATUS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "server/process/tls/certificates_in_use.h"
#include "server/process/tls/last_good.h"

namespace cpsizer::server {

// The status of the TLS files of a server or a client, for metrics and the status page.
struct TlsStatus {
  // The earliest expiry of the presented certificate and its issuers. InfiniteFuture if there is no certificate.
  absl::Time not_after;
  // The earliest expiry of the authorities for the peer. InfiniteFuture if there is no authority.
  absl::Time authority_not_after;
  int64_t taken = 0;    // number of valid reloads since the start
  int64_t refused = 0;  // number of refused reloads since the start
  // The error of the files. If there is none, the error about the first expired certificate in use. Empty if there is
  // no error.
  std::string error;
};

// Returns the status of `files` at `now`. `files.value()` must not be null. `Value` must have a member `certificates`.
template <typename Value>
TlsStatus TlsStatusOf(const LastGood<Value>& files, absl::Time now) {
  const CertificatesInUse& certificates = files.value()->certificates;
  const absl::Status error = files.error().ok() ? CheckExpiry(certificates, now) : files.error();
  return {certificates.shown.FirstEnd(), certificates.authorities.FirstEnd(), files.taken(), files.refused(),
          std::string(error.message())};
}

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_STATUS_H_
