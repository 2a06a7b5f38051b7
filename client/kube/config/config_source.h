#ifndef CPSIZER_CLIENT_KUBE_CONFIG_CONFIG_SOURCE_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_CONFIG_SOURCE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/config/cluster_config.h"
#include "client/kube/config/environment.h"

namespace cpsizer::kube {

// The folder into which the kubelet mounts the files token, ca.crt and namespace of the service account of a pod.
inline constexpr absl::string_view kServiceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

struct ConfigOptions {
  std::string kubeconfig;  // the value of --kubeconfig; empty if the flag is not set
  std::string context;     // the value of --context; if empty, the current context is used
  std::string service_account_folder = std::string(kServiceAccountFolder);
};

// Returns the configuration from the first of these sources that is configured or exists. The order is the order of
// controller-runtime:
//   1. the file of --kubeconfig;
//   2. the files of KUBECONFIG;
//   3. the service account of the pod, if its token file is readable and KUBERNETES_SERVICE_HOST and
//      KUBERNETES_SERVICE_PORT are set;
//   4. $HOME/.kube/config.
//
// Errors: NotFound if none of the sources exists; InvalidArgument if --context is set and the source is the service
// account of the pod; the errors of ReadKubeconfig(), ReadKubeconfigList(), ChooseContext() and InClusterConfig().
absl::StatusOr<ClusterConfig> FindClusterConfig(const ConfigOptions& options, const Environment& environment);

// Returns whether `status` is the error of FindClusterConfig() that none of the sources exists. Other errors NotFound
// are about a source that is set, such as KUBECONFIG with the name of a missing file.
bool IsNothingSet(const absl::Status& status);

// Returns the sorted names of the contexts. Reads the file of --kubeconfig. If this flag is not set, reads the files of
// KUBECONFIG. If KUBECONFIG is not set, reads $HOME/.kube/config. Returns an empty list if a file cannot be read.
std::vector<std::string> ContextNames(const ConfigOptions& options, const Environment& environment);

// Returns the configuration of the service account whose files are in `folder`. The file ca.crt is required. client-go
// uses the root certificates of the system if there is no ca.crt. Errors: FailedPrecondition if KUBERNETES_SERVICE_HOST
// or KUBERNETES_SERVICE_PORT is missing or invalid, or if the file ca.crt or the token cannot be used.
absl::StatusOr<ClusterConfig> InClusterConfig(const std::string& folder, const Environment& environment);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_CONFIG_SOURCE_H_
