#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_TARGET_ANNOTATIONS_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_TARGET_ANNOTATIONS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/machine_autoscaler.pb.h"
#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"
#include "server/engine/cluster_autoscaler/scale_from_zero.h"

// The annotations that the operator writes to a MachineSet for its MachineAutoscaler. Source: section 7 of
// docs/reference/cluster-autoscaler.md.
namespace cpsizer {

// The annotation that names the MachineAutoscaler that sets the bounds of a MachineSet, as `namespace/name`.
inline constexpr absl::string_view kOwnerKey = "autoscaling.openshift.io/machineautoscaler";

// A MachineAutoscaler that sets the bounds of a target.
struct BoundingAutoscaler {
  const v1::MachineAutoscaler& autoscaler;
  absl::string_view id;    // `namespace/name`
  absl::string_view path;  // path in the request, such as `machineAutoscalers[0]`
};

// Plans the annotations of a target. `bounding` is the MachineAutoscaler that sets the bounds of the target. `set_path`
// is the path of the MachineSet in the request.
void PlanBounds(const BoundingAutoscaler& bounding, const AnnotationMap& annotations, absl::string_view set_path,
                const CapacityTranslation& capacity, v1::ClusterAutoscalerTarget& target);

// Plans the removal of the annotations that a MachineAutoscaler wrote. `source` is the field of the request that causes
// the removal.
void PlanRelease(const AnnotationMap& annotations, absl::string_view source, v1::ClusterAutoscalerTarget& target);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_TARGET_ANNOTATIONS_H_
