#ifndef CPSIZER_CLIENT_SIDECAR_CONTROL_KIND_FLAGS_H_
#define CPSIZER_CLIENT_SIDECAR_CONTROL_KIND_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/sidecar/control/options.h"
#include "server/process/flag_table.h"

namespace cpsizer::sidecar {

// Returns the flags that only some controllers have. `options` must outlive the flags.
std::vector<server::Flag> FlagsOfKinds(Options& options);

// Sets `value`. Errors: InvalidArgument if the text is empty.
absl::Status SetText(absl::string_view text, std::string& value);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CONTROL_KIND_FLAGS_H_
