#ifndef CPSIZER_CLIENT_KUBE_CONFIG_EXEC_CREDENTIAL_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_EXEC_CREDENTIAL_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "client/kube/config/cluster_config.h"

// The input and the output of a credential plugin. Source: client.authentication.k8s.io.
namespace cpsizer::kube {

// The credentials from a plugin: a token, a certificate with its key, or a token and a certificate with its key.
struct ExecCredential {
  std::string token;
  std::string client_certificate;  // PEM
  std::string client_key;          // PEM; present if and only if client_certificate is present
  absl::Time expires = absl::InfiniteFuture();
};

// Returns the value of KUBERNETES_EXEC_INFO for the plugin of `config`, which must have a plugin. The value contains
// the cluster with its certificate authority inline if provideClusterInfo is set. Errors: the errors of ReadFile() for
// the certificate authority.
absl::StatusOr<std::string> MakeExecInfo(const ClusterConfig& config);

// Reads the ExecCredential that a plugin of `api_version` printed. Errors: InvalidArgument. The caller puts the name of
// the plugin before the message. The message shows no part of the output.
absl::StatusOr<ExecCredential> ParseExecCredential(absl::string_view output, absl::string_view api_version);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_EXEC_CREDENTIAL_H_
