#ifndef CPSIZER_CLIENT_CLI_CLUSTER_AUTOSCALER_AUTOSCALER_H_
#define CPSIZER_CLIENT_CLI_CLUSTER_AUTOSCALER_AUTOSCALER_H_

#include <string>
#include <vector>

#include "client/cli/base/environment.h"
#include "client/cli/base/flags.h"

namespace cpsizer::cli {

struct AutoscalerFlags : ResponseFlags {
  std::string release_version;
  std::string image;
  std::string operator_namespace;
  std::string cloud_provider;
  std::string extra_args;
  std::string architecture;
  std::vector<std::string> feature_gates;
};

// Adds the flags of the operator's settings: --release-version, --image, --operator-namespace, --cloud-provider,
// --extra-args, --architecture and --feature-gate. An invalid value is a usage error.
void AddAutoscalerSettings(CLI::App& app, AutoscalerFlags& flags);

// Runs the verb `autoscaler plan` with `flags`. Returns the exit code.
int RunAutoscalerPlan(const AutoscalerFlags& flags, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CLUSTER_AUTOSCALER_AUTOSCALER_H_
