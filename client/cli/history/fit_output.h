#ifndef CPSIZER_CLIENT_CLI_HISTORY_FIT_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_HISTORY_FIT_OUTPUT_H_

#include <nlohmann/json.hpp>

#include "client/cli/base/screen.h"
#include "client/cli/history/fit_result.h"

namespace cpsizer::cli {

// Prints the evidence, the choices with their figures, and the proposal.
void PrintFit(const FitResult& result, Screen& out);

// Returns `{"begin", "end", "clusters", "samples", "evaluated", "isComplete", "targets", "prices", "evidence",
// "leftOut", "choices", "summary", "proposal"}`. `proposal` is the configuration with the proposed values, and is
// absent if no change is proposed. Durations are in seconds.
nlohmann::ordered_json FitJson(const FitResult& result);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_FIT_OUTPUT_H_
