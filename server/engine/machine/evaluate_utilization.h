#ifndef CPSIZER_SERVER_ENGINE_MACHINE_EVALUATE_UTILIZATION_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_EVALUATE_UTILIZATION_H_

#include "server/engine/machine/machine_input.h"
#include "server/engine/machine/trigger_outcome.h"

namespace cpsizer {

// Evaluates a `cpu` or `memory` trigger; see section 8 of docs/reference/machine-autoscaler.md. Sets the observed value
// and the contribution of each node in `result`. The threshold must already be set in `result`.
TriggerOutcome EvaluateUtilization(const MachineInput& input, const MachineTrigger& trigger, bool down,
                                   v1::MachineTriggerResult& result);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_EVALUATE_UTILIZATION_H_
