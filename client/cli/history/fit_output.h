#ifndef CPSIZER_CLIENT_CLI_HISTORY_FIT_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_HISTORY_FIT_OUTPUT_H_

#include "client/cli/base/screen.h"
#include "client/cli/history/fit_result.h"

namespace cpsizer::cli {

// Prints the evidence, the choices with their figures, and the proposal.
void PrintFit(const FitResult& result, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_FIT_OUTPUT_H_
