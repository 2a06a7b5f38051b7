#ifndef CPSIZER_CLIENT_CLI_HISTORY_REPLAY_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_HISTORY_REPLAY_OUTPUT_H_

#include "client/cli/base/screen.h"
#include "client/cli/history/replay_result.h"

namespace cpsizer::cli {

// Prints the span, the figures of the fleet, the node-hours of each size, and the clusters, the worst first. With two
// configurations, prints both, the difference, and how long the rollout takes. Unless `wide`, leaves out clusters
// without a transition, a time short, a best effort, a time without a recommendation and another size at the end, and
// all but the first ten.
void PrintReplay(const ReplayResult& result, bool wide, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_REPLAY_OUTPUT_H_
