#ifndef CPSIZER_CLIENT_SIDECAR_SERVICE_SECURITY_H_
#define CPSIZER_CLIENT_SIDECAR_SERVICE_SECURITY_H_

#include "absl/strings/string_view.h"
#include "client/sidecar/options.h"

namespace cpsizer::sidecar {

// How the service is asked, for the log and /statusz: `in-process`; `mTLS`, or `TLS` where no certificate is shown;
// `plaintext, local only` through a Unix socket or a loopback address; `plaintext` anywhere else.
absl::string_view ServiceSecurity(const Options& options);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SERVICE_SECURITY_H_
