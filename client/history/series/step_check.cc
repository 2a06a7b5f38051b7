#include "client/history/series/step_check.h"

#include <algorithm>
#include <cmath>

namespace cpsizer::history {
namespace {

// The step of a series that was found.
constexpr uint32_t kMixed = UINT32_MAX;
constexpr uint32_t kMaxDifference = kMixed - 1;
constexpr uint64_t kTolerance = 10;  // one part in 10

bool IsSimilar(uint32_t a, uint32_t b) {
  const uint64_t more = std::max(a, b);
  return (more - std::min(a, b)) * kTolerance <= more;
}

}  // namespace

bool StepCheck::Add(const Sample& sample) {
  if (std::isnan(sample.memory_bytes) && std::isnan(sample.cpu_cores)) return false;
  const bool has_pod = sample.pod != Sample::kNoPod;
  std::vector<Series>& all = has_pod ? pods_ : clusters_;
  const size_t number = has_pod ? sample.pod : sample.cluster;
  if (all.size() <= number) all.resize(number + 1);
  Series& series = all[number];
  const int64_t last = series.last_milliseconds;
  series.last_milliseconds = sample.milliseconds;
  if (last < 0 || series.step == kMixed) return false;
  const auto difference = static_cast<uint32_t>(std::min<int64_t>(sample.milliseconds - last, kMaxDifference));
  const bool is_step = IsSimilar(difference, series.difference);
  series.difference = difference;
  if (!is_step) return false;
  if (series.step == 0) series.step = difference;
  if (IsSimilar(difference, series.step)) return false;
  series.step = kMixed;
  return true;
}

}  // namespace cpsizer::history
