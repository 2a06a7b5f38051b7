#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_REFERENCE_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_REFERENCE_H_

#include "absl/strings/string_view.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "server/engine/base/findings.h"

// Checks of references to objects of any kind, as in the validation of autoscaling/v2.
namespace cpsizer {

// Adds the errors of the reference to the target of an autoscaler. The apiVersion must name a group, unless the kind is
// ReplicationController.
void CheckScaleTarget(const v1::CrossVersionObjectReference& reference, absl::string_view path, Findings& findings);

// Adds the errors of the reference to the object that a metric describes. The apiVersion may name the core group.
void CheckDescribedObject(const v1::CrossVersionObjectReference& reference, absl::string_view path, Findings& findings);

// Returns whether the text has at most one slash, as a group and a version.
bool IsGroupVersion(absl::string_view api_version);

// Returns the group of an apiVersion; empty if it is the core group or if the apiVersion is malformed.
absl::string_view GroupOf(absl::string_view api_version);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_VALIDATE_CHECK_REFERENCE_H_
