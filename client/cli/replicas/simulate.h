#ifndef CPSIZER_CLIENT_CLI_REPLICAS_SIMULATE_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_SIMULATE_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/cli/base/environment.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/verb.h"
#include "client/cli/input/inputs.h"
#include "client/cli/replicas/replica_flags.h"

namespace cpsizer::cli {

struct SimulateFlags {
  std::vector<std::string> files;
  std::string autoscaler;
  std::string series;
  absl::optional<std::string> series_text;  // replaces the bytes of the file `series`; no flag sets this
  absl::Duration pod_start = absl::ZeroDuration();
  ControllerFlags controller;
  ServerFlags server;
  OutputFormat output = OutputFormat::kTable;
};

// Simulates an autoscaler of `inputs`. `flags.files` are not read. Returns the exit code.
int SimulateReplicas(const SimulateFlags& flags, Inputs& inputs, Environment& environment);

// Adds the verb `replicas simulate`. It shows the decisions of an autoscaler over a time series.
Verb AddSimulate(CLI::App& replicas);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_SIMULATE_H_
