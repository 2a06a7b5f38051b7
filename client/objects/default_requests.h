#ifndef CPSIZER_CLIENT_OBJECTS_DEFAULT_REQUESTS_H_
#define CPSIZER_CLIENT_OBJECTS_DEFAULT_REQUESTS_H_

#include "client/tree/node.h"
#include "cpsizer/v1/pod.pb.h"

namespace cpsizer::objects {

// Gives the containers of `pod` the requests that they leave out and the API server fills in: what limits them. The
// same for the pod as a whole, of resources that no container asks for. Requires that `pod` was read from `pod_spec`.
//
// Source: Kubernetes' pkg/apis/core/v1, SetDefaults_Pod.
void DefaultRequests(const tree::Node& pod_spec, v1::PodSpec& pod);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_DEFAULT_REQUESTS_H_
