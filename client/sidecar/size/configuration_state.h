#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_STATE_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_STATE_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace cpsizer::sidecar {

// The state of the current configuration.
enum class ConfigurationState : uint8_t {
  kUnknown,  // the service has not responded yet
  kMissing,
  kUnreadable,
  kInvalid,
  kValid,
};

// The names of the states, in the order of ConfigurationState.
inline constexpr absl::string_view kConfigurationStates[] = {"unknown", "missing", "unreadable", "invalid", "valid"};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_STATE_H_
