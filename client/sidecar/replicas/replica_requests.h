#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_REQUESTS_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_REQUESTS_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "client/kube/http/http.h"
#include "client/replicas/observer.h"
#include "client/sidecar/replicas/autoscaler.h"
#include "client/tree/node.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

// The requests of the writes of the replica controller.
namespace cpsizer::sidecar {

// Returns the read of the metadata of the target. The target must be read before its scale is written, because the
// scale does not show whether the target is being deleted.
kube::HttpRequest TargetRead(const replicas::TargetScale& scale);
// Checks the target that was read. Errors: FailedPrecondition if the target is being deleted, Aborted if it has changed
// since the scale was read.
absl::Status CheckTarget(const replicas::TargetScale& scale, const tree::Node& target);
// Returns the write of the number of replicas. The version of the scale is its precondition.
absl::StatusOr<kube::HttpRequest> ScaleWrite(const replicas::TargetScale& scale, int32_t replicas);
// Returns the write of the status of the autoscaler. The version of the autoscaler is its precondition.
absl::StatusOr<kube::HttpRequest> StatusWrite(const Autoscaler& autoscaler,
                                              const v1::HorizontalPodAutoscalerStatus& status);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_REQUESTS_H_
