#ifndef CPSIZER_CLIENT_HISTORY_FIT_SEARCH_H_
#define CPSIZER_CLIENT_HISTORY_FIT_SEARCH_H_

#include <cstddef>
#include <functional>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/history/fit/evaluator.h"
#include "client/history/fit/setting.h"

namespace cpsizer::history {

struct FitTargets {
  double short_ratio = 0.001;     // at most this part of the time of all clusters
  double reversals_per_week = 1;  // at most, as the mean of the clusters
};

bool Meets(const FitFigures& figures, const FitTargets& targets);

// The values of each axis: `first`, `first + step`, up to `last`.
struct FitGrid {
  int first;
  int last;
  int step;
  int coarse_step;  // for the first part of a search with many points
};

// Below and above these fractions, a configuration has a warning.
inline constexpr FitGrid kFractionGrid = {10, 90, 1, 8};
inline constexpr FitGrid kCapacityGrid = {50, 200, 5, 25};

// A grid with at most this number of points is evaluated completely.
inline constexpr size_t kMaxCompleteGrid = 1'000;

struct FitCandidate {
  FitPoint point;
  FitFigures figures;
};

// Finds the cheapest point of a grid that meets the targets. Among points with the same cost, the one with the least
// time short, then with the fewest reversals, then the nearest one to a reference is the best. If no point meets the
// targets, the best one is the one that misses them least.
//
// A grid of at most kMaxCompleteGrid points is evaluated completely. In a larger one, points of a coarse grid are
// evaluated, with one value for all sizes; then, from the best of them and of the reference, one axis after the
// other is improved by evaluating all its values, until no axis improves the result. This does not always find the
// best point. Not thread-safe.
class FitSearch {
 public:
  using Evaluate = std::function<absl::StatusOr<FitFigures>(const FitPoint&)>;

  // `groups` has a number for each axis: the axes with the same number have the same value on the coarse grid.
  // `reference` has the values that are the best if nothing else decides, such as the present ones. They need not be on
  // the grid.
  FitSearch(const FitGrid& grid, const FitTargets& targets, std::vector<int> groups, FitPoint reference,
            Evaluate evaluate);

  // Errors: those of `evaluate`.
  absl::Status Run();

  // The following are the results of Run().

  FitCandidate best() const { return {best_, evaluated_.at(best_)}; }
  const absl::btree_map<FitPoint, FitFigures>& evaluated() const { return evaluated_; }
  // Returns whether each point of the grid was evaluated, so that no other point is better.
  bool is_complete() const { return is_complete_; }

  // Returns the points of which no other point is better in cost, time short or reversals and not worse in the others,
  // from the cheapest one. Among points with the same figures, returns the nearest one to the reference.
  std::vector<FitCandidate> Front() const;

 private:
  absl::Status Visit(const FitPoint& point);
  // Visits all points for which the axes of a group have the same value, with the values of the grid with this step.
  absl::Status VisitGroups(const std::vector<int>& groups, int step);
  // Visits all values of one axis. The other axes keep the values of the best point.
  absl::Status VisitLine(size_t axis);
  bool IsBetter(const FitPoint& a, const FitPoint& b) const;
  int DistanceOf(const FitPoint& point) const;

  const FitGrid grid_;
  const FitTargets targets_;
  const std::vector<int> groups_;
  const FitPoint reference_;
  const Evaluate evaluate_;
  absl::btree_map<FitPoint, FitFigures> evaluated_;
  FitPoint best_;
  bool is_complete_ = false;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_FIT_SEARCH_H_
