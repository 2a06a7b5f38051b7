#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_SECURITY_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_SECURITY_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/sidecar/control/options.h"
#include "server/process/tls/client_tls.h"

namespace cpsizer::sidecar {

// How the service is asked, for the log and /statusz: `in-process`; `mTLS`, or `TLS` where no certificate is shown;
// `plaintext, local only` through a Unix socket or a loopback address; `plaintext` anywhere else.
absl::string_view ServiceSecurity(const Options& options);

// What to look at, with flag and file, when TLS with the service does not come about or it refuses what is shown:
// gRPC's words name neither. Without files, that the service may want TLS. Empty where `code` and `error`, which are
// those of a call, or a line of gRPC's, do not say that TLS has a part in it.
std::string ServiceAdvice(const server::ClientTlsFiles& files, absl::StatusCode code, absl::string_view error);

// The message of a failed call: target, code, `error` and, where there is one, the advice.
std::string ServiceError(const Options& options, absl::StatusCode code, absl::string_view error);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SERVICE_SECURITY_H_
