#ifndef CPSIZER_SERVER_PROCESS_HTTPS_TLS_CONTEXT_H_
#define CPSIZER_SERVER_PROCESS_HTTPS_TLS_CONTEXT_H_

#include <openssl/ssl.h>

#include <memory>

#include "absl/status/statusor.h"
#include "server/process/tls/tls_identity.h"
#include "server/process/tls/tls_version.h"

namespace cpsizer::server {

// The settings of the TLS connections that a server accepts. Thread-safe; a connection keeps it alive.
using TlsContext = std::shared_ptr<SSL_CTX>;

// Makes settings for a server with `identity`. Every client must present a certificate of its authorities, if there
// are any. Sessions are not resumed, so that each connection uses the certificate of its context.
// Errors: Internal if OpenSSL rejects an identity that was checked before.
absl::StatusOr<TlsContext> MakeTlsContext(const TlsIdentity& identity, TlsVersion least);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTPS_TLS_CONTEXT_H_
