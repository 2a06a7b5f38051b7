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

// The identity of the client for an API server, from its configuration: files are reloaded as they change, plugins run
// when their credentials have expired. A plugin blocks the caller while it runs. Not thread-safe.
class Identity {
 public:
  // `log` gets warnings, and the output of plugins to standard error.
  Identity(ClusterConfig config, Environment environment, std::function<void(absl::string_view)> log);

  // The address of the server, and how to connect.
  HttpOptions Http(absl::string_view user_agent) const;

  // Returns the current certificates. If the files have no valid ones, returns the previous ones and logs that once.
  // Errors: one sentence about the file, if there are no previous ones, or about the plugin that fails.
  absl::StatusOr<TlsIdentity> Tls(absl::Time now);

  // Returns the headers with the credentials for a request at `now`, without the token if it cannot be read, which is
  // logged.
  std::vector<std::string> Headers(absl::Time now);

  // Discards the credentials that were sent at `sent`, because the server refused them: the token is read again, a
  // plugin runs again.
  void Invalidate(absl::Time sent);

 private:
  std::string Token(absl::Time now);

  const ClusterConfig config_;
  const std::function<void(absl::string_view)> log_;
  absl::optional<TlsIdentity> good_;  // as last read
  std::string wrong_;                 // the error of the later reads; empty for none
  std::unique_ptr<TokenFile> token_file_;
  std::unique_ptr<ExecCredentialSource> plugin_;
  std::shared_ptr<const ExecCredential> shown_;  // the last sent credentials of the plugin
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_IDENTITY_H_
