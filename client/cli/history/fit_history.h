#ifndef CPSIZER_CLIENT_CLI_HISTORY_FIT_HISTORY_H_
#define CPSIZER_CLIENT_CLI_HISTORY_FIT_HISTORY_H_

#include <cstdint>

#include "absl/status/status.h"
#include "client/cli/base/environment.h"
#include "client/cli/history/fit_flags.h"
#include "client/cli/history/history_source.h"
#include "client/history/fit/node_history.h"
#include "client/history/fit/share_evidence.h"
#include "client/history/replay/decider.h"
#include "client/history/replay/demand_log.h"
#include "client/history/replay/replay.h"
#include "client/history/series/sample.h"
#include "client/history/series/series_options.h"
#include "client/history/transitions/fleet_transitions.h"

namespace cpsizer::cli {

// The input of `cpsizer fit`: the replay of the history with the present configuration, its changes of demand, and the
// shares of the kube-apiserver in the usage of its nodes.
class FitHistory {
 public:
  // `flags` must outlive this object.
  FitHistory(const FitFlags& flags, const history::ReplayOptions& options);

  // Reads --node-history and --history. `decider` has read the sizes of the present configuration, and must outlive
  // this object. If something cannot be read, prints an error and returns another exit code than kExitFine.
  // `status` is then the error of a call to the service, if that is the reason; it was not printed.
  int Read(history::Decider& decider, history::TransitionRules rules, const HistorySource& source,
           Environment& environment, absl::Status& status);

  const history::Replay& replay() const { return replay_; }
  const history::HistoryNames& names() const { return names_; }
  const history::DemandLog& log() const { return log_; }
  const history::ShareCollector& shares() const { return shares_; }
  // The numbers of what was read from --history.
  const history::SeriesCounts& counts() const { return counts_; }

 private:
  absl::Status Take(const history::Sample& sample);
  // Adds the samples of nodes before a time to the shares.
  absl::Status TakeNodesBefore(int64_t milliseconds);
  void TakeNodes(const history::Sample& sample);
  bool IsInTime(const history::Sample& sample) const;

  const FitFlags& flags_;
  const int64_t from_;
  const int64_t to_;
  history::HistoryNames names_;
  ClusterSelection selection_;
  history::NodeHistory nodes_;
  history::ShareCollector shares_;
  history::DemandLog log_;
  history::Replay replay_;
  history::SeriesCounts counts_;
  int64_t last_ = INT64_MIN;  // the time of the last sample of --history
  bool has_usage_ = false;
};

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_HISTORY_FIT_HISTORY_H_
