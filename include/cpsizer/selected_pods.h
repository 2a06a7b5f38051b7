#ifndef CPSIZER_SELECTED_PODS_H_
#define CPSIZER_SELECTED_PODS_H_

#include <string>

#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer {

// Returns the message of SELECTOR_TOO_WIDE, such as `the selector selects 5 pods, and the target has 3 replicas; it
// also selects pods of Deployment web-canary`. Returns an empty text if all `pods` of the request seem to belong to the
// target. There are other pods if `other_owners` is not empty, if a pod has succeeded, or if there are more pods than
// `status.replicas` while `spec.replicas` is the same number. Pods that are being deleted or have failed are not
// counted, because the target and kube-controller-manager do not count them. Uses only `scale`, `pods` and
// `other_owners`.
std::string DescribeOtherPods(const v1::RecommendReplicasRequest& request);

}  // namespace cpsizer

#endif  // CPSIZER_SELECTED_PODS_H_
