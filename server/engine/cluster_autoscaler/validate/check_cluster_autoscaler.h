#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_CHECK_CLUSTER_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_CHECK_CLUSTER_AUTOSCALER_H_

#include "absl/strings/string_view.h"
#include "cpsizer/v1/cluster_autoscaler.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// The name of the one ClusterAutoscaler of a cluster, unless the operator is configured with another one.
inline constexpr absl::string_view kClusterAutoscalerName = "default";

// Checks what the schema of a ClusterAutoscaler and the webhook of the operator check, and what ends the
// cluster-autoscaler. `name` is the name that the operator is configured with. Source: sections 1 and 2 of
// docs/reference/cluster-autoscaler.md.
void CheckClusterAutoscaler(const v1::ClusterAutoscaler& autoscaler, absl::string_view name, Findings& findings);

// Warns about settings that are not what was likely meant. Requires an object without errors.
void WarnAboutClusterAutoscaler(const v1::ClusterAutoscaler& autoscaler, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_CHECK_CLUSTER_AUTOSCALER_H_
