#ifndef CPSIZER_SERVER_ENGINE_MACHINE_EVALUATE_TRIGGERS_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_EVALUATE_TRIGGERS_H_

#include <cstdint>

#include "server/engine/machine/machine_input.h"

namespace cpsizer {

// The result of the evaluation of both directions.
struct Evaluation {
  v1::MachineDirectionState up = v1::MACHINE_DIRECTION_STATE_DISABLED;
  v1::MachineDirectionState down = v1::MACHINE_DIRECTION_STATE_DISABLED;
  // The longest time that a trigger needs until it can have enough data, in nanoseconds; 0 if waiting does not help.
  int64_t wait = 0;
};

// Evaluates the triggers of the enabled directions. Adds the results of triggers and directions, and the condition
// Degraded, to the response. Source: sections 8 to 11 of docs/reference/machine-autoscaler.md.
Evaluation EvaluateTriggers(const MachineInput& input, v1::RecommendMachineResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_EVALUATE_TRIGGERS_H_
