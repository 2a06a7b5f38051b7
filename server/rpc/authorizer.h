#ifndef CPSIZER_SERVER_RPC_AUTHORIZER_H_
#define CPSIZER_SERVER_RPC_AUTHORIZER_H_

#include <grpcpp/server_context.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "server/process/tls/last_good.h"
#include "server/process/token_bucket.h"
#include "server/rpc/authorization_rules.h"

namespace cpsizer::server {

// Says who may call what, from the names in the certificate that the client of a connection has shown. Thread-safe.
class Authorizer {
 public:
  // `allowed_clients` may call everything; beside them those that `file` lets in, unless it is empty.
  // Errors: those of ReadFiles() and AuthorizationRules::Parse(), with flag and file.
  static absl::StatusOr<std::unique_ptr<Authorizer>> Load(std::vector<ClientRule> allowed_clients, std::string file);

  // Ok if the caller may. PermissionDenied, reason CALLER_NOT_ALLOWED, with the names seen and the way out.
  // Allocates nothing for a caller that may; waits for nobody but a change of the rules.
  absl::Status Check(grpc::CallbackServerContext& context, Method method) const;

  // Reads the file again; one log line for each change of its content.
  void Poll();

  size_t rules() const;
  // Why the file as it is now cannot be used; ok if it is what callers are judged by.
  absl::Status trouble() const;

 private:
  Authorizer(std::vector<ClientRule> allowed_clients, std::string file);

  News Look();
  absl::StatusOr<AuthorizationRules> Compile(const FileTexts& texts) const;

  const std::vector<ClientRule> allowed_clients_;
  const std::vector<NamedFile> files_;  // one, or none
  mutable TokenBucket denials_;         // lines about them
  mutable absl::Mutex mutex_;
  LastGood<AuthorizationRules> last_good_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_AUTHORIZER_H_
