#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_STATUS_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_STATUS_H_

#include <cstdint>
#include <string>

#include "absl/time/time.h"

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

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_STATUS_H_
