#ifndef CPSIZER_CLIENT_KUBE_CONFIG_CONFIG_SOURCE_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_CONFIG_SOURCE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/config/cluster_config.h"
#include "client/kube/config/environment.h"

namespace cpsizer::kube {

// The folder that the kubelet mounts into a pod, with the files token, ca.crt and namespace of its service account.
inline constexpr absl::string_view kServiceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

struct ConfigOptions {
  std::string kubeconfig;  // the value of --kubeconfig; empty: not given
  std::string context;     // the value of --context; empty: the current context
  std::string service_account_folder = std::string(kServiceAccountFolder);
};

// Returns the configuration from the first of these sources that is given or exists, in the order of
// controller-runtime: the file of --kubeconfig; the files of KUBECONFIG; the service account of the pod, if
// KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are set and the token is readable; $HOME/.kube/config.
//
// Errors: NotFound if none of the sources exists; InvalidArgument if a context is given and there is no kubeconfig; the
// errors of ReadKubeconfig(), ChooseContext() and InClusterConfig().
absl::StatusOr<ClusterConfig> FindClusterConfig(const ConfigOptions& options, const Environment& environment);

// Returns the sorted names of the contexts in the file of --kubeconfig, in the files of KUBECONFIG, or in
// $HOME/.kube/config. Returns an empty list if the files cannot be read.
std::vector<std::string> ContextNames(const ConfigOptions& options, const Environment& environment);

// Returns the configuration of the service account in `folder`. Errors: FailedPrecondition if KUBERNETES_SERVICE_HOST
// or KUBERNETES_SERVICE_PORT is missing or wrong, or if the certificate authority or the token cannot be used. The file
// ca.crt is required. client-go does not require ca.crt: without this file, client-go uses the root certificates of the
// system.
absl::StatusOr<ClusterConfig> InClusterConfig(const std::string& folder, const Environment& environment);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_CONFIG_SOURCE_H_
