#ifndef CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_SETTING_DURATION_H_
#define CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_SETTING_DURATION_H_

#include "absl/strings/string_view.h"
#include "server/engine/base/field_checks.h"

namespace cpsizer {

// Checks a duration that both the schema and the webhook of the operator check. The duration must be a Go duration of
// at least 0 with a unit. Adds DURATION_MALFORMED or VALUE_OUT_OF_RANGE. Source: section 2 of
// docs/reference/cluster-autoscaler.md.
void CheckSettingDuration(absl::string_view text, const FieldPath& path, Findings& findings);

// Checks maxNodeProvisionTime. Its schema allows neither a sign nor a number such as `.5` or `5.`. Adds
// DURATION_MALFORMED.
void CheckUnsignedDuration(absl::string_view text, const FieldPath& path, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CLUSTER_AUTOSCALER_VALIDATE_SETTING_DURATION_H_
