#ifndef CPSIZER_TESTS_HISTORY_TRANSITIONS_SLOW_FLEET_H_
#define CPSIZER_TESTS_HISTORY_TRANSITIONS_SLOW_FLEET_H_

#include <vector>

#include "client/history/transitions/fleet_transitions.h"
#include "tests/history/transitions/scenario.h"

namespace cpsizer::history {

// Simulates the first `seconds` seconds of a scenario in the simplest way: in each second, every cluster is reconciled
// in the order of the names, with the conditions that the operator writes, and the window is counted from all clusters.
std::vector<Transition> RunSlow(const Scenario& scenario, int seconds);

}  // namespace cpsizer::history

#endif  // CPSIZER_TESTS_HISTORY_TRANSITIONS_SLOW_FLEET_H_
