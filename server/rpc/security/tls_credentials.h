#ifndef CPSIZER_SERVER_RPC_SECURITY_TLS_CREDENTIALS_H_
#define CPSIZER_SERVER_RPC_SECURITY_TLS_CREDENTIALS_H_

#include <grpcpp/security/server_credentials.h>

#include <memory>

#include "server/rpc/security/tls_keeper.h"

namespace cpsizer::server {

// Credentials that show each new connection what `keeper` has by then; connections that are there keep what they began
// with. gRPC's own watcher of files is not used: it drops a working pair before it has tried the next one.
//
// `keeper` must outlive the server. A client must show a certificate where there is an authority for clients.
std::shared_ptr<grpc::ServerCredentials> MakeTlsCredentials(const TlsKeeper& keeper);

// From here on OpenSSL takes TLS 1.3 alone in every server of this process. To be called before credentials are made.
// Errors: Internal if OpenSSL does not take the setting.
absl::Status RequireTls13();

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SECURITY_TLS_CREDENTIALS_H_
