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
  // Called with the text that the plugin wrote to standard error, if the text is not empty. The text of standard output
  // is never logged.
  std::function<void(absl::string_view)> log;
  absl::Duration timeout = kPluginTimeout;
};

// Gets credentials from a plugin and caches the credentials until they expire. Thread-safe: the plugin runs at most
// once at a time. A thread that calls Get() during a run waits for the end of this run.
class ExecCredentialSource {
 public:
  // `config` must have a plugin. The plugin gets the variables of `environment`, the variables in its configuration,
  // and the variable KUBERNETES_EXEC_INFO.
  ExecCredentialSource(ClusterConfig config, Environment environment, ExecCredentialOptions options);

  // Returns the cached credential if it has not expired at `now`. If there is no such credential, runs the plugin and
  // returns the new credential, even if the new credential has expired too. If the certificate in the result differs
  // from the certificate in the previous result, the caller must close all connections.
  //
  // Errors: NotFound if the program does not exist; the errors of RunPlugin(), ParseExecCredential() and
  // MakeExecInfo(). Each message is one sentence that contains the kubeconfig field of the plugin, and no part of the
  // output of the plugin. The message of NotFound contains the install hint, but at most kMaxInstallHintsPerHour times
  // per hour. The first call after an error runs the plugin again.
  absl::StatusOr<std::shared_ptr<const ExecCredential>> Get(absl::Time now);

  // Must be called when the server responds with 401 to a request with the credential `refused`. If the cached
  // credential is still `refused`, it is discarded, and the next Get() runs the plugin.
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
  std::shared_ptr<const ExecCredential> credential_;  // guarded by mutex_; null if there is no credential
  absl::Time hints_since_ = absl::InfinitePast();     // guarded by mutex_
  int hints_ = 0;                                     // guarded by mutex_; number of install hints since hints_since_
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_EXEC_CREDENTIAL_SOURCE_H_
