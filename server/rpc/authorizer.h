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

// Authorizes a call by the names in the client certificate of its connection. Thread-safe.
class Authorizer {
 public:
  // Makes an authorizer that allows `allowed_clients` to call all methods. If `file` is not empty, the rules in this
  // file also apply. Errors: the errors of ReadFiles() and AuthorizationRules::Parse(). The message contains the flag
  // and the file.
  static absl::StatusOr<std::unique_ptr<Authorizer>> Load(std::vector<ClientRule> allowed_clients, std::string file);

  // Returns OK if the caller may call `method`. If not, returns PermissionDenied with the reason CALLER_NOT_ALLOWED.
  // The message contains the names of the client and what to do. Allocates no memory if the caller is allowed. Blocks
  // only while the rules change.
  absl::Status Check(grpc::CallbackServerContext& context, Method method) const;

  // Reads the file again. Logs one line for each change of the content.
  void Poll();

  size_t rules() const;
  // Returns the error of the current content of the file. OK if the rules in the file are used.
  absl::Status error() const;

 private:
  Authorizer(std::vector<ClientRule> allowed_clients, std::string file);

  ReloadResult Reload();
  absl::StatusOr<AuthorizationRules> Compile(const FileTexts& texts) const;

  const std::vector<ClientRule> allowed_clients_;
  const std::vector<NamedFile> files_;  // at most one file
  mutable TokenBucket denials_;         // rate limit for the log lines about denied calls
  mutable absl::Mutex mutex_;
  LastGood<AuthorizationRules> last_good_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace cpsizer::server

#endif  // CPSIZER_SERVER_RPC_AUTHORIZER_H_
