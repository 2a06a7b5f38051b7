#include "client/cli/report/ticks.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"

namespace cpsizer::cli {
namespace {

constexpr double kMostSteps = 5;
constexpr int64_t kMinute = 60'000;
constexpr int64_t kHour = 60 * kMinute;
constexpr int64_t kDay = 24 * kHour;
constexpr int64_t kYear = 365 * kDay;
constexpr int64_t kMostTimeSteps = 6;
constexpr int64_t kTimeSteps[] = {kMinute,   2 * kMinute, 5 * kMinute, 10 * kMinute, 15 * kMinute, 30 * kMinute,
                                  kHour,     2 * kHour,   3 * kHour,   6 * kHour,    12 * kHour,   kDay,
                                  2 * kDay,  3 * kDay,    5 * kDay,    7 * kDay,     10 * kDay,    14 * kDay,
                                  21 * kDay, 30 * kDay,   60 * kDay,   90 * kDay,    180 * kDay};

struct Unit {
  double size;
  const char* suffix;
};

// Returns the unit of the labels: the largest one that is not above `most`, or the smallest one.
Unit UnitFor(double most, AxisUnit unit) {
  constexpr double kKi = 1024;
  if (unit == AxisUnit::kCount) return {1, ""};
  if (unit == AxisUnit::kCores) return most < 1 ? Unit{0.001, "m"} : Unit{1, ""};
  if (most >= kKi * kKi * kKi * kKi) return {kKi * kKi * kKi * kKi, "Ti"};
  if (most >= kKi * kKi * kKi) return {kKi * kKi * kKi, "Gi"};
  if (most >= kKi * kKi) return {kKi * kKi, "Mi"};
  return most >= kKi ? Unit{kKi, "Ki"} : Unit{1, ""};
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
  return (span / kMostTimeSteps / kYear + 1) * kYear;
}

std::string TimeLabel(int64_t time, int64_t step) {
  const absl::Time at = absl::FromUnixMillis(time);
  const absl::CivilSecond civil = absl::ToCivilSecond(at, absl::UTCTimeZone());
  if (step >= kYear) return absl::StrCat(civil.year());
  if (time % kDay != 0) return absl::FormatTime("%H:%M", at, absl::UTCTimeZone());
  return absl::StrCat(absl::FormatTime("%b ", at, absl::UTCTimeZone()), civil.day());
}

}  // namespace

std::vector<Tick> ValueTicks(double most, AxisUnit unit) {
  if (!(most > 0)) most = 1;
  const Unit label = UnitFor(most, unit);
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
