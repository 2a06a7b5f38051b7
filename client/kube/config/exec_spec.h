#ifndef CPSIZER_CLIENT_KUBE_CONFIG_EXEC_SPEC_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_EXEC_SPEC_H_

#include "absl/status/status.h"
#include "client/kube/config/cluster_config.h"

namespace cpsizer::kube {

// Checks the required fields of a plugin. Errors: InvalidArgument with one sentence that contains the file and the
// field.
absl::Status CheckExecSpec(const ExecSpec& exec);

// Checks that the plugin does not require a terminal. Errors: InvalidArgument if the plugin requires a terminal,
// because a process in the background has no terminal.
absl::Status CheckNeedsNoTerminal(const ExecSpec& exec);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_EXEC_SPEC_H_
