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
  // What the plugin wrote to standard error, whenever there is something. Its standard output is never logged.
  std::function<void(absl::string_view)> log;
  absl::Duration timeout = kPluginTimeout;
};

// Gets credentials from a plugin and keeps them until they expire. Thread-safe; the plugin runs once at a time, and who
// asks meanwhile waits for its end.
class ExecCredentialSource {
 public:
  // `config` must have a plugin. The plugin runs in `environment`, with the variables of its own on top.
  ExecCredentialSource(ClusterConfig config, Environment environment, ExecCredentialOptions options);

  // The credential at hand, or a new one if that has expired at `now`. A new one is used even if it comes expired.
  // Where the certificate differs from the one before, all connections must be closed.
  //
  // Errors, each in a sentence that names the plugin's place in the kubeconfig and shows nothing it printed: NotFound
  // if there is no such program, with the install hint at most kMaxInstallHintsPerHour times an hour; those of
  // RunPlugin(), ParseExecCredential() and MakeExecInfo(). The next call tries again.
  absl::StatusOr<std::shared_ptr<const ExecCredential>> Get(absl::Time now);

  // Call after an answer 401 to a request that was sent with `refused`: the next Get() runs the plugin, unless
  // `refused` was replaced already.
  void Forget(const std::shared_ptr<const ExecCredential>& refused);

 private:
  // All of these require mutex_.
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
