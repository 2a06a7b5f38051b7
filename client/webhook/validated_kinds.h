#ifndef CPSIZER_CLIENT_WEBHOOK_VALIDATED_KINDS_H_
#define CPSIZER_CLIENT_WEBHOOK_VALIDATED_KINDS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "client/objects/known_objects.h"
#include "client/tree/node.h"
#include "cpsizer/v1/finding.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

namespace cpsizer::webhook {

// The kinds that ValidateConfig supports, which are also values of a metric label. The last name means all other kinds.
inline constexpr const char* kKindNames[] = {
    "ClusterSizingConfiguration",
    "HorizontalPodAutoscaler",
    "ControlPlaneMachineSetAutoscaler",
    "ControlPlaneMachineSetAutoscalingTriggerAuthentication",
    "ClusterAutoscaler",
    "MachineAutoscaler",
    "Infrastructure",
    "KubeletConfig",
    "other",
};
inline constexpr size_t kKindCount = sizeof(kKindNames) / sizeof(kKindNames[0]);
inline constexpr size_t kOtherKind = kKindCount - 1;

// Returns the index of the kind in kKindNames, or kOtherKind for every other text.
size_t KindIndex(absl::string_view kind);

// A request to ValidateConfig about one object.
struct ValidationInput {
  v1::ValidateConfigRequest request;
  // The findings of the reader, in addition to the findings of the service. An unknown field is only a warning. The API
  // server has already checked the fields with the schema of the cluster, and this schema may be newer than this
  // version of cpsizer.
  std::vector<v1::Finding> findings;
  // False if the object cannot be read. If false, there is no request, and one of the findings is an error.
  bool readable = true;
};

// Makes a request about `object`, which has the API version and the kind of a review. Returns nothing for a kind that
// is not in kKindNames, or for an unknown version.
absl::optional<ValidationInput> MakeValidationInput(absl::string_view api_version, absl::string_view kind,
                                                    const tree::Node& object);

// Sets `old` as the old object of `input`. `old` and `input` must be about objects of the same kind. Does nothing if
// `old` cannot be read.
void AddOldObject(const ValidationInput& old, ValidationInput& input);

}  // namespace cpsizer::webhook

#endif  // CPSIZER_CLIENT_WEBHOOK_VALIDATED_KINDS_H_
