#ifndef CPSIZER_CLIENT_KUBE_CONFIG_IDENTITY_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_IDENTITY_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/kube/config/cluster_config.h"
#include "client/kube/config/environment.h"
#include "client/kube/config/exec_credential_source.h"
#include "client/kube/config/token_file.h"
#include "client/kube/http/http.h"

namespace cpsizer::kube {

// The identity of the client for an API server. It reloads changed files, and runs the plugin when the credentials have
// expired. A running plugin blocks the caller. Not thread-safe.
class Identity {
 public:
  // `log` is called with warnings, and with the output of the plugin to standard error.
  Identity(ClusterConfig config, Environment environment, std::function<void(absl::string_view)> log);

  // Returns the address of the server and the connection options.
  HttpOptions Http(absl::string_view user_agent) const;

  // Returns the current certificates. If a file has no valid certificate, returns the previous certificates and logs
  // the error once. Errors: one sentence about the file if there are no previous certificates; one sentence about the
  // plugin if the plugin fails.
  absl::StatusOr<TlsIdentity> Tls(absl::Time now);

  // Returns the headers with the credentials for a request at `now`. If the token cannot be read, logs the error and
  // returns the headers without the token.
  std::vector<std::string> Headers(absl::Time now);

  // Discards the credentials that were sent at `sent`, because the server refused them. The next use of the credentials
  // reads the token file again, or runs the plugin again.
  void Invalidate(absl::Time sent);

 private:
  std::string Token(absl::Time now);

  const ClusterConfig config_;
  const std::function<void(absl::string_view)> log_;
  absl::optional<TlsIdentity> good_;  // the last certificates that were read without an error
  std::string wrong_;                 // the error of the last read; empty if there was no error
  std::unique_ptr<TokenFile> token_file_;
  std::unique_ptr<ExecCredentialSource> plugin_;
  std::shared_ptr<const ExecCredential> sent_credentials_;  // the credentials of the plugin that were sent last
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_IDENTITY_H_
