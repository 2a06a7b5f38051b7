#ifndef CPSIZER_CLIENT_KUBE_CONFIG_EXEC_SPEC_H_
#define CPSIZER_CLIENT_KUBE_CONFIG_EXEC_SPEC_H_

#include "absl/status/status.h"
#include "client/kube/config/cluster_config.h"

namespace cpsizer::kube {

// Checks what a plugin's description must have. Errors: InvalidArgument, in a sentence that names file and field.
absl::Status CheckExecSpec(const ExecSpec& exec);

// Errors: InvalidArgument if the plugin insists on a terminal, which a program in the background has not.
absl::Status CheckNeedsNoTerminal(const ExecSpec& exec);

}  // namespace cpsizer::kube

#endif  // CPSIZER_CLIENT_KUBE_CONFIG_EXEC_SPEC_H_
