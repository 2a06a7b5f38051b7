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

// The time after which the callers of Identity::Tls() read the certificate files again.
inline constexpr absl::Duration kCertificateAge = absl::Minutes(5);

// The identity of the client for an API server. Tls() reads the certificate files in each call. The token file is read
// again after kTokenFileAge. The plugin runs when its credentials have expired. The caller waits while the plugin runs.
// Not thread-safe.
class Identity {
 public:
  // `log` is called with warnings, and with the text that the plugin writes to standard error.
  Identity(ClusterConfig config, Environment environment, std::function<void(absl::string_view)> log);

  // Returns options with the address of the server and the options for connections.
  HttpOptions Http(absl::string_view user_agent) const;

  // Returns the current certificates. If a certificate file became invalid, returns the previous certificates and logs
  // the error once. Errors, each with one sentence: the error of a file if there are no previous certificates; the
  // error of the plugin.
  absl::StatusOr<TlsIdentity> Tls(absl::Time now);

  // Returns the headers with the credentials for a request that is sent at `now`. If the token file cannot be read,
  // logs the error and uses the previous token. If there is no token, for example because the plugin failed, returns
  // the headers without a token.
  std::vector<std::string> Headers(absl::Time now);

  // Called after the server refused the credentials of a request that was sent at `sent`. Discards these credentials.
  // When credentials are needed again, reads the token file or runs the plugin.
  void Invalidate(absl::Time sent);

 private:
  std::string Token(absl::Time now);

  const ClusterConfig config_;
  const std::function<void(absl::string_view)> log_;
  absl::optional<TlsIdentity> good_;  // the last valid certificates that were read
  std::string wrong_;                 // the error of the last read of the certificates; empty if there was no error
  std::unique_ptr<TokenFile> token_file_;
  std::unique_ptr<ExecCredentialSource> plugin_;
  std::shared_ptr<const ExecCredential> sent_credentials_;  // the last credentials from the plugin that were sent
};

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_IDENTITY_H_
