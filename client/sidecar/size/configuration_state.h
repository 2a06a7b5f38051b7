#ifndef CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_STATE_H_
#define CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_STATE_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace cpsizer::sidecar {

// Whether the configuration in force can be used.
enum class ConfigurationState : uint8_t {
  kUnknown,  // the service has not said yet
  kMissing,
  kUnreadable,
  kInvalid,
  kValid,
};

// Their names, in the same order.
inline constexpr absl::string_view kConfigurationStates[] = {"unknown", "missing", "unreadable", "invalid", "valid"};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_SIZE_CONFIGURATION_STATE_H_
