#include "client/cli/size/fleet_diff.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/output/show.h"
#include "client/cli/size/fleet.h"
#include "client/history/transitions/transition_rules.h"
#include "client/objects/hypershift.h"

namespace cpsizer::cli {
namespace {

// The rank of each size in the ladder. All responses of a batch have the same ladder.
class Ladder {
 public:
  explicit Ladder(const v1::RecommendSizeResponse& response) {
    for (const v1::SizeRow& row : response.sizes()) places_.try_emplace(row.name(), static_cast<int>(places_.size()));
  }

  // Returns whether the ladder has both sizes. If it has, sets `direction` to the direction from one size to the other.
  bool Compare(const std::string& from, const std::string& to, Move& direction) const {
    const auto place_from = places_.find(from);
    const auto place_to = places_.find(to);
    if (place_from == places_.end() || place_to == places_.end()) return false;
    direction = place_from->second < place_to->second ? Move::kUp : Move::kDown;
    return true;
  }

 private:
  absl::flat_hash_map<std::string, int> places_;
};

// Returns whether the new configuration does not give the cluster a size, so that it keeps its current size. Such a
// cluster does not move, also if the current configuration gives it another size.
bool KeepsCurrentSize(const ClusterDiff& diff) {
  if (diff.effect == OperatorEffect::kOverrideUnknown) return diff.size_after == SizeNow(*diff.cluster);
  const v1::SizeOutcome outcome = diff.after->outcome();
  return (outcome == v1::SIZE_OUTCOME_HELD || outcome == v1::SIZE_OUTCOME_NO_RECOMMENDATION) &&
         diff.size_after == diff.cluster->current_size;
}

// `effect_before` is the effect with the current configuration.
Move MoveOf(const ClusterDiff& diff, OperatorEffect effect_before, const Ladder& before, const Ladder& after) {
  if (diff.error_before != nullptr || diff.error_after != nullptr) return Move::kFailed;
  if (diff.size_before == diff.size_after || KeepsCurrentSize(diff)) {
    const bool same = diff.before->outcome() == diff.after->outcome() && effect_before == diff.effect;
    return same ? Move::kStays : Move::kOutcome;
  }
  Move direction = Move::kAcross;
  if (!after.Compare(diff.size_before, diff.size_after, direction)) {
    before.Compare(diff.size_before, diff.size_after, direction);
  }
  return direction;
}

// Returns the error of a decision that failed, or null.
const google::rpc::Status* ErrorOf(const v1::BatchRecommendSizeResult& result) {
  return result.has_response() ? nullptr : &result.error();
}

// Returns the first response that has a ladder, or an empty response.
const v1::RecommendSizeResponse& FirstWithLadder(absl::Span<const v1::BatchRecommendSizeResult> results) {
  for (const v1::BatchRecommendSizeResult& result : results) {
    if (result.response().sizes_size() > 0) return result.response();
  }
  return v1::RecommendSizeResponse::default_instance();
}

using SizeNumbers = absl::flat_hash_map<std::string, int>;

SizeNumbers NumberSizes(const v1::ClusterSizingConfiguration& config) {
  SizeNumbers numbers;
  for (int i = 0; i < config.spec().sizes_size(); ++i) numbers.try_emplace(config.spec().sizes(i).name(), i);
  return numbers;
}

int NumberOf(const SizeNumbers& numbers, const std::string& size) {
  const auto it = numbers.find(size);
  return it == numbers.end() ? history::TransitionCluster::kNoSize : it->second;
}

// Returns a duration such as `1h 20m`.
std::string ShowDuration(absl::Duration duration) {
  std::string text;
  for (const char c : absl::FormatDuration(duration)) {
    if (absl::ascii_isdigit(static_cast<unsigned char>(c)) && !text.empty() &&
        absl::ascii_isalpha(static_cast<unsigned char>(text.back()))) {
      text += ' ';
    }
    text += c;
  }
  return text;
}

int64_t SecondsOf(absl::Duration duration) {
  return absl::ToInt64Seconds(absl::Ceil(duration, absl::Seconds(1)));
}

std::string Pace(const RolloutForecast& forecast) {
  if (forecast.sliding_window == absl::ZeroDuration()) return "without a limit, because slidingWindow is 0,";
  return absl::StrCat("at ", forecast.limit, " per ", ShowDuration(forecast.sliding_window));
}

std::string MovesPart(const RolloutForecast& forecast) {
  const history::Rollout& rollout = forecast.rollout;
  const std::string moves = absl::StrCat(Counted(rollout.moved, "cluster"), rollout.moved == 1 ? " moves" : " move");
  if (rollout.duration > absl::ZeroDuration()) {
    return absl::StrCat(moves, "; ", Pace(forecast), " this takes at least ", ShowDuration(rollout.duration));
  }
  if (forecast.not_scheduled == rollout.moved) {
    return absl::StrCat(moves, "; this can happen at once, because the limit is only for clusters with the annotation ",
                        objects::kScheduled);
  }
  return absl::StrCat(moves, "; ", Pace(forecast), " this can happen at once");
}

std::string NotScheduledPart(size_t count) {
  return absl::StrCat(count, " of them ", count == 1 ? "does" : "do", " not wait for the limit, because ",
                      count == 1 ? "it does" : "they do", " not have the annotation ", objects::kScheduled);
}

std::string KeepsPart(const RolloutForecast& forecast) {
  std::vector<std::string> reasons;
  if (forecast.paused > 0) reasons.push_back(absl::StrCat(forecast.paused, " paused"));
  if (forecast.overridden > 0) reasons.push_back(absl::StrCat(forecast.overridden, " with a size override"));
  if (forecast.not_opted_in > 0) reasons.push_back(absl::StrCat(forecast.not_opted_in, " not opted in"));
  const size_t count = forecast.paused + forecast.overridden + forecast.not_opted_in;
  return absl::StrCat(Counted(count, "cluster"), count == 1 ? " does" : " do",
                      " not move: ", absl::StrJoin(reasons, ", "));
}

}  // namespace

bool IsPinned(const objects::HostedCluster& cluster, const v1::RecommendSizeResponse& response,
              const std::string& size_after) {
  return !cluster.size_override.empty() && !response.recommended_size().empty() &&
         response.recommended_size() != size_after;
}

FleetDiff CompareFleets(absl::Span<const objects::HostedCluster> clusters,
                        absl::Span<const v1::BatchRecommendSizeResult> before,
                        absl::Span<const v1::BatchRecommendSizeResult> after, const OperatorRules& rules_before,
                        const OperatorRules& rules_after) {
  FleetDiff fleet;
  for (size_t i = 0; i < clusters.size(); ++i) {
    fleet.clusters.push_back({&clusters[i], &before[i].response(), &after[i].response(), ErrorOf(before[i]),
                              ErrorOf(after[i]), rules_before.SizeAfter(clusters[i], before[i].response()),
                              rules_after.SizeAfter(clusters[i], after[i].response()),
                              rules_after.EffectOn(clusters[i])});
    ClusterDiff& added = fleet.clusters.back();
    added.pinned = IsPinned(clusters[i], *added.after, added.size_after);
  }
  const v1::RecommendSizeResponse& first_before = FirstWithLadder(before);
  const v1::RecommendSizeResponse& first_after = FirstWithLadder(after);
  const Ladder ladder_before(first_before);
  const Ladder ladder_after(first_after);
  SizeCounts counts;
  counts.AddLadder(first_after);
  counts.AddLadder(first_before);
  for (ClusterDiff& diff : fleet.clusters) {
    diff.move = MoveOf(diff, rules_before.EffectOn(*diff.cluster), ladder_before, ladder_after);
    ++counts.Of(diff.size_before).before;
    ++counts.Of(diff.size_after).after;
  }
  fleet.counts = counts.Take();
  return fleet;
}

absl::StatusOr<RolloutForecast> ForecastRollout(const FleetDiff& diff, const v1::ClusterSizingConfiguration& config,
                                                absl::Time now) {
  absl::StatusOr<history::TransitionRules> rules = history::MakeTransitionRules(config);
  if (!rules.ok()) return rules.status();
  RolloutForecast forecast;
  forecast.limit = rules->limit;
  forecast.sliding_window = rules->sliding_window;
  forecast.never_moves = history::WhyNeverMoving(*rules);
  const SizeNumbers numbers = NumberSizes(config);
  std::vector<history::RolloutCluster> clusters;
  for (const ClusterDiff& change : diff.clusters) {
    if (change.pinned) {
      ++forecast.overridden;
      continue;
    }
    const int wanted = NumberOf(numbers, change.size_after);
    const bool moves = change.move == Move::kUp || change.move == Move::kDown || change.move == Move::kAcross;
    if (!moves || wanted < 0) continue;
    const objects::HostedCluster& cluster = *change.cluster;
    if (!IsSized(cluster)) {
      ++forecast.not_opted_in;
    } else if (cluster.paused_until > now) {
      ++forecast.paused;
    } else {
      history::TransitionCluster before;
      before.name = ClusterName(cluster);
      before.size = NumberOf(numbers, change.size_before);
      before.scheduled = cluster.scheduled;
      if (!cluster.scheduled) ++forecast.not_scheduled;
      clusters.push_back({std::move(before), wanted});
    }
  }
  forecast.rollout = history::SimulateRollout(*std::move(rules), std::move(clusters), now);
  return forecast;
}

std::string RolloutLine(const RolloutForecast& forecast) {
  std::vector<std::string> parts;
  if (forecast.rollout.moved > 0) parts.push_back(MovesPart(forecast));
  if (forecast.not_scheduled > 0 && forecast.not_scheduled < forecast.rollout.moved) {
    parts.push_back(NotScheduledPart(forecast.not_scheduled));
  }
  if (const size_t stuck = forecast.rollout.stuck; stuck > 0) {
    parts.push_back(absl::StrCat(Counted(stuck, "cluster"), stuck == 1 ? " never moves" : " never move", ", because ",
                                 forecast.never_moves));
  } else if (forecast.rollout.moved == 0 && !forecast.never_moves.empty()) {
    parts.push_back(absl::StrCat("with the new configuration, no cluster with the annotation ", objects::kScheduled,
                                 " gets another size, because ", forecast.never_moves));
  }
  if (forecast.paused + forecast.overridden + forecast.not_opted_in > 0) parts.push_back(KeepsPart(forecast));
  return absl::StrJoin(parts, "; ");
}

nlohmann::ordered_json RolloutJson(const RolloutForecast& forecast) {
  return {{"clusters", forecast.rollout.moved},
          {"limit", forecast.limit},
          {"slidingWindowSeconds", SecondsOf(forecast.sliding_window)},
          {"atLeastSeconds", SecondsOf(forecast.rollout.duration)},
          {"neverMove", forecast.rollout.stuck},
          {"neverMoveReason", forecast.never_moves},
          {"notScheduled", forecast.not_scheduled},
          {"paused", forecast.paused},
          {"overridden", forecast.overridden},
          {"notOptedIn", forecast.not_opted_in}};
}

}  // namespace cpsizer::cli
