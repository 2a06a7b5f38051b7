#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_REFERENCE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_REFERENCE_H_

#include "absl/strings/string_view.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/base/findings.h"

// References to objects of any kind, as the validation of autoscaling/v2 requires them.
namespace cpsizer {

// Adds the errors of the reference to the target of an autoscaler. Its apiVersion must name a group, except for a
// ReplicationController.
void CheckScaleTarget(const v1::CrossVersionObjectReference& reference, absl::string_view path, Findings& findings);

// The same for the object that a metric describes: it may be of the core group.
void CheckDescribedObject(const v1::CrossVersionObjectReference& reference, absl::string_view path, Findings& findings);

// Returns the group of an apiVersion; empty for the core group, and if it is malformed.
absl::string_view GroupOf(absl::string_view api_version);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_REFERENCE_H_
