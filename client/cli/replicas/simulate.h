#ifndef CPSIZER_CLIENT_CLI_REPLICAS_SIMULATE_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_SIMULATE_H_

#include <string>

#include "absl/time/time.h"
#include "client/cli/base/environment.h"
#include "client/cli/base/verb.h"
#include "client/cli/input/inputs.h"
#include "client/cli/replicas/replica_flags.h"
#include "client/cli/simulation/simulation_loop.h"

namespace cpsizer::cli {

struct SimulateFlags : SimulationFlags {
  std::string autoscaler;
  absl::Duration pod_start = absl::ZeroDuration();
  ControllerFlags controller;
};

// Simulates an autoscaler of `inputs`. `flags.files` are not read. Returns the exit code.
int SimulateReplicas(const SimulateFlags& flags, Inputs& inputs, Environment& environment);

// Adds the verb `replicas simulate`. It shows the decisions of an autoscaler over a time series.
Verb AddSimulate(CLI::App& replicas);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_SIMULATE_H_
