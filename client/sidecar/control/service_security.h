#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_SECURITY_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_SECURITY_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/sidecar/control/options.h"
#include "server/process/tls/client_tls.h"

namespace cpsizer::sidecar {

// Returns how the sidecar connects to the service, for the log and /statusz. The results are `in-process`, `mTLS`,
// `TLS` (without a client certificate), `plaintext, local only` (a Unix socket or a loopback address) and `plaintext`.
absl::string_view ServiceSecurity(const Options& options);

// Returns what to check if a TLS handshake with the service fails or the service refuses our certificate. The text
// contains the flag and the file, because the messages of gRPC do not contain them. If `files` is empty, the text says
// that the service may require TLS. `code` and `error` are from a failed call or from a log line of gRPC. Returns an
// empty text if `code` and `error` are not related to TLS.
std::string ServiceAdvice(const server::ClientTlsFiles& files, absl::StatusCode code, absl::string_view error);

// Returns the message of a failed call: the target, the code, `error`, and the text of ServiceAdvice() if there is any.
std::string ServiceError(const Options& options, absl::StatusCode code, absl::string_view error);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_SECURITY_H_
