#ifndef CPSIZER_SERVER_RPC_SECURITY_H_
#define CPSIZER_SERVER_RPC_SECURITY_H_

#include <grpcpp/security/server_credentials.h>

#include <chrono>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "server/process/poller.h"
#include "server/rpc/authorizer.h"
#include "server/rpc/security/security_options.h"
#include "server/rpc/security/tls_keeper.h"

namespace cpsizer::server {

// The certificates and rules of one server, reloaded as their files change. Thread-safe. Must outlive the server.
class Security {
 public:
  // Reads all files now and again every `period`. Errors: those of TlsKeeper::Load() and Authorizer::Load().
  static absl::StatusOr<std::unique_ptr<Security>> Load(const SecurityOptions& options,
                                                        std::chrono::nanoseconds period);

  // Insecure credentials where no TLS files are configured.
  std::shared_ptr<grpc::ServerCredentials> MakeCredentials() const;

  // Null where every client that can connect may call.
  const Authorizer* authorizer() const { return authorizer_.get(); }

  // Absent without TLS.
  absl::optional<TlsStatus> tls_status() const;

 private:
  Security() = default;

  std::unique_ptr<TlsKeeper> tls_;
  std::unique_ptr<Authorizer> authorizer_;
  // After the members that it reloads, so that it is destroyed first.
  absl::optional<Poller> poller_;
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_SECURITY_H_
