#ifndef CPSIZER_CLIENT_CLI_REPLICAS_SIMULATION_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_SIMULATION_OUTPUT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "client/cli/base/screen.h"
#include "client/cli/replicas/series.h"
#include "client/cli/replicas/simulation.h"

namespace cpsizer::cli {

// Prints a row for each time, a chart, and a summary. The width of the chart is the width of the terminal, or 80
// columns if the terminal has no width. If `wide`, also prints the summary of each decision. Requires at least one row.
void PrintSimulation(const Series& series, const std::vector<SimulatedRow>& rows, bool wide, Screen& out);

// Prints `TIME DESIRED` for each row.
void PrintSimulationNames(const std::vector<SimulatedRow>& rows, Screen& out);

// Returns `{"rows": [...], "changes", "turns", "longestLag", "longestLagSince", "summary"}`.
nlohmann::ordered_json SimulationJson(const Series& series, const std::vector<SimulatedRow>& rows);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_SIMULATION_OUTPUT_H_
