#ifndef CPSIZER_SERVER_ENGINE_MACHINE_EVALUATE_QUERY_H_
#define CPSIZER_SERVER_ENGINE_MACHINE_EVALUATE_QUERY_H_

#include "absl/types/optional.h"
#include "server/engine/machine/query_reading.h"
#include "server/engine/machine/trigger_outcome.h"

namespace cpsizer {

// Evaluates a `prometheus` trigger; see section 9 of docs/reference/machine-autoscaler.md. Sets the observed value in
// `result`. The threshold must already be set in `result`.
TriggerOutcome EvaluateQuery(const MachineTrigger& trigger, const absl::optional<QueryReading>& reading, bool down,
                             v1::MachineTriggerResult& result);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_MACHINE_EVALUATE_QUERY_H_
