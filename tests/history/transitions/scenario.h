#ifndef CPSIZER_TESTS_HISTORY_TRANSITIONS_SCENARIO_H_
#define CPSIZER_TESTS_HISTORY_TRANSITIONS_SCENARIO_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/history/transitions/fleet_transitions.h"

namespace cpsizer::history {

// A change of what a cluster wants, or of its pause.
struct ScenarioEvent {
  int second = 0;
  uint32_t cluster = 0;
  bool is_pause = false;
  int size = 0;                     // if it is not a pause
  absl::Time until = absl::Time();  // if it is a pause
};

// A fleet and what happens to it. Times are seconds, and may be negative.
struct Scenario {
  TransitionRules rules;
  std::vector<TransitionCluster> clusters;
  std::vector<ScenarioEvent> events;  // in the order of time
};

// The sizes of scenarios: s (from 0 nodes), m (from 11), l (from 101), and t, which is last in the list and has fewer
// nodes than m (from 5). `-` means no size.
absl::string_view SizeLetter(int size);

// Reads a scenario from three texts, whose words are separated by spaces:
//   rules     increase=30 decrease=600 window=600 limit=5 immediate=1; these are the defaults, except immediate
//   clusters  `a:s` has the size s; `a:s@-60`: its last transition is at -60; `a:s^l`: its override is l (`^-`: an
//             unknown size); `a:s|100`: it is paused until 100 (`|inf`: without end); `!a:s` is not scheduled
//   events    `5a=m`: at 5, a wants m; `5a|100`: at 5, a is paused until 100
// All names are one letter.
Scenario ReadScenario(absl::string_view rules, absl::string_view clusters, absl::string_view events);

// Returns the transitions as text, such as `30:a s>m, 600:b m>-`.
std::string ShowTransitions(const Scenario& scenario, const std::vector<Transition>& transitions);

struct ScenarioCase {
  absl::string_view name;
  absl::string_view rules;
  absl::string_view clusters;
  absl::string_view events;
  absl::string_view transitions;  // in the first 3,000 seconds
};

// Expects the transitions of each case from FleetTransitions, and from the slow simulation.
void ExpectTransitions(absl::Span<const ScenarioCase> cases);

// Runs FleetTransitions for the first `seconds` seconds. `stops`: AdvanceTo() is called at each event and each
// NextEvent(), in place of only at the end.
std::vector<Transition> RunFast(const Scenario& scenario, int seconds, bool stops);

}  // namespace cpsizer::history

#endif  // CPSIZER_TESTS_HISTORY_TRANSITIONS_SCENARIO_H_
