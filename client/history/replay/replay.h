#ifndef CPSIZER_CLIENT_HISTORY_REPLAY_REPLAY_H_
#define CPSIZER_CLIENT_HISTORY_REPLAY_REPLAY_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/optional.h"
#include "client/history/recommender/vpa_recommender.h"
#include "client/history/replay/decider.h"
#include "client/history/replay/demand_log.h"
#include "client/history/replay/demand_source.h"
#include "client/history/replay/fleet_observer.h"
#include "client/history/replay/fleet_replay.h"
#include "client/history/series/sample.h"
#include "client/history/transitions/fleet_transitions.h"
#include "client/history/transitions/rollout.h"

namespace cpsizer::history {

struct ReplayOptions {
  SeriesKind series = SeriesKind::kDetect;
  RecommenderOptions recommender;
  bool oom_kills = true;    // the OOM kills of the history count; for usage
  bool with_nodes = false;  // numbers of nodes count too, with memory and CPU
  // Samples before `from` count only for the demand at `from`: usage before it fills the histograms of the recommender.
  // Samples after `to` are ignored. The defaults are the first and the last sample.
  absl::optional<absl::Time> from;
  absl::optional<absl::Time> to;
  // The time between two decisions about a cluster, counted from `from` or from the first sample; at least 1 ms. Zero:
  // each time of a sample.
  absl::Duration step = absl::ZeroDuration();
  // The longest time from a transition to its reversal.
  absl::Duration reversal_window = absl::Hours(24);
};

// Carries the clusters of a history through time with one or two configurations:
//
//   Replay replay(options, names);
//   replay.AddConfiguration(decider, rules);
//   for (const Sample& sample : samples_in_order_of_time) replay.Add(sample);
//   replay.Finish();
//
// Each cluster begins with its first demand, at the size that is recommended for it, or at the size that it had before
// if a rule holds this recommendation. A decision is requested only when
// the demand or the current size of a cluster has changed. The memory does not depend on the length of the history,
// except for one number for each day with transitions. Not thread-safe.
class Replay {
 public:
  // `names` has the names of the clusters of all samples, and must outlive this object.
  Replay(const ReplayOptions& options, const HistoryNames& names);
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  // Adds a configuration, before the first sample. `decider` and `observer` must outlive this object, and the sizes of
  // `decider` must be read. `observer` may be null.
  void AddConfiguration(Decider& decider, TransitionRules rules, FleetObserver* observer = nullptr);

  // Records the changes of demand, so that they can be replayed with other configurations. Must be called before the
  // first sample. `log` must outlive this object.
  void RecordTo(DemandLog& log) { log_ = &log; }

  // Adds a sample. The times of samples must not decrease. Errors: InvalidArgument for a sample that cannot be used,
  // with the cluster, the time and the value; those of Decider::Decide().
  absl::Status Add(const Sample& sample);

  // Ends the replay at `to` or, if the history ends before it, at the last sample. Errors: InvalidArgument if no
  // cluster has a demand; those of Decider::Decide() and DemandLog::Finish().
  absl::Status Finish();

  // Returns whether the last error is one of Decider::Decide(), and not one of the history.
  bool failed_to_decide() const { return failed_to_decide_; }

  // The following are the results of Finish().

  // The time of the first decision, and the end of the replay.
  absl::Time begin() const { return absl::FromUnixMillis(begin_); }
  absl::Time end() const { return absl::FromUnixMillis(end_); }
  // The configurations, in the order in which they were added.
  const std::vector<std::unique_ptr<FleetReplay>>& fleets() const { return fleets_; }
  // With two configurations: the rollout of the second one at the end, to a fleet with the first one. Absent clusters
  // are left out, because they may have been deleted.
  const absl::optional<Rollout>& rollout() const { return rollout_; }
  const HistoryNames& names() const { return names_; }
  // The number of samples that were used, and of those that were ignored.
  int64_t used_samples() const { return used_samples_; }
  // The OOM kills that were counted.
  int64_t oom_kills() const { return source_.oom_kills(); }
  int64_t ignored_samples() const { return ignored_samples_; }

 private:
  struct Cluster {
    Demand demand;  // of the last decision
    bool decided = false;
    bool pending = false;  // in `pending_`
    bool again = false;    // the current size has changed
  };

  // Returns the time of the decision that uses a sample of this time.
  int64_t InstantOf(int64_t milliseconds);
  void AddPending(uint32_t cluster);
  // Ends a time without samples that may be longer than the lifetime of a demand.
  void EndAbsence(uint32_t cluster, int64_t now);
  // Makes the decisions at `instant_`.
  absl::Status Decide();
  absl::Status NoDemand() const;
  // Sets `rollout_`.
  absl::Status SimulateLastRollout();
  // Fills `demands_` with the changed demands of the pending clusters.
  void CollectDemands();

  const HistoryNames& names_;
  const int64_t step_;
  const int64_t reversal_window_;
  const int64_t to_;
  absl::optional<int64_t> origin_;  // the first time of a decision
  const RecommenderOptions recommender_;
  DemandSource source_;
  DemandLog* log_ = nullptr;
  std::vector<Decider*> deciders_;
  std::vector<std::unique_ptr<FleetReplay>> fleets_;
  std::vector<Cluster> clusters_;
  std::vector<int64_t> last_samples_;
  std::vector<uint32_t> pending_;  // clusters with samples since the last decision, or with another current size
  std::vector<NewDemand> demands_;
  std::vector<uint32_t> again_;
  int64_t instant_ = INT64_MIN;  // the time of the next decision
  bool continues_after_to_ = false;
  bool failed_to_decide_ = false;
  absl::optional<Rollout> rollout_;
  int64_t begin_ = INT64_MAX;
  int64_t end_ = 0;
  int64_t used_samples_ = 0;
  int64_t ignored_samples_ = 0;
  int64_t ignored_nodes_ = 0;  // ignored samples with a number of nodes
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REPLAY_REPLAY_H_
