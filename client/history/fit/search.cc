#include "client/history/fit/search.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace cpsizer::history {
namespace {

constexpr int kMaxRounds = 5;

// Returns by how much a figure misses its target: 1 or less if it does not.
double MissOf(double figure, double target) {
  if (figure <= target) return 1;
  return target > 0 ? figure / target : std::numeric_limits<double>::infinity();
}

// The order of points; a smaller key is better. A point that misses the targets is worse than each one that does not.
std::tuple<double, double, double, double, double> KeyOf(const FitFigures& figures, const FitTargets& targets) {
  const double missed = std::max(MissOf(figures.short_ratio, targets.short_ratio),
                                 MissOf(figures.reversals_per_week, targets.reversals_per_week));
  // A target of 0 is missed by any figure above it; then the figures say by how much.
  const double amount = std::isinf(missed) ? figures.short_ratio + figures.reversals_per_week : 0;
  return {missed, amount, figures.cost, figures.short_ratio, figures.reversals_per_week};
}

bool Dominates(const FitFigures& a, const FitFigures& b) {
  return a.cost <= b.cost && a.short_ratio <= b.short_ratio && a.reversals_per_week <= b.reversals_per_week &&
         (a.cost < b.cost || a.short_ratio < b.short_ratio || a.reversals_per_week < b.reversals_per_week);
}

bool HasSameGoals(const FitFigures& a, const FitFigures& b) {
  return a.cost == b.cost && a.short_ratio == b.short_ratio && a.reversals_per_week == b.reversals_per_week;
}

// Returns base to the power of `exponent`, or a number above kMaxCompleteGrid.
size_t PointsOf(size_t values, size_t axes) {
  size_t points = 1;
  for (size_t i = 0; i < axes && points <= kMaxCompleteGrid; ++i) points *= values;
  return points;
}

}  // namespace

bool Meets(const FitFigures& figures, const FitTargets& targets) {
  return figures.short_ratio <= targets.short_ratio && figures.reversals_per_week <= targets.reversals_per_week;
}

FitSearch::FitSearch(const FitGrid& grid, const FitTargets& targets, std::vector<int> groups, FitPoint reference,
                     Evaluate evaluate)
    : grid_(grid),
      targets_(targets),
      groups_(std::move(groups)),
      reference_(std::move(reference)),
      evaluate_(std::move(evaluate)) {}

absl::Status FitSearch::Run() {
  const auto values = static_cast<size_t>((grid_.last - grid_.first) / grid_.step + 1);
  is_complete_ = PointsOf(values, groups_.size()) <= kMaxCompleteGrid;
  if (is_complete_) {
    std::vector<int> axes(groups_.size());
    std::iota(axes.begin(), axes.end(), 0);
    return VisitGroups(axes, grid_.step);
  }
  if (absl::Status status = VisitGroups(groups_, grid_.coarse_step); !status.ok()) return status;
  FitPoint start = reference_;
  for (int& value : start) {
    const int steps = (std::clamp(value, grid_.first, grid_.last) - grid_.first + grid_.step / 2) / grid_.step;
    value = grid_.first + steps * grid_.step;
  }
  if (absl::Status status = Visit(start); !status.ok()) return status;
  for (int round = 0; round < kMaxRounds; ++round) {
    const FitPoint before = best_;
    for (size_t axis = 0; axis < groups_.size(); ++axis) {
      if (absl::Status status = VisitLine(axis); !status.ok()) return status;
    }
    if (best_ == before) break;
  }
  return absl::OkStatus();
}

absl::Status FitSearch::Visit(const FitPoint& point) {
  if (evaluated_.contains(point)) return absl::OkStatus();
  absl::StatusOr<FitFigures> figures = evaluate_(point);
  if (!figures.ok()) return figures.status();
  evaluated_[point] = *figures;
  if (best_.empty() || IsBetter(point, best_)) best_ = point;
  return absl::OkStatus();
}

absl::Status FitSearch::VisitGroups(const std::vector<int>& groups, int step) {
  std::vector<int> values(static_cast<size_t>(*std::max_element(groups.begin(), groups.end())) + 1, grid_.first);
  while (true) {
    FitPoint point;
    for (const int group : groups) point.push_back(values[static_cast<size_t>(group)]);
    if (absl::Status status = Visit(point); !status.ok()) return status;
    // Counts up, the last group first.
    size_t group = values.size();
    while (group > 0 && values[group - 1] + step > grid_.last) values[--group] = grid_.first;
    if (group == 0) return absl::OkStatus();
    values[group - 1] += step;
  }
}

absl::Status FitSearch::VisitLine(size_t axis) {
  FitPoint point = best_;
  for (point[axis] = grid_.first; point[axis] <= grid_.last; point[axis] += grid_.step) {
    if (absl::Status status = Visit(point); !status.ok()) return status;
  }
  return absl::OkStatus();
}

bool FitSearch::IsBetter(const FitPoint& a, const FitPoint& b) const {
  const auto key_a = KeyOf(evaluated_.at(a), targets_);
  const auto key_b = KeyOf(evaluated_.at(b), targets_);
  return std::make_tuple(key_a, DistanceOf(a), a) < std::make_tuple(key_b, DistanceOf(b), b);
}

int FitSearch::DistanceOf(const FitPoint& point) const {
  int distance = 0;
  for (size_t i = 0; i < point.size(); ++i) distance += std::abs(point[i] - reference_[i]);
  return distance;
}

std::vector<FitCandidate> FitSearch::Front() const {
  std::vector<FitCandidate> all;
  for (const auto& [point, figures] : evaluated_) all.push_back({point, figures});
  const auto goals = [](const FitFigures& figures) {
    return std::make_tuple(figures.cost, figures.short_ratio, figures.reversals_per_week);
  };
  std::sort(all.begin(), all.end(), [&](const FitCandidate& a, const FitCandidate& b) {
    return std::make_tuple(goals(a.figures), DistanceOf(a.point), a.point) <
           std::make_tuple(goals(b.figures), DistanceOf(b.point), b.point);
  });
  std::vector<FitCandidate> front;
  for (const FitCandidate& candidate : all) {
    // A point is not dominated by one that comes after it, and each dominated one is dominated by one of the front.
    const bool is_worse = std::any_of(front.begin(), front.end(), [&](const FitCandidate& better) {
      return Dominates(better.figures, candidate.figures) || HasSameGoals(better.figures, candidate.figures);
    });
    if (!is_worse) front.push_back(candidate);
  }
  return front;
}

}  // namespace cpsizer::history
