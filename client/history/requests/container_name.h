#ifndef CPSIZER_CLIENT_HISTORY_REQUESTS_CONTAINER_NAME_H_
#define CPSIZER_CLIENT_HISTORY_REQUESTS_CONTAINER_NAME_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/objects/container_name.h"

namespace cpsizer::history {

using objects::ContainerName;

// Returns the Deployment or the StatefulSet of a pod, such as `kube-apiserver` of kube-apiserver-6bd9f7c8d4-x2x9z and
// `etcd` of etcd-0. Empty for a pod of another kind, such as a Job, which has neither name.
//
// Source: the names that the Deployment, ReplicaSet and StatefulSet controllers of Kubernetes give; the alphabet is
// that of rand.SafeEncodeString in apimachinery.
absl::string_view DeploymentOfPod(absl::string_view pod);

// Reads the name of a pod of HistoryNames with a container (PodAndContainer()), such as
// NAMESPACE/CLUSTER/POD:CONTAINER. Returns nothing for a name without a container, and for a pod that is not of a
// Deployment or a StatefulSet.
absl::optional<ContainerName> ContainerOfSeries(absl::string_view name);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REQUESTS_CONTAINER_NAME_H_
