#ifndef CPSIZER_CLIENT_CLI_MACHINE_MACHINE_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_MACHINE_MACHINE_OUTPUT_H_

#include "client/cli/base/screen.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::cli {

// Prints the summary, the triggers, the times and the patch. If `wide`, also prints the contribution of each node, and
// the arithmetic of each sample.
void PrintMachine(const v1::RecommendMachineResponse& response, bool wide, Screen& out);

// Prints the size that the machines should have: the size to change to, or the current size if there is no change.
// Prints nothing if both are unknown.
void PrintMachineName(const v1::RecommendMachineResponse& response, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_MACHINE_MACHINE_OUTPUT_H_
