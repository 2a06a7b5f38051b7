#ifndef CPSIZER_CLIENT_KUBE_CONFIG_CHOOSE_CONTEXT_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_CHOOSE_CONTEXT_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/kube/config/cluster_config.h"
#include "client/kube/config/kubeconfig.h"

namespace cpsizer::kube {

// Returns the configuration of `context`, or of the current context if `context` is empty. Only the cluster and the
// user of this context are checked. Reads the files that the cluster and the user name, so that a missing file is found
// early.
//
// Errors: NotFound for a name without an entry; InvalidArgument for contradictory or unsupported fields; the errors of
// ReadFile(). Each message is one sentence that names the file and the field and shows no secret.
absl::StatusOr<ClusterConfig> ChooseContext(const Kubeconfig& kubeconfig, absl::string_view context);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_CHOOSE_CONTEXT_H_
