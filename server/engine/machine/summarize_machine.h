#ifndef CPSIZER_SERVER_ENGINE_MACHINE_SUMMARIZE_MACHINE_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_SUMMARIZE_MACHINE_H_

#include <string>

#include "server/engine/machine/machine_input.h"

namespace cpsizer {

// Returns the whole response in plain sentences. `response` has all other fields already.
std::string SummarizeMachine(const MachineInput& input, const v1::RecommendMachineResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_SUMMARIZE_MACHINE_H_
