#ifndef CPSIZER_SERVER_RPC_SECURITY_TLS_CREDENTIALS_H_
#define CPSIZER_SERVER_RPC_SECURITY_TLS_CREDENTIALS_H_

#include <grpcpp/security/server_credentials.h>

#include <memory>

#include "server/process/tls/tls_reloader.h"

namespace cpsizer::server {

// Returns credentials that use the current identity of `reloader` for each new connection. Open connections keep their
// identity. The file watcher of gRPC is not used, because it drops a valid certificate before it has checked the next
// one.
//
// `reloader` must outlive the server. If authorities for clients are configured, clients must present a certificate.
std::shared_ptr<grpc::ServerCredentials> MakeTlsCredentials(const TlsReloader& reloader);

// Makes OpenSSL accept only TLS 1.3, in all servers of this process. Must be called before credentials are created.
// Errors: Internal if OpenSSL rejects the setting.
absl::Status RequireTls13();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SECURITY_TLS_CREDENTIALS_H_
