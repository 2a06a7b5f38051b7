#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_FIELD_MANAGER_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_FIELD_MANAGER_H_

#include "absl/strings/string_view.h"

namespace cpsizer::sidecar {

// The field manager of our writes in `metadata.managedFields`.
inline constexpr absl::string_view kFieldManager = "cpsizer-sidecar";
// The field manager of the condition objects::kStoredFieldsCondition. An apply releases each condition that it does not
// have, and fails as a whole if another writer owns one of them, so each condition has its own field manager.
inline constexpr absl::string_view kStoredFieldsManager = "cpsizer-sidecar-stored-fields";

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_FIELD_MANAGER_H_
