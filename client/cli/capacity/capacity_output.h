#ifndef CPSIZER_CLIENT_CLI_CAPACITY_CAPACITY_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_CAPACITY_CAPACITY_OUTPUT_H_

#include <nlohmann/json.hpp>

#include "client/cli/base/screen.h"
#include "client/cli/capacity/capacity_figures.h"
#include "client/cli/capacity/capacity_model.h"

namespace cpsizer::cli {

// Amounts of CPU are in millicores, of memory in bytes.
nlohmann::ordered_json CapacityJson(const CapacityModel& model, const CapacityFigures& figures);

void PrintCapacity(const CapacityModel& model, const CapacityFigures& figures, Screen& out);

// Prints a warning for each resource of a zone of which more than kFullFraction is requested, for pods without a node,
// and for the largest pod if no node can hold it. Returns whether there is a warning.
bool WarnOfCapacity(const CapacityModel& model, const CapacityFigures& figures, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CAPACITY_CAPACITY_OUTPUT_H_
