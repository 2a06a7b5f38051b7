#include "client/history/replay/fleet_replay.h"

#include <utility>

#include "absl/time/time.h"
#include "client/history/replay/outcome_kind.h"

namespace cpsizer::history {
namespace {

constexpr int64_t kMillisecondsOfDay = 24 * 3'600'000;

}  // namespace

FleetReplay::FleetReplay(Decider& decider, TransitionRules rules, int64_t reversal_window,
                         const std::vector<int64_t>& last_samples, FleetObserver* observer)
    : decider_(decider),
      measured_sizes_(decider.sizes().begin(), decider.sizes().end()),
      rules_(std::move(rules)),
      reversal_window_(reversal_window),
      last_samples_(last_samples),
      observer_(observer),
      transitions_(rules_) {}

void FleetReplay::AdvanceTo(int64_t now) {
  done_.clear();
  transitions_.AdvanceTo(absl::FromUnixMillis(now), done_);
  for (const Transition& transition : done_) {
    const uint32_t cluster = cluster_of_[transition.cluster];
    const int64_t time = absl::ToUnixMillis(transition.time);
    AddTime(cluster, time);
    if (observer_ != nullptr) observer_->AddTransition(cluster, time, transition.from, transition.to);
    tracks_[cluster].AddTransition(measured_sizes_, transition.to, reversal_window_);
    ++transitions_by_day_[time / kMillisecondsOfDay];
  }
}

void FleetReplay::AddTime(uint32_t cluster, int64_t now) {
  if (cluster >= tracks_.size() || !tracks_[cluster].begun()) return;
  ClusterTrack& track = tracks_[cluster];
  if (observer_ != nullptr) {
    const ClusterPeriod period = track.PeriodUntil(now, last_samples_[cluster]);
    if (period.begin < period.end) observer_->Add(cluster, period);
  }
  track.AdvanceTo(now, last_samples_[cluster]);
}

absl::Status FleetReplay::Decide(absl::Span<const NewDemand> demands, int64_t now, std::vector<uint32_t>& again) {
  tracks_.resize(last_samples_.size());
  clusters_.resize(last_samples_.size());
  inputs_.clear();
  for (const NewDemand& demand : demands) {
    inputs_.push_back({demand.demand, CurrentSize(demand)});
  }
  if (absl::Status status = decider_.Decide(inputs_, decisions_); !status.ok()) return status;
  for (size_t i = 0; i < demands.size(); ++i) {
    const NewDemand& demand = demands[i];
    ClusterTrack& track = tracks_[demand.cluster];
    if (!track.begun()) {
      track.Begin(measured_sizes_, now);
      if (observer_ != nullptr) observer_->Begin(demand.cluster, now);
    }
    AddTime(demand.cluster, now);
    track.SetDemand(measured_sizes_, demand.demand, decisions_[i].outcome);
    const int outcome = decisions_[i].outcome;
    Cluster& cluster = clusters_[demand.cluster];
    if (outcome == kNoSizeForNodes && cluster.recommended != Decider::kNoSize) {
      WantNone(cluster, absl::FromUnixMillis(now));
      continue;
    }
    const bool keeps_first = (IsHold(outcome) || outcome == kNoSizeForNodes) &&
                             inputs_[i].current < static_cast<int>(measured_sizes_.size());
    const int size = keeps_first ? inputs_[i].current : decisions_[i].size;
    if (size == Decider::kNoSize || (size == cluster.recommended && !cluster.wants_none)) continue;
    Recommend(demand, size, absl::FromUnixMillis(now));
    again.push_back(demand.cluster);
  }
  return absl::OkStatus();
}

int FleetReplay::CurrentSize(const NewDemand& demand) {
  const int recommended = clusters_[demand.cluster].recommended;
  if (recommended != Decider::kNoSize) return recommended;
  const auto before = rules_.sizes_before.find(*demand.name);
  return before == rules_.sizes_before.end() ? Decider::kNoSize : decider_.NumberOf(before->second);
}

void FleetReplay::Recommend(const NewDemand& demand, int size, absl::Time now) {
  Cluster& cluster = clusters_[demand.cluster];
  if (cluster.recommended == Decider::kNoSize) {
    // The cluster had a size before its history, and the recommended one is the most probable one, unless it is held.
    const bool scheduled = !rules_.unscheduled.contains(*demand.name);
    cluster.in_transitions = transitions_.AddCluster({*demand.name, size, absl::nullopt, scheduled});
    cluster_of_.push_back(demand.cluster);
    tracks_[demand.cluster].SetFirstSize(measured_sizes_, size);
  } else {
    transitions_.Want(cluster.in_transitions, size, now);
  }
  cluster.recommended = size;
  cluster.wants_none = false;
}

void FleetReplay::WantNone(Cluster& cluster, absl::Time now) {
  transitions_.Want(cluster.in_transitions, Decider::kNoSize, now);
  cluster.wants_none = true;
}

}  // namespace cpsizer::history
