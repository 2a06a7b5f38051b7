#ifndef CPSIZER_SERVER_PROCESS_HTTPS_TLS_CONTEXT_H_
#define CPSIZER_SERVER_PROCESS_HTTPS_TLS_CONTEXT_H_

#include <openssl/ssl.h>

#include <memory>

#include "absl/status/statusor.h"
#include "server/process/tls/tls_identity.h"
#include "server/process/tls/tls_version.h"

namespace cpsizer::server {

// The settings of the TLS connections that a server accepts. Thread-safe. Each connection keeps its settings alive.
using TlsContext = std::shared_ptr<SSL_CTX>;

// Makes the settings for a server with `identity`. If the identity has client authorities, every client must present a
// certificate of one of these authorities. Sessions are not resumed, so that each connection uses the certificate of
// its settings. Errors: Internal if OpenSSL rejects an identity that was checked before.
absl::StatusOr<TlsContext> MakeTlsContext(const TlsIdentity& identity, TlsVersion least);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_HTTPS_TLS_CONTEXT_H_
