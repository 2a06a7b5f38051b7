#include "client/history/replay/logged_replay.h"

#include <cstddef>
#include <utility>

#include "absl/container/flat_hash_set.h"

namespace cpsizer::history {

LoggedReplay::LoggedReplay(const DemandLog& log, const Names& clusters, Decider& decider, TransitionRules rules,
                           absl::Duration reversal_window)
    : log_(log),
      clusters_(clusters),
      absences_(log.last_samples().size()),
      fleet_(decider, std::move(rules), absl::ToInt64Milliseconds(reversal_window), last_samples_) {
  for (const std::vector<int64_t>& last_samples : log.last_samples()) last_samples_.push_back(last_samples.front());
}

absl::Status LoggedReplay::Run() {
  absl::Status status = log_.ForEach([this](const DemandLog::Event& event) { return Take(event); });
  if (status.ok()) status = Decide();
  if (!status.ok()) return status;
  fleet_.AdvanceTo(log_.end());
  for (uint32_t cluster = 0; cluster < last_samples_.size(); ++cluster) fleet_.AddTime(cluster, log_.end());
  return absl::OkStatus();
}

absl::Status LoggedReplay::Take(const DemandLog::Event& event) {
  if (event.kind == DemandLog::Kind::kEndAbsence || event.milliseconds != instant_) {
    if (absl::Status status = Decide(); !status.ok()) return status;
  }
  if (event.kind == DemandLog::Kind::kEndAbsence) {
    EndAbsence(event.cluster, event.milliseconds);
    return absl::OkStatus();
  }
  instant_ = event.milliseconds;
  if (event.kind == DemandLog::Kind::kDemand) {
    demands_.push_back({event.cluster, &clusters_.Name(event.cluster), event.demand});
  }
  return absl::OkStatus();
}

absl::Status LoggedReplay::Decide() {
  if (instant_ == INT64_MIN) return absl::OkStatus();
  absl::flat_hash_set<uint32_t> changed;
  if (!again_.empty()) {
    for (const NewDemand& demand : demands_) changed.insert(demand.cluster);
  }
  for (const uint32_t cluster : again_) {
    if (changed.contains(cluster) || instant_ - last_samples_[cluster] > kDemandLifetimeMilliseconds) continue;
    demands_.push_back({cluster, &clusters_.Name(cluster), fleet_.tracks()[cluster].demand()});
  }
  again_.clear();
  fleet_.AdvanceTo(instant_);
  absl::Status status = fleet_.Decide(demands_, instant_, again_);
  demands_.clear();
  instant_ = INT64_MIN;
  return status;
}

void LoggedReplay::EndAbsence(uint32_t cluster, int64_t now) {
  fleet_.AdvanceTo(now);
  fleet_.AddTime(cluster, now);
  last_samples_[cluster] = log_.last_samples()[cluster][++absences_[cluster]];
}

}  // namespace cpsizer::history
