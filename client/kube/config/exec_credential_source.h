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
  // Called with the output of the plugin to standard error, if the output is not empty. Standard output is never
  // logged.
  std::function<void(absl::string_view)> log;
  absl::Duration timeout = kPluginTimeout;
};

// Gets credentials from a plugin and caches the credentials until they expire. Thread-safe: only one run of the plugin
// is active at a time, and concurrent callers wait for this run.
class ExecCredentialSource {
 public:
  // `config` must have a plugin. The plugin runs with the variables of `environment`, the variables of its
  // configuration, and KUBERNETES_EXEC_INFO.
  ExecCredentialSource(ClusterConfig config, Environment environment, ExecCredentialOptions options);

  // Returns the cached credential. If the cached credential has expired at `now`, runs the plugin and returns the new
  // credential, even if the new credential has expired too. If the certificate has changed, the caller must close all
  // connections.
  //
  // Errors: NotFound if the program does not exist; the errors of RunPlugin(), ParseExecCredential() and
  // MakeExecInfo(). Each message is one sentence that names the field of the plugin in the kubeconfig and shows no part
  // of the output of the plugin. The message of NotFound contains the install hint at most kMaxInstallHintsPerHour
  // times an hour. After an error the next call runs the plugin again.
  absl::StatusOr<std::shared_ptr<const ExecCredential>> Get(absl::Time now);

  // Must be called after a 401 response to a request that was sent with `refused`. The next Get() then runs the plugin,
  // unless `refused` was already replaced.
  void Invalidate(const std::shared_ptr<const ExecCredential>& refused);

 private:
  // The caller must hold mutex_.
  absl::StatusOr<ExecCredential> Run(absl::Time now);
  absl::Status Failure(const absl::Status& status) const;
  std::string InstallHint(absl::Time now);

  const ClusterConfig config_;
  const Environment environment_;
  const ExecCredentialOptions options_;
  std::mutex mutex_;
  std::shared_ptr<const ExecCredential> credential_;  // guarded by mutex_; null: no credential
  absl::Time hints_since_ = absl::InfinitePast();     // guarded by mutex_
  int hints_ = 0;                                     // guarded by mutex_; number of hints since hints_since_
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_EXEC_CREDENTIAL_SOURCE_H_
