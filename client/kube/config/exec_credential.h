#ifndef CPSIZER_CLIENT_KUBE_CONFIG_EXEC_CREDENTIAL_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_EXEC_CREDENTIAL_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/kube/config/cluster_config.h"

// Writes the input and reads the output of a credential plugin. Source: client.authentication.k8s.io.
namespace cpsizer::kube {

// The credentials from a plugin: a token, a certificate with its key, or all of them.
struct ExecCredential {
  std::string token;
  std::string client_certificate;  // PEM
  std::string client_key;          // PEM; set if and only if client_certificate is set
  absl::Time expires = absl::InfiniteFuture();
};

// Returns the value of the variable KUBERNETES_EXEC_INFO for the plugin of `config`. `config` must have a plugin. If
// provideClusterInfo is set, the value contains the cluster, with the content of the certificate authority. Errors: the
// errors of ReadFile() for the file of the certificate authority.
absl::StatusOr<std::string> MakeExecInfo(const ClusterConfig& config);

// Parses the ExecCredential in `output`, the output of a plugin. `api_version` is the version in the configuration of
// the plugin. Errors: InvalidArgument. The caller must put the name of the plugin before the message. The message
// contains no part of the output.
absl::StatusOr<ExecCredential> ParseExecCredential(absl::string_view output, absl::string_view api_version);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_EXEC_CREDENTIAL_H_
