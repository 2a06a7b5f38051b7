#ifndef CPSIZER_SERVER_ENGINE_BASE_OBJECT_TYPE_H_
#define CPSIZER_SERVER_ENGINE_BASE_OBJECT_TYPE_H_

#include "absl/strings/string_view.h"
#include "cpsizer/v1/meta.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// The type of the objects that a field accepts.
struct ObjectType {
  absl::string_view api_version;
  absl::string_view kind;
};

inline constexpr ObjectType kSizingType = {"scheduling.hypershift.openshift.io/v1alpha1", "ClusterSizingConfiguration"};
inline constexpr ObjectType kAutoscalerType = {"autoscaling/v2", "HorizontalPodAutoscaler"};
inline constexpr ObjectType kInfrastructureType = {"config.openshift.io/v1", "Infrastructure"};
inline constexpr ObjectType kKubeletConfigType = {"machineconfiguration.openshift.io/v1", "KubeletConfig"};
inline constexpr ObjectType kControlPlaneMachineSetAutoscalerType = {"machine.openshift.io/v1alpha1",
                                                                     "ControlPlaneMachineSetAutoscaler"};
inline constexpr ObjectType kControlPlaneMachineSetType = {"machine.openshift.io/v1", "ControlPlaneMachineSet"};
inline constexpr ObjectType kClusterAutoscalerType = {"autoscaling.openshift.io/v1", "ClusterAutoscaler"};
inline constexpr ObjectType kMachineAutoscalerType = {"autoscaling.openshift.io/v1beta1", "MachineAutoscaler"};
inline constexpr ObjectType kTriggerAuthenticationType = {"machine.openshift.io/v1alpha1",
                                                          "ControlPlaneMachineSetAutoscalingTriggerAuthentication"};

// Adds KIND_MISMATCH if `value` is set and is not `wanted`. The path of the finding is `prefix` followed by `field`.
void CheckTypeField(absl::string_view value, absl::string_view wanted, absl::string_view prefix,
                    absl::string_view field, Findings& findings);

// Adds KIND_MISMATCH if the type of the object is not `wanted`. In a request, `apiVersion` and `kind` may be absent.
// The paths of the findings begin with `prefix`. If a request has several objects, `prefix` ends with a point.
template <typename Object>
void CheckObjectType(const Object& object, const ObjectType& wanted, Findings& findings,
                     absl::string_view prefix = "") {
  CheckTypeField(object.api_version(), wanted.api_version, prefix, "apiVersion", findings);
  CheckTypeField(object.kind(), wanted.kind, prefix, "kind", findings);
}

// Adds NAME_NOT_CLUSTER if the name of the object is not `cluster`. In a request, the name may be absent. `object` is
// the kind for the message.
void CheckNamedCluster(const v1::ObjectMeta& metadata, absl::string_view object, Findings& findings,
                       absl::string_view prefix = "");

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_OBJECT_TYPE_H_
