#ifndef CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SIMULATE_H_
#define CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SIMULATE_H_

#include "client/cli/base/verb.h"

namespace cpsizer::cli {

// Adds the verb `machine simulate`. It shows the sizes that an autoscaler would set over a time series.
Verb AddMachineSimulate(CLI::App& machine);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SIMULATE_H_
