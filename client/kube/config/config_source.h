#ifndef CPSIZER_CLIENT_KUBE_CONFIG_CONFIG_SOURCE_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_CONFIG_SOURCE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/config/cluster_config.h"
#include "client/kube/config/environment.h"

namespace cpsizer::kube {

// The folder of token, ca.crt and namespace of a pod's service account, which the kubelet mounts.
inline constexpr absl::string_view kServiceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

struct ConfigOptions {
  std::string kubeconfig;  // of --kubeconfig; empty: not given
  std::string context;     // of --context; empty: the current context
  std::string service_account_folder = std::string(kServiceAccountFolder);
};

// Finds the configuration in the order of controller-runtime: the file of --kubeconfig; the files of KUBECONFIG; the
// service account of the pod, if KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are set and its token is readable;
// $HOME/.kube/config.
//
// Errors: NotFound if none of them exists; otherwise those of ReadKubeconfig(), ChooseContext() and InClusterConfig().
// InvalidArgument for a context without a kubeconfig.
absl::StatusOr<ClusterConfig> FindClusterConfig(const ConfigOptions& options, const Environment& environment);

// The names of the contexts to choose from, sorted, in the files of --kubeconfig, of KUBECONFIG, or in
// $HOME/.kube/config. Empty if they cannot be read.
std::vector<std::string> ContextNames(const ConfigOptions& options, const Environment& environment);

// The configuration of a pod's service account in `folder`. Errors: FailedPrecondition if the variables above are not
// set or wrong, or if the certificate authority or the token cannot be used. Requires ca.crt, unlike client-go, which
// would continue with the roots of the system.
absl::StatusOr<ClusterConfig> InClusterConfig(const std::string& folder, const Environment& environment);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_CONFIG_SOURCE_H_
