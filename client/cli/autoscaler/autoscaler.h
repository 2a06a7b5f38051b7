#ifndef CPSIZER_CLIENT_CLI_AUTOSCALER_AUTOSCALER_H_
#define CPSIZER_CLIENT_CLI_AUTOSCALER_AUTOSCALER_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verbs `autoscaler plan`, `autoscaler args` and `autoscaler diff`. They show the cluster-autoscaler of an
// OpenShift cluster, and the bounds of its MachineSets.
Verb AddAutoscaler(CLI::App& root);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_AUTOSCALER_AUTOSCALER_H_
