#ifndef CPSIZER_SELECTED_PODS_H_
#define CPSIZER_SELECTED_PODS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

namespace cpsizer {

// The other pods that the selector of a target selects.
struct OtherPods {
  std::string message;       // the message of SELECTOR_TOO_WIDE; empty if there are no other pods
  absl::string_view remedy;  // empty: the remedy of the rule. The text is a constant
};

// Returns the message of SELECTOR_TOO_WIDE, such as `the selector selects 5 pods, and the target has 3 replicas; it
// also selects pods of Deployment web-canary`. Returns an empty message if all `pods` of the request seem to belong to
// the target. There are other pods if `other_owners` is not empty, if a pod has succeeded, or if there are more pods
// than `status.replicas` while `spec.replicas` is the same number. Pods that are being deleted or have failed are not
// counted, because the target and kube-controller-manager do not count them. Uses only `scale`, `pods` and
// `other_owners`. An owner `Pod NAME` is a pod without an owner. If all other pods have ended, they can be deleted, and
// the remedy says so.
OtherPods DescribeOtherPods(const v1::RecommendReplicasRequest& request);

}  // namespace cpsizer

#endif  // CPSIZER_SELECTED_PODS_H_
