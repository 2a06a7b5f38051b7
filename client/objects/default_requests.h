#ifndef CPSIZER_CLIENT_OBJECTS_DEFAULT_REQUESTS_H_
#define CPSIZER_CLIENT_OBJECTS_DEFAULT_REQUESTS_H_

#include "client/tree/node.h"
#include "cpsizer/v1/pod.pb.h"

namespace cpsizer::objects {

// Sets missing requests to the limits, as the API server does: for each container of `pod`, and for the whole pod for
// resources that no container requests. `pod` must have been read from `pod_spec`.
//
// Source: Kubernetes' pkg/apis/core/v1, SetDefaults_Pod.
void DefaultRequests(const tree::Node& pod_spec, v1::PodSpec& pod);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_DEFAULT_REQUESTS_H_
