#ifndef CPSIZER_SERVER_PROCESS_TLS_TLS_CONTEXT_H_
#define CPSIZER_SERVER_PROCESS_TLS_TLS_CONTEXT_H_

#include <openssl/ssl.h>

#include <memory>

#include "absl/status/statusor.h"
#include "server/process/tls/tls_identity.h"
#include "server/process/tls/tls_version.h"

namespace cpsizer::server {

// The TLS settings of the connections that a server accepts. Thread-safe. Each connection shares ownership of its
// settings.
using TlsContext = std::shared_ptr<SSL_CTX>;

// Makes the TLS settings of a server with `identity`. If the identity has authorities for clients, each client must
// present a certificate of one of these authorities. Sessions are not resumed, so that each new connection uses the
// current certificate. Errors: Internal if OpenSSL rejects the identity, although it was checked before.
absl::StatusOr<TlsContext> MakeTlsContext(const TlsIdentity& identity, TlsVersion least);

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_PROCESS_TLS_TLS_CONTEXT_H_
