#ifndef CPSIZER_CLIENT_CLI_HISTORY_REPLAY_RUN_H_
#define CPSIZER_CLIENT_CLI_HISTORY_REPLAY_RUN_H_

#include <memory>
#include <vector>

#include "absl/time/time.h"
#include "client/cli/base/environment.h"
#include "client/cli/history/history_source.h"
#include "client/cli/history/page_sides.h"
#include "client/cli/history/replay_flags.h"
#include "client/cli/history/replay_result.h"
#include "client/cli/input/sources.h"
#include "client/cli/size/fleet_cost.h"
#include "client/history/replay/decider.h"
#include "client/history/replay/replay.h"
#include "client/history/series/history_name.h"
#include "client/history/series/input.h"
#include "client/history/timeline/fleet_timeline.h"
#include "client/history/timeline/transition_list.h"
#include "client/service/blocking_service.h"

namespace cpsizer::cli {

// The replay of one run with one or two configurations that were already read.
class ReplayRun {
 public:
  // All arguments that are passed by reference must outlive this object.
  ReplayRun(const ReplayFlags& flags, const history::ReplayOptions& options, BlockingService& client,
            Environment& environment)
      : flags_(flags), options_(options), client_(client), environment_(environment), replay_(options, names_) {}

  // Adds a configuration, with the hosted clusters of `inventory`. `by` decides the sizes. With `with_timeline`,
  // records what charts show; otherwise, with -o json or yaml, the transitions. Prints its findings, once for a
  // configuration, and raises `exit_code`. Returns false if the configuration is refused.
  bool AddConfiguration(const Sources& sources, const objects::Inventory& inventory, history::SizedBy by,
                        bool with_timeline, int& exit_code);

  // Reads the history, with the hosted clusters of `inventory`. Returns the exit code. If the replay has not ended at
  // `deadline`, prints an error.
  int Read(const objects::Inventory& inventory, absl::Time deadline = absl::InfiniteFuture());

  // The results of Read(), if it succeeded.
  ReplayResult Result(const NodePrices& prices) const;
  // The configurations. Requires `with_timeline`.
  std::vector<PageSide> Sides() const;

 private:
  struct Side {
    Sources sources;
    std::unique_ptr<history::Decider> decider;
    std::unique_ptr<history::FleetTimeline> timeline;  // null without `with_timeline`
    std::unique_ptr<history::TransitionList> transitions;
  };

  // Prints what is wrong with a configuration.
  void ReportConfiguration(const Sources& sources, const history::Decider& decider,
                           const history::TransitionRules& rules, int& exit_code);
  // Returns an error if one of the two demands of a comparison is not in the history.
  absl::Status CheckComparison() const;

  int Report(const absl::Status& status, const HistorySource& source);

  const ReplayFlags& flags_;
  const history::ReplayOptions& options_;
  BlockingService& client_;
  Environment& environment_;
  history::HistoryNames names_;
  std::vector<Side> sides_;
  history::Replay replay_;
  history::SeriesCounts counts_;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_REPLAY_RUN_H_
