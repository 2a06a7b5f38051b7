#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_FIELD_MANAGER_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_FIELD_MANAGER_H_

#include "absl/strings/string_view.h"

namespace cpsizer::sidecar {

// The field manager of our writes in `metadata.managedFields`.
inline constexpr absl::string_view kFieldManager = "cpsizer-sidecar";

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_FIELD_MANAGER_H_
