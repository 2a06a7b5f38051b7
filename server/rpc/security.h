#ifndef CPSIZER_SERVER_RPC_SECURITY_H_
#define CPSIZER_SERVER_RPC_SECURITY_H_

#include <grpcpp/security/server_credentials.h>

#include <memory>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "server/process/tls/tls_reloader.h"
#include "server/rpc/authorizer.h"
#include "server/rpc/security/security_options.h"

namespace cpsizer::server {

// The TLS files and the authorization rules of one server. Poll() reads the files again. Thread-safe. Must outlive the
// server.
class Security {
 public:
  // Reads all files. Errors: the errors of TlsReloader::Load() and Authorizer::Load().
  static absl::StatusOr<std::unique_ptr<Security>> Load(const SecurityOptions& options);

  // Reads the files again, and uses their content if it has changed and is valid. Must be called periodically, and by
  // only one thread at a time.
  void Poll();

  // Returns the credentials of the server. They are insecure if no TLS files are configured.
  std::shared_ptr<grpc::ServerCredentials> MakeCredentials() const;

  // Returns the authorizer. Returns null if all clients that can connect may call all methods.
  const Authorizer* authorizer() const { return authorizer_.get(); }

  // Returns the status of the TLS files. Returns nullopt if TLS is not used.
  absl::optional<TlsStatus> tls_status() const;

 private:
  Security() = default;

  std::unique_ptr<TlsReloader> tls_;
  std::unique_ptr<Authorizer> authorizer_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SECURITY_H_
