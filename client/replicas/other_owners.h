#ifndef CPSIZER_CLIENT_REPLICAS_OTHER_OWNERS_H_
#define CPSIZER_CLIENT_REPLICAS_OTHER_OWNERS_H_

#include <string>
#include <vector>

#include "absl/container/btree_set.h"
#include "client/objects/replica_objects.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

namespace cpsizer::replicas {

// Returns the owner of the pod. For a pod without a controller, this is `Pod` with the name of the pod.
objects::PodOwner OwnerOf(const objects::FoundPod& pod);

// Returns the owners that do not belong to `target`, as texts such as `Deployment web-canary`, in order and at most
// kMaxOtherOwners. A pod without a controller is reported as `Pod NAME`, unless no pod has one: manifests often leave
// it out. What belongs to a Deployment is recognized by the name of its ReplicaSets. An owner is left out if the target
// belongs to it, or if it belongs to another one of `owners`. Returns nothing for a target of an unknown kind, because
// it is unknown which objects such a target creates.
std::vector<std::string> OtherOwners(const v1::CrossVersionObjectReference& target,
                                     const absl::btree_set<objects::PodOwner>& owners);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_OTHER_OWNERS_H_
