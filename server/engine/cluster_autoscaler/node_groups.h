#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_NODE_GROUPS_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_NODE_GROUPS_H_

#include "absl/strings/string_view.h"
#include "server/engine/base/findings.h"
#include "server/engine/cluster_autoscaler/plan_settings.h"
#include "server/engine/cluster_autoscaler/scale_from_zero.h"

namespace cpsizer {

// The annotations with the bounds of a node group.
inline constexpr absl::string_view kMinSizeKey = "machine.openshift.io/cluster-api-autoscaler-node-group-min-size";
inline constexpr absl::string_view kMaxSizeKey = "machine.openshift.io/cluster-api-autoscaler-node-group-max-size";

// Warns about annotations of a MachineSet that the cluster-autoscaler cannot read: NODE_GROUP_BOUNDS_INVALID, and
// NODE_GROUP_CAPACITY_INVALID for each capacity. Adds NODE_GROUP_CAPACITY_MISSING for CPU and for memory if the minimum
// is 0. `path` is the path of the MachineSet in the request. Source: section
// 11 of docs/reference/cluster-autoscaler.md.
void WarnAboutNodeGroup(const AnnotationMap& annotations, const PlanSettings& settings, absl::string_view path,
                        Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_NODE_GROUPS_H_
