#ifndef CPSIZER_CLIENT_HISTORY_REPLAY_LOGGED_REPLAY_H_
#define CPSIZER_CLIENT_HISTORY_REPLAY_LOGGED_REPLAY_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/history/replay/decider.h"
#include "client/history/replay/demand_log.h"
#include "client/history/replay/fleet_replay.h"
#include "client/history/series/sample.h"
#include "client/history/transitions/fleet_transitions.h"

namespace cpsizer::history {

// Replays recorded changes of demand with one configuration. The totals are those that Replay has for the history of
// which the changes were recorded. Not thread-safe.
class LoggedReplay {
 public:
  // All but `rules` must outlive this object. `decider` must have read its sizes, and `log` must be finished.
  LoggedReplay(const DemandLog& log, const Names& clusters, Decider& decider, TransitionRules rules,
               absl::Duration reversal_window);
  LoggedReplay(const LoggedReplay&) = delete;
  LoggedReplay& operator=(const LoggedReplay&) = delete;

  // Must be called once. Errors: those of Decider::Decide() and DemandLog::ForEach().
  absl::Status Run();

  FleetReplay& fleet() { return fleet_; }

 private:
  absl::Status Take(const DemandLog::Event& event);
  // Makes the decisions at `instant_`.
  absl::Status Decide();
  void EndAbsence(uint32_t cluster, int64_t now);

  const DemandLog& log_;
  const Names& clusters_;
  std::vector<int64_t> last_samples_;  // the last sample of each cluster before its next absence
  std::vector<size_t> absences_;       // the absences of each cluster that have ended
  FleetReplay fleet_;
  int64_t instant_ = INT64_MIN;
  std::vector<NewDemand> demands_;
  std::vector<uint32_t> again_;  // clusters that got another size at the last instant
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REPLAY_LOGGED_REPLAY_H_
