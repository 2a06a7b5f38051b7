#ifndef CPSIZER_CLIENT_CLI_HISTORY_REPLAY_JSON_H_
#define CPSIZER_CLIENT_CLI_HISTORY_REPLAY_JSON_H_

#include <nlohmann/json.hpp>

#include "client/cli/history/replay_result.h"

namespace cpsizer::cli {

// Returns the numbers of the samples that were used and left out.
nlohmann::ordered_json SamplesJson(const SampleCounts& samples);

// Returns `{"begin", "end", "samples", "before", "after", "difference", "withoutPrice", "rollout", "items":
// [{"cluster", "before", "after"}]}`. `before` is the configuration of -f, and `after` is that of --with; without
// --with, `after`, `difference` and `rollout` are absent; with --compare-by, the keys are `byNodes` and `byResources`.
// A replay of numbers of nodes has `shortOfNodes` in place of memory and CPU. `transitionList` has the transitions in
// their order, at most TransitionList::kMostTransitions. `withoutPrice` has the sizes whose nodes are not part of the
// cost. The items are all clusters, the worst first. Durations are in seconds.
nlohmann::ordered_json ReplayJson(const ReplayResult& result);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_REPLAY_JSON_H_
