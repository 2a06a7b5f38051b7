#ifndef CPSIZER_CLIENT_KUBE_CONFIG_EXEC_CREDENTIAL_SOURCE_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_EXEC_CREDENTIAL_SOURCE_H_

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/kube/config/cluster_config.h"
#include "client/kube/config/environment.h"
#include "client/kube/config/exec_credential.h"
#include "client/kube/limits.h"

namespace cpsizer::kube {

struct ExecCredentialOptions {
  // Called with the output of the plugin to standard error, if there is any. Its standard output is never logged.
  std::function<void(absl::string_view)> log;
  absl::Duration timeout = kPluginTimeout;
};

// Gets credentials from a plugin and keeps them until they expire. Thread-safe; the plugin runs once at a time, and
// concurrent callers wait for it.
class ExecCredentialSource {
 public:
  // `config` must have a plugin. The plugin runs in `environment`, plus its own variables.
  ExecCredentialSource(ClusterConfig config, Environment environment, ExecCredentialOptions options);

  // Returns the cached credential, or a new one if it has expired at `now`. A new one is used even if it has expired
  // already. If its certificate differs from the previous one, all connections must be closed.
  //
  // Errors, each in one sentence that names the plugin's field in the kubeconfig and shows nothing of its output:
  // NotFound if the program does not exist, with the install hint at most kMaxInstallHintsPerHour times an hour; those
  // of RunPlugin(), ParseExecCredential() and MakeExecInfo(). The next call runs the plugin again.
  absl::StatusOr<std::shared_ptr<const ExecCredential>> Get(absl::Time now);

  // Call after a 401 response to a request that was sent with `refused`: the next Get() runs the plugin, unless
  // `refused` was replaced already.
  void Invalidate(const std::shared_ptr<const ExecCredential>& refused);

 private:
  // These require mutex_.
  absl::StatusOr<ExecCredential> Run(absl::Time now);
  absl::Status Failure(const absl::Status& status) const;
  std::string InstallHint(absl::Time now);

  const ClusterConfig config_;
  const Environment environment_;
  const ExecCredentialOptions options_;
  std::mutex mutex_;
  std::shared_ptr<const ExecCredential> credential_;  // guarded by mutex_; null: none
  absl::Time hints_since_ = absl::InfinitePast();     // guarded by mutex_
  int hints_ = 0;                                     // guarded by mutex_; since hints_since_
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_EXEC_CREDENTIAL_SOURCE_H_
