#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_SETTINGS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_SETTINGS_H_

#include <vector>

#include "client/sidecar/control/log.h"
#include "client/sidecar/control/options.h"

namespace cpsizer::sidecar {

// Returns the settings of the sidecar and of the chosen controller as fields for the first line of the log.
// tests/lint/settings_test.cc has the flags that are not settings.
std::vector<LogField> SettingsOf(const Options& options);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_SETTINGS_H_
