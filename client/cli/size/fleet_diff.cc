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

Move MoveOf(const ClusterDiff& diff, const Ladder& before, const Ladder& after) {
  if (diff.size_before == diff.size_after) {
    return diff.before->outcome() == diff.after->outcome() ? Move::kStays : Move::kOutcome;
  }
  Move direction = Move::kAcross;
  if (!after.Compare(diff.size_before, diff.size_after, direction)) {
    before.Compare(diff.size_before, diff.size_after, direction);
  }
  return direction;
}

}  // namespace

FleetDiff CompareFleets(absl::Span<const objects::HostedCluster> clusters,
                        absl::Span<const v1::BatchRecommendSizeResult> before,
                        absl::Span<const v1::BatchRecommendSizeResult> after) {
  FleetDiff fleet;
  for (size_t i = 0; i < clusters.size(); ++i) {
    if (!before[i].has_response() || !after[i].has_response()) continue;
    fleet.clusters.push_back({&clusters[i], &before[i].response(), &after[i].response(),
                              SizeAfterDecision(clusters[i], before[i].response()),
                              SizeAfterDecision(clusters[i], after[i].response())});
  }
  if (fleet.clusters.empty()) return fleet;
  const ClusterDiff& first = fleet.clusters.front();
  const Ladder ladder_before(*first.before);
  const Ladder ladder_after(*first.after);
  SizeCounts counts;
  counts.AddLadder(*first.after);
  counts.AddLadder(*first.before);
  for (ClusterDiff& diff : fleet.clusters) {
    diff.move = MoveOf(diff, ladder_before, ladder_after);
    ++counts.Of(diff.size_before).before;
    ++counts.Of(diff.size_after).after;
  }
  fleet.counts = counts.Take();
  return fleet;
}

}  // namespace cpsizer::cli
