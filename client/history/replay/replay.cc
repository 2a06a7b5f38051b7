#include "client/history/replay/replay.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/history/series/sample_time.h"

namespace cpsizer::history {
namespace {

// Far before each time of a sample, so that the difference to a time of a sample is above kDemandLifetimeMilliseconds.
constexpr int64_t kNever = INT64_MIN / 2;

}  // namespace

Replay::Replay(const ReplayOptions& options, const HistoryNames& names)
    : names_(names),
      step_(absl::ToInt64Milliseconds(options.step)),
      reversal_window_(absl::ToInt64Milliseconds(options.reversal_window)),
      to_(options.to.has_value() ? absl::ToUnixMillis(*options.to) : INT64_MAX),
      recommender_(options.recommender),
      source_(options.series, recommender_, options.oom_kills ? &names.oom_kills : nullptr, options.with_nodes) {
  if (options.from.has_value()) origin_ = absl::ToUnixMillis(*options.from);
}

void Replay::AddConfiguration(Decider& decider, TransitionRules rules, FleetObserver* observer) {
  deciders_.push_back(&decider);
  fleets_.push_back(
      std::make_unique<FleetReplay>(decider, std::move(rules), reversal_window_, last_samples_, observer));
}

int64_t Replay::InstantOf(int64_t milliseconds) {
  if (!origin_.has_value()) origin_ = milliseconds;
  if (milliseconds <= *origin_) return *origin_;
  if (step_ == 0) return milliseconds;
  return *origin_ + (milliseconds - *origin_ + step_ - 1) / step_ * step_;
}

absl::Status Replay::Add(const Sample& sample) {
  if (sample.milliseconds > to_) {
    continues_after_to_ = true;
    ++ignored_samples_;
    return absl::OkStatus();
  }
  if (const int64_t instant = InstantOf(sample.milliseconds); instant > instant_) {
    if (absl::Status status = Decide(); !status.ok()) return status;
    instant_ = instant;
  }
  bool used = false;
  if (const absl::Status status = source_.Add(sample, used); !status.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(names_.clusters.Name(sample.cluster), " at ",
                                                   ShowTime(sample.milliseconds), ": ", status.message()));
  }
  ++(used ? used_samples_ : ignored_samples_);
  if (!used) {
    if (!std::isnan(sample.nodes)) ++ignored_nodes_;
    return absl::OkStatus();
  }
  if (sample.cluster >= clusters_.size()) {
    clusters_.resize(sample.cluster + 1);
    last_samples_.resize(sample.cluster + 1, kNever);
  }
  EndAbsence(sample.cluster, sample.milliseconds);
  last_samples_[sample.cluster] = sample.milliseconds;
  AddPending(sample.cluster);
  return absl::OkStatus();
}

void Replay::AddPending(uint32_t cluster) {
  if (clusters_[cluster].pending) return;
  clusters_[cluster].pending = true;
  pending_.push_back(cluster);
}

void Replay::EndAbsence(uint32_t cluster, int64_t now) {
  if (!clusters_[cluster].decided || now - last_samples_[cluster] <= kDemandLifetimeMilliseconds) return;
  if (log_ != nullptr) log_->EndAbsence(cluster, last_samples_[cluster], now);
  for (const auto& fleet : fleets_) {
    fleet->AdvanceTo(now);
    fleet->AddTime(cluster, now);
  }
}

void Replay::CollectDemands() {
  demands_.clear();
  for (const uint32_t number : pending_) {
    Cluster& cluster = clusters_[number];
    cluster.pending = false;
    // The last sample can be older than that if it is before the first decision.
    if (instant_ - last_samples_[number] > kDemandLifetimeMilliseconds) continue;
    const Demand demand = source_.Of(number);
    if (cluster.decided && !cluster.again && demand == cluster.demand) continue;
    cluster.demand = demand;
    cluster.decided = true;
    cluster.again = false;
    demands_.push_back({number, &names_.clusters.Name(number), demand});
  }
  pending_.clear();
}

