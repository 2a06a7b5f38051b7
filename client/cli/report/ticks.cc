#include "client/cli/report/ticks.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"

namespace cpsizer::cli {
namespace {

constexpr double kMostSteps = 5;
constexpr int64_t kTickMinute = 60'000;
constexpr int64_t kTickHour = 60 * kTickMinute;
constexpr int64_t kTickDay = 24 * kTickHour;
constexpr int64_t kTickYear = 365 * kTickDay;
constexpr int64_t kMostTimeSteps = 6;
constexpr int64_t kTimeSteps[] = {
    kTickMinute,   2 * kTickMinute, 5 * kTickMinute, 10 * kTickMinute, 15 * kTickMinute, 30 * kTickMinute,
    kTickHour,     2 * kTickHour,   3 * kTickHour,   6 * kTickHour,    12 * kTickHour,   kTickDay,
    2 * kTickDay,  3 * kTickDay,    5 * kTickDay,    7 * kTickDay,     10 * kTickDay,    14 * kTickDay,
    21 * kTickDay, 30 * kTickDay,   60 * kTickDay,   90 * kTickDay,    180 * kTickDay};

struct LabelUnit {
  double size;
  const char* suffix;
};

// Returns the unit of the labels: the largest one that is not above `most`, or the smallest one.
LabelUnit UnitFor(double most, AxisUnit unit) {
  constexpr double kKi = 1024;
  if (unit == AxisUnit::kCount) return {1, ""};
  if (unit == AxisUnit::kCores) return most < 1 ? LabelUnit{0.001, "m"} : LabelUnit{1, ""};
  if (most >= kKi * kKi * kKi * kKi) return {kKi * kKi * kKi * kKi, "Ti"};
  if (most >= kKi * kKi * kKi) return {kKi * kKi * kKi, "Gi"};
  if (most >= kKi * kKi) return {kKi * kKi, "Mi"};
  return most >= kKi ? LabelUnit{kKi, "Ki"} : LabelUnit{1, ""};
}

// Returns 1, 2 or 5 times a power of ten, so that at most kMostSteps steps reach `most`.
double RoundStep(double most) {
  const double power = std::pow(10, std::floor(std::log10(most / kMostSteps)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power * kMostSteps >= most) return factor * power;
  }
  return 10 * power;
}

int64_t TimeStep(int64_t span) {
  for (const int64_t step : kTimeSteps) {
    if (span / step <= kMostTimeSteps) return step;
  }
  return (span / kMostTimeSteps / kTickYear + 1) * kTickYear;
}

std::string TimeLabel(int64_t time, int64_t step) {
  const absl::Time at = absl::FromUnixMillis(time);
  const absl::CivilSecond civil = absl::ToCivilSecond(at, absl::UTCTimeZone());
  if (step >= kTickYear) return absl::StrCat(civil.year());
  if (time % kTickDay != 0) return absl::FormatTime("%H:%M", at, absl::UTCTimeZone());
  return absl::StrCat(absl::FormatTime("%b ", at, absl::UTCTimeZone()), civil.day());
}

}  // namespace

std::vector<Tick> ValueTicks(double most, AxisUnit unit) {
  if (!(most > 0)) most = 1;
  const LabelUnit label = UnitFor(most, unit);
  double step = RoundStep(most / label.size);
  if (unit == AxisUnit::kCount) step = std::max(step, 1.0);
  std::vector<Tick> ticks;
  for (int i = 0; ticks.empty() || ticks.back().value < most; ++i) {
    const double value = i * step;
    ticks.push_back({value * label.size, absl::StrCat(absl::StrFormat("%g", value), i == 0 ? "" : label.suffix)});
  }
  return ticks;
}

std::vector<Tick> TimeTicks(int64_t begin, int64_t end) {
  const int64_t step = TimeStep(end - begin);
  std::vector<Tick> ticks;
  for (int64_t time = (begin + step - 1) / step * step; time < end; time += step) {
    ticks.push_back({static_cast<double>(time), TimeLabel(time, step)});
  }
  return ticks;
}

}  // namespace cpsizer::cli
