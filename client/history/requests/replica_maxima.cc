#include "client/history/requests/replica_maxima.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace cpsizer::history {
namespace {

constexpr float kNone = -1;
constexpr PerResource<float> kNoUsage = {kNone, kNone};

// Returns how many pods there were at once on most days. `counts` has the pods of each day with any.
size_t ReplicasOf(std::vector<size_t>& counts) {
  const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
  std::nth_element(counts.begin(), middle, counts.end());
  return *middle;
}

// Adds the maxima of the replicas on the days from `first` to `last`.
void AddWeek(absl::Span<const DailyMaxima* const> pods, Resource resource, DayRange week, std::vector<float>& maxima) {
  std::vector<float> of_pods(pods.size(), kNone);
  std::vector<size_t> counts;
  for (int day = week.first; day <= week.last; ++day) {
    size_t count = 0;
    for (size_t i = 0; i < pods.size(); ++i) {
      const float usage = pods[i]->On(day, resource);
      if (usage < 0) continue;
      of_pods[i] = std::max(of_pods[i], usage);
      ++count;
    }
    if (count > 0) counts.push_back(count);
  }
  if (counts.empty()) return;
  std::sort(of_pods.begin(), of_pods.end(), std::greater<>());
  maxima.insert(maxima.end(), of_pods.begin(), of_pods.begin() + static_cast<std::ptrdiff_t>(ReplicasOf(counts)));
}

}  // namespace

size_t DailyMaxima::Add(int day, const PerResource<double>& usage) {
  const size_t before = days_.size();
  if (days_.empty()) first_day_ = day;
  if (day < first_day_) {
    days_.insert(days_.begin(), static_cast<size_t>(first_day_ - day), kNoUsage);
    first_day_ = day;
  }
  const auto index = static_cast<size_t>(day - first_day_);
  if (index >= days_.size()) days_.resize(index + 1, kNoUsage);
  for (const Resource resource : kResources) {
    const auto amount = static_cast<float>(usage[Index(resource)]);
    float& most = days_[index][Index(resource)];
    if (amount > most) most = amount;  // false for NaN
  }
  return days_.size() - before;
}

float DailyMaxima::On(int day, Resource resource) const {
  const int index = day - first_day_;
  if (index < 0 || static_cast<size_t>(index) >= days_.size()) return kNone;
  return days_[static_cast<size_t>(index)][Index(resource)];
}

std::vector<float> WeekMaxima(absl::Span<const DailyMaxima* const> pods, Resource resource, DayRange days) {
  std::vector<float> maxima;
  for (int last = days.last; last >= days.first;) {
    int first = last - kDaysPerWeek + 1;
    if (first - days.first < kDaysPerWeek) first = days.first;
    AddWeek(pods, resource, {first, last}, maxima);
    last = first - 1;
  }
  std::sort(maxima.begin(), maxima.end());
  return maxima;
}

}  // namespace cpsizer::history
