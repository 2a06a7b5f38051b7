#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_CHECK_CLUSTER_AUTOSCALER_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_CHECK_CLUSTER_AUTOSCALER_H_

#include "absl/strings/string_view.h"
#include "cpsizer/v1/cluster_autoscaler.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// The name of the only ClusterAutoscaler of a cluster, unless another name is configured in the operator.
inline constexpr absl::string_view kClusterAutoscalerName = "default";

// Checks the rules of the schema of a ClusterAutoscaler, the rules of the webhook of the operator, and settings that
// make the cluster-autoscaler exit. `name` is the name that is configured in the operator. Source: sections 1 and 2 of
// docs/reference/cluster-autoscaler.md.
void CheckClusterAutoscaler(const v1::ClusterAutoscaler& autoscaler, absl::string_view name, Findings& findings);

// Adds the warnings about the types of GPUs alone. They do not depend on other fields, which may have errors. A type
// that has an error, such as one with a colon, has no warning.
void WarnAboutGpuTypes(const v1::ClusterAutoscaler& autoscaler, Findings& findings);

// Warns about probable mistakes. Requires an object without errors.
void WarnAboutClusterAutoscaler(const v1::ClusterAutoscaler& autoscaler, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_CHECK_CLUSTER_AUTOSCALER_H_
