#ifndef CPSIZER_CLIENT_KUBE_CONFIG_CHOOSE_CONTEXT_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_CHOOSE_CONTEXT_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/config/cluster_config.h"
#include "client/kube/config/kubeconfig.h"

namespace cpsizer::kube {

// What `context` says, or the current context if `context` is empty. Only the cluster and the user it names are judged,
// and the files that they name are read once, to find out early that one is missing.
//
// Errors, each in one sentence that names file and field and shows no secret: NotFound for a name that nothing has,
// InvalidArgument for what contradicts itself or is not supported, and those of ReadFile().
absl::StatusOr<ClusterConfig> ChooseContext(const Kubeconfig& kubeconfig, absl::string_view context);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_CHOOSE_CONTEXT_H_
