#ifndef CPSIZER_CLIENT_HISTORY_TRANSITIONS_TRANSITION_RULES_H_
#define CPSIZER_CLIENT_HISTORY_TRANSITIONS_TRANSITION_RULES_H_

#include "absl/status/statusor.h"
#include "client/history/transitions/fleet_transitions.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::history {

// Returns the rules of `config`. Absent fields have the defaults of TransitionRules. Thread-safe.
//
// Accepts each value that ValidateConfig accepts, and also a limit below 1, with which scheduled clusters never move.
// Errors: InvalidArgument with the path and the value if a duration is not a duration of at least 0.
absl::StatusOr<TransitionRules> MakeTransitionRules(const v1::ClusterSizingConfiguration& config);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_TRANSITIONS_TRANSITION_RULES_H_
