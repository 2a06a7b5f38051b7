#ifndef CPSIZER_CLIENT_CLI_HISTORY_REPLAY_INPUTS_H_
#define CPSIZER_CLIENT_CLI_HISTORY_REPLAY_INPUTS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cli/base/screen.h"
#include "client/cli/history/replay_flags.h"
#include "client/cli/input/inputs.h"
#include "client/cli/input/sources.h"
#include "client/history/replay/decider.h"
#include "client/history/transitions/fleet_transitions.h"
#include "client/objects/inventory.h"
#include "client/service/blocking_service.h"

namespace cpsizer::cli {

// Reads the files of a flag. Returns their configuration, or null and the exit code in `inputs`.
const objects::FoundConfiguration* ReadConfiguration(const std::vector<std::string>& paths, absl::string_view flag,
                                                     Screen& err, Inputs& inputs);

// Returns the part of a request that all decisions with a configuration share.
v1::BatchRecommendSizeRequest DecisionsOf(const ReplayFlags& flags, const Sources& sources);

// The demand that decides the sizes, and the demand that they are compared with; see Decider.
struct Sizing {
  history::SizedBy by = history::SizedBy::kResources;
  history::SizedBy measured = history::SizedBy::kResources;
};

// Returns a decider that has read its sizes, and sets `rules`. If the configuration is refused, prints why, raises
// `exit_code` and returns null. `client` must outlive the result.
std::unique_ptr<history::Decider> MakeDecider(v1::BatchRecommendSizeRequest decisions, const Sources& sources,
                                              BlockingService& client, Screen& err, history::TransitionRules& rules,
                                              int& exit_code, const Sizing& sizing = {});

// Sets the parts of `rules` that do not come from the configuration: --transitions, and the clusters of `inventory`
// that are not scheduled.
void CompleteRules(const ReplayFlags& flags, const objects::Inventory& inventory, history::TransitionRules& rules);

// Prints a warning if scheduled clusters never get another size.
void WarnIfNeverMoving(const history::TransitionRules& rules, const Sources& sources, Screen& err);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_REPLAY_INPUTS_H_
