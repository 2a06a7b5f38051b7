#ifndef CPSIZER_CLIENT_OBJECTS_DEFAULT_REQUESTS_H_
#define CPSIZER_CLIENT_OBJECTS_DEFAULT_REQUESTS_H_

#include "client/tree/node.h"
#include "cpsizer/v1/pod.pb.h"

namespace cpsizer::objects {

// Sets missing requests to the limits, as the API server does: in each container of `pod`, and in the resources of the
// whole pod. The request of the whole pod for a resource is set only if no container requests this resource. `pod` must
// have been read from `pod_spec`.
//
// Source: Kubernetes' pkg/apis/core/v1, SetDefaults_Pod.
void DefaultRequests(const tree::Node& pod_spec, v1::PodSpec& pod);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_DEFAULT_REQUESTS_H_
