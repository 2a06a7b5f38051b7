#ifndef CPSIZER_CLIENT_CLI_MACHINE_MACHINE_H_
#define CPSIZER_CLIENT_CLI_MACHINE_MACHINE_H_

#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "client/cli/base/environment.h"
#include "client/cli/base/flag_checks.h"
#include "client/cli/base/flags.h"
#include "client/cli/base/verb.h"

namespace cpsizer::cli {

struct MachineFlags : ResponseFlags {
  std::string now;
  absl::optional<std::string> sample_interval;
  std::vector<std::string> queries;
};

// Adds the flags of a decision: --now, --sample-interval and --query.
void AddMachineDecision(CLI::App& app, MachineFlags& flags);

// Checks the values of these flags.
void CheckMachineDecision(const MachineFlags& flags, FlagChecks& checks);

// Runs the verb with `flags`. Returns the exit code.
int RunMachine(const MachineFlags& flags, Environment& environment);

// Adds the verb `machine simulate`. It shows the decisions of an autoscaler over a time series.
Verb AddMachineSimulate(CLI::App& machine);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_MACHINE_H_
