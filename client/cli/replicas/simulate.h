#ifndef CPSIZER_CLIENT_CLI_REPLICAS_SIMULATE_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_SIMULATE_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `replicas simulate`. It shows the decisions of an autoscaler over a time series.
Verb AddSimulate(CLI::App& replicas);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_SIMULATE_H_
