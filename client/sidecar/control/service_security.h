#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_SECURITY_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_SECURITY_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/sidecar/control/options.h"
#include "server/process/tls/client_tls.h"

namespace cpsizer::sidecar {

// Returns how the service is called, for the log and /statusz: `in-process`; `mTLS`, or `TLS` without a client
// certificate; `plaintext, local only` through a Unix socket or a loopback address; `plaintext` anywhere else.
absl::string_view ServiceSecurity(const Options& options);

// Returns what to check, with flag and file, if a TLS handshake with the service fails or the service refuses our
// certificate: gRPC's messages name neither. Without files, returns that the service may require TLS. Empty if `code`
// and `error`, which come from a call or from a log line of gRPC, show no relation to TLS.
std::string ServiceAdvice(const server::ClientTlsFiles& files, absl::StatusCode code, absl::string_view error);

// Returns the message of a failed call: target, code, `error` and the advice, if any.
std::string ServiceError(const Options& options, absl::StatusCode code, absl::string_view error);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_SECURITY_H_
