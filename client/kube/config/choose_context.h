#ifndef CPSIZER_CLIENT_KUBE_CONFIG_CHOOSE_CONTEXT_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_CHOOSE_CONTEXT_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/config/cluster_config.h"
#include "client/kube/config/kubeconfig.h"

namespace cpsizer::kube {

// Returns the configuration of the context `context`, or of the current context if `context` is empty. Checks only the
// cluster and the user of this context. Reads the files whose paths are in the cluster and the user, to detect a
// missing file early.
//
// Errors: NotFound if the kubeconfig has no context, cluster or user with a required name; InvalidArgument if no
// context is selected, or if fields are contradictory or not supported; the errors of ReadFile(). Each message is one
// sentence that contains the file and the field, and contains no secret.
absl::StatusOr<ClusterConfig> ChooseContext(const Kubeconfig& kubeconfig, absl::string_view context);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_CHOOSE_CONTEXT_H_
