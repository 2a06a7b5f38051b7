#ifndef CPSIZER_CLIENT_HISTORY_TRANSITIONS_TRANSITION_RULES_H_
#define CPSIZER_CLIENT_HISTORY_TRANSITIONS_TRANSITION_RULES_H_

#include <string>

#include "absl/status/statusor.h"
#include "client/history/transitions/fleet_transitions.h"
#include "cpsizer/v1/cluster_sizing_configuration.pb.h"

namespace cpsizer::history {

// Returns the rules of `config`. Absent fields of `concurrency` and of `transitionDelay` have the defaults of
// TransitionRules, which the API server adds to an object that exists. An absent object has no defaults: without
// `concurrency`, the limit and the window are 0, and without `transitionDelay` there are no delays. Thread-safe.
// Source: the API server does not apply defaults below an absent object, and the operator reads zero values.
//
// Accepts each value that ValidateConfig accepts, and also a limit below 1, with which scheduled clusters never move.
// Errors: InvalidArgument with the path and the value if a duration is not a duration of at least 0.
absl::StatusOr<TransitionRules> MakeTransitionRules(const v1::ClusterSizingConfiguration& config);

// Returns why scheduled clusters never get another size, such as `spec.concurrency.limit is 0`. Returns an empty text
// if they can get one.
std::string WhyNeverMoving(const TransitionRules& rules);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_TRANSITIONS_TRANSITION_RULES_H_
