#ifndef CPSIZER_SERVER_SECURITY_TLS_STATUS_H_
#define CPSIZER_SERVER_SECURITY_TLS_STATUS_H_

#include <cstdint>
#include <string>

#include "absl/time/time.h"

namespace cpsizer::server {

// What metrics and pages tell of the files of TLS, of a server or of a client.
struct TlsStatus {
  absl::Time not_after;            // of the certificate that is shown; the infinite future if none is
  absl::Time authority_not_after;  // of the first authority for the other side to end; the infinite future without any
  int64_t taken = 0;               // other content that was good, since the start
  int64_t refused = 0;             // other content that could not be used, since the start
  std::string trouble;             // why the files as they are now cannot be used; empty if they are what is in use
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_SECURITY_TLS_STATUS_H_
