#ifndef CPSIZER_CLIENT_OBJECTS_DEFAULT_REQUESTS_H_
#define CPSIZER_CLIENT_OBJECTS_DEFAULT_REQUESTS_H_

#include "client/tree/node.h"
#include "cpsizer/v1/pod.pb.h"

namespace cpsizer::objects {

// Sets the requests that the API server defaults from limits: of the containers of `pod`, and of the pod as a whole for
// resources that no container requests. Requires that `pod` was read from `pod_spec`.
//
// Source: Kubernetes' pkg/apis/core/v1, SetDefaults_Pod.
void DefaultRequests(const tree::Node& pod_spec, v1::PodSpec& pod);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_DEFAULT_REQUESTS_H_
