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

// Who we are to an API server, as its configuration says: files are read anew as they change, plugins run when what
// they gave has expired. A plugin holds up the caller while it runs. Not thread-safe.
class Identity {
 public:
  // `log` hears of what is wrong and no reason to stop, and what plugins write to standard error.
  Identity(ClusterConfig config, Environment environment, std::function<void(absl::string_view)> log);

  // How to reach the server.
  HttpOptions Http(absl::string_view user_agent) const;

  // The certificates of this moment. Where the files hold none that can be used, those before stay, and that is logged
  // once. Errors: a sentence about the file, if there are none before, or about the plugin that cannot be used.
  absl::StatusOr<TlsIdentity> Tls(absl::Time now);

  // The headers that say who sends a request now: none of a token that cannot be had, which is logged.
  std::vector<std::string> Headers(absl::Time now);

  // What was sent at `sent` has been refused: a token that was there before is read anew, a plugin run again.
  void Forget(absl::Time sent);

 private:
  std::string Token(absl::Time now);

  const ClusterConfig config_;
  const std::function<void(absl::string_view)> log_;
  absl::optional<TlsIdentity> good_;  // as last read
  std::string wrong_;                 // with the files since; empty for nothing
  std::unique_ptr<TokenFile> token_file_;
  std::unique_ptr<ExecCredentialSource> plugin_;
  std::shared_ptr<const ExecCredential> shown_;  // what the plugin gave last
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_IDENTITY_H_
