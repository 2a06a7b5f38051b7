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

// Authorizes calls by the names in the client certificate of the connection. Thread-safe.
class Authorizer {
 public:
  // Allows `allowed_clients` to call every method. If `file` is not empty, also allows the clients in it to call their
  // methods. Errors: the errors of ReadFiles() and AuthorizationRules::Parse(), with the flag and the file in the
  // message.
  static absl::StatusOr<std::unique_ptr<Authorizer>> Load(std::vector<ClientRule> allowed_clients, std::string file);

  // Returns OK if the caller may call `method`. If not, returns PermissionDenied, reason CALLER_NOT_ALLOWED, with the
  // names of the client and the remedy. Allocates nothing if the caller is allowed. Blocks only while the rules change.
  absl::Status Check(grpc::CallbackServerContext& context, Method method) const;

  // Reads the file again, and logs one line for each change of its content.
  void Poll();

  size_t rules() const;
  // Returns the error of the current content of the file; OK if its rules are in use.
  absl::Status error() const;

 private:
  Authorizer(std::vector<ClientRule> allowed_clients, std::string file);

  ReloadResult Reload();
  absl::StatusOr<AuthorizationRules> Compile(const FileTexts& texts) const;

  const std::vector<ClientRule> allowed_clients_;
  const std::vector<NamedFile> files_;  // at most one file
  mutable TokenBucket denials_;         // limits the log lines about denied calls
  mutable absl::Mutex mutex_;
  LastGood<AuthorizationRules> last_good_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_AUTHORIZER_H_
