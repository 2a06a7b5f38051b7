#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_AUTOSCALER_STATUS_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_AUTOSCALER_STATUS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "client/kube/json.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "cpsizer/v1/recommend_replicas.pb.h"

// Functions for the status of an autoscaler, as its controller writes it.
//
// Source: sections 4 and 14 of docs/reference/horizontal-pod-autoscaler.md.
namespace cpsizer::sidecar {

// Returns the status of `autoscaler` after a decision with this outcome. Each metric gets the type and the name from
// the spec. The entry of a failed metric is empty. If `writes_generation` is true, the observed generation is that of
// the autoscaler, as from Kubernetes v1.37; if not, it is removed. If the target could not be read, the metrics and the
// observed generation do not change.
v1::HorizontalPodAutoscalerStatus StatusAfter(const v1::HorizontalPodAutoscaler& autoscaler,
                                              v1::ReplicasOutcome outcome, const v1::ReplicasStatus& decided,
                                              bool writes_generation);

// Returns the status after a decision if the number of replicas could not be written because of `error`. `now` is the
// time of the decision in RFC 3339.
v1::ReplicasStatus WithoutRescale(const v1::HorizontalPodAutoscaler& autoscaler, v1::ReplicasStatus decided,
                                  absl::string_view error, const std::string& now);

// Returns `status` as the content of the field `status` in a merge patch.
kube::Json StatusJson(const v1::HorizontalPodAutoscalerStatus& status);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_AUTOSCALER_STATUS_H_
