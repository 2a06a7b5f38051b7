#include "client/cli/size/fleet_diff.h"

#include <cstddef>
#include <utility>

#include "absl/container/flat_hash_map.h"

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

}  // namespace cpsizer::cli
