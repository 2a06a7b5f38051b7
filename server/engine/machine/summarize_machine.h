#ifndef CPSIZER_SERVER_ENGINE_MACHINE_SUMMARIZE_MACHINE_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_SUMMARIZE_MACHINE_H_

#include <string>

#include "server/engine/machine/machine_input.h"

namespace cpsizer {

// Describes the whole response in plain sentences. All other fields of `response` must already be set.
std::string SummarizeMachine(const MachineInput& input, const v1::RecommendMachineResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_SUMMARIZE_MACHINE_H_