absl::Status Replay::Decide() {
  if (pending_.empty() || instant_ > to_) return absl::OkStatus();
  CollectDemands();
  if (log_ != nullptr) log_->AddInstant(instant_, demands_);
  if (demands_.empty()) return absl::OkStatus();
  begin_ = std::min(begin_, instant_);
  again_.clear();
  for (const auto& fleet : fleets_) {
    fleet->AdvanceTo(instant_);
    absl::Status status = fleet->Decide(demands_, instant_, again_);
    failed_to_decide_ = !status.ok();
    if (!status.ok()) return status;
  }
  for (const uint32_t cluster : again_) {
    clusters_[cluster].again = true;
    AddPending(cluster);
  }
  return absl::OkStatus();
}

absl::Status Replay::Finish() {
  if (absl::Status status = Decide(); !status.ok()) return status;
  if (begin_ == INT64_MAX) return NoDemand();
  end_ = continues_after_to_ ? to_ : std::min(instant_, to_);
  for (const auto& fleet : fleets_) {
    fleet->AdvanceTo(end_);
    for (uint32_t cluster = 0; cluster < clusters_.size(); ++cluster) fleet->AddTime(cluster, end_);
  }
  if (log_ != nullptr) {
    if (absl::Status status = log_->Finish(begin_, end_, last_samples_); !status.ok()) return status;
  }
  if (fleets_.size() < 2) return absl::OkStatus();
  return SimulateLastRollout();
}

absl::Status Replay::NoDemand() const {
  return absl::InvalidArgumentError(absl::StrCat("the history has no demand in the time of the replay (", used_samples_,
                                                 " samples were used and ", ignored_samples_, " were ignored); ",
                                                 ignored_nodes_ > 0
                                                     ? "it has numbers of nodes, for which --series=nodes is"
                                                     : "check --history, --series, --from and --to"));
}

absl::Status Replay::SimulateLastRollout() {
  const FleetReplay& fleet = *fleets_.front();
  Decider& next = *deciders_.back();
  const auto number_of = [&](int size) {
    return size == Decider::kNoSize ? size : next.NumberOf(fleet.decider().sizes()[static_cast<size_t>(size)].name);
  };
  std::vector<uint32_t> clusters;
  std::vector<DecisionInput> inputs;
  for (uint32_t number = 0; number < fleet.tracks().size(); ++number) {
    const ClusterTrack& track = fleet.tracks()[number];
    if (track.size() == Decider::kNoSize || end_ - last_samples_[number] > kDemandLifetimeMilliseconds) continue;
    clusters.push_back(number);
    inputs.push_back({track.demand(), number_of(fleet.RecommendedSize(number))});
  }
  std::vector<Decision> decisions;
  absl::Status status = next.Decide(inputs, decisions);
  failed_to_decide_ = !status.ok();
  if (!status.ok()) return status;
  std::vector<RolloutCluster> moves;
  for (size_t i = 0; i < clusters.size(); ++i) {
    const ClusterTrack& track = fleet.tracks()[clusters[i]];
    TransitionCluster cluster;
    cluster.name = names_.clusters.Name(clusters[i]);
    cluster.size = number_of(track.size());
    cluster.scheduled = !fleets_.back()->rules().unscheduled.contains(cluster.name);
    if (decisions[i].size == Decider::kNoSize || decisions[i].size == cluster.size) continue;
    // The operator treats a size that the next configuration does not have as unknown.
    if (cluster.size >= static_cast<int>(next.sizes().size())) cluster.size = TransitionCluster::kNoSize;
    if (track.totals().transitions() > 0) cluster.last_transition = absl::FromUnixMillis(track.last_transition());
    moves.push_back({std::move(cluster), decisions[i].size});
  }
  rollout_ = SimulateRollout(fleets_.back()->rules(), std::move(moves), end());
  return absl::OkStatus();
}

}  // namespace cpsizer::history
