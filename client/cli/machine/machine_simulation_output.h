#ifndef CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SIMULATION_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SIMULATION_OUTPUT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "client/cli/base/screen.h"
#include "client/cli/machine/machine_series.h"
#include "client/cli/machine/machine_simulation.h"
#include "client/cli/machine/size_capacities.h"

namespace cpsizer::cli {

// All functions require at least one decision. `end` is the result of MachineSimulation::end().

// Prints rows, a chart of the size, and one sentence about all decisions. There is a row for each decision that changes
// something, or whose reason differs from the previous reason. If `wide`, there is a row for each decision, with its
// summary.
void PrintMachineSimulation(const MachineSeries& series, const SizeCapacities& sizes,
                            const std::vector<MachineDecision>& decisions, absl::Time end, bool wide, Screen& out);

// Prints `TIME SIZE` for each change of the size.
void PrintMachineSimulationNames(const std::vector<MachineDecision>& decisions, Screen& out);

// Returns `{"decisions": [...], "changes", "turns", "timeAtSizes": [{"size", "duration"}], "summary"}`.
nlohmann::ordered_json MachineSimulationJson(const MachineSeries& series, const std::vector<MachineDecision>& decisions,
                                             absl::Time end);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_MACHINE_SIMULATION_OUTPUT_H_
