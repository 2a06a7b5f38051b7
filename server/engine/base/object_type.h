#ifndef CPSIZER_SERVER_ENGINE_BASE_OBJECT_TYPE_H_
#define CPSIZER_SERVER_ENGINE_BASE_OBJECT_TYPE_H_

#include "absl/strings/string_view.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// Which objects have their place in a field.
struct ObjectType {
  absl::string_view api_version;
  absl::string_view kind;
};

inline constexpr ObjectType kSizingType = {"scheduling.hypershift.openshift.io/v1alpha1", "ClusterSizingConfiguration"};
inline constexpr ObjectType kAutoscalerType = {"autoscaling/v2", "HorizontalPodAutoscaler"};

// Says KIND_MISMATCH where `value` is there and not `wanted`.
void CheckTypeField(absl::string_view value, absl::string_view wanted, absl::string_view path, Findings& findings);

// Adds KIND_MISMATCH for an object of another type. A request may leave both fields out.
template <typename Object>
void CheckObjectType(const Object& object, const ObjectType& wanted, Findings& findings) {
  CheckTypeField(object.api_version(), wanted.api_version, "apiVersion", findings);
  CheckTypeField(object.kind(), wanted.kind, "kind", findings);
}

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_BASE_OBJECT_TYPE_H_
