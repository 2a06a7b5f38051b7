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
  // The configuration has errors, but only in fields that no decision reads.
  kDecidable,
  kValid,
};

// The names of the states, in the order of ConfigurationState.
inline constexpr absl::string_view kConfigurationStates[] = {"unknown", "missing",   "unreadable",
                                                             "invalid", "decidable", "valid"};

// Returns whether sizes are decided with the configuration. In all other states, all sizes are held.
constexpr bool CanDecide(ConfigurationState state) {
  return state == ConfigurationState::kDecidable || state == ConfigurationState::kValid;
}

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_STATE_H_
