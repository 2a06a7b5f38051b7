#include "server/engine/replicas/total_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "server/engine/replicas/arithmetic.h"

namespace cpsizer {
namespace {

// All whole numbers up to this number are exact as doubles.
constexpr int64_t kMostExact = int64_t{1} << std::numeric_limits<double>::digits;

int64_t ReportedAverage(int64_t value, bool held, int32_t status_replicas) {
  // Zero replicas have no average; the average of kube-controller-manager is undefined.
  if (status_replicas == 0 || held) return value;
  return Saturate<int64_t>(std::ceil(static_cast<double>(value) / static_cast<double>(status_replicas)));
}

Outcome Kept(double ratio, int64_t count, int32_t replicas) {
  return {ratio, absl::nullopt, count, v1::REPLICAS_KEPT_REASON_WITHIN_TOLERANCE, 0, replicas};
}

Outcome RoundedUp(double ratio, int64_t count, double product) {
  return {ratio, absl::nullopt, count, v1::REPLICAS_KEPT_REASON_UNSPECIFIED, product, CeilToReplicas(product)};
}

}  // namespace

ValueCurve::ValueCurve(int64_t value, int64_t target, int32_t current, int64_t ready_pods, const Tolerances& tolerances)
    : value_(value), target_(target), current_(current), ready_pods_(ready_pods), tolerances_(tolerances) {}

int64_t ValueCurve::most() const {
  return target_ > 0 ? std::numeric_limits<int64_t>::max() - 1 : -1;
}

Outcome ValueCurve::At(int64_t usage) const {
  const double ratio = static_cast<double>(usage) / static_cast<double>(target_);
  // If the current number is zero, the tolerance and the number of ready pods are not used.
  if (current_ == 0) return RoundedUp(ratio, 1, ratio);
  if (tolerances_.Hold(ratio)) return Kept(ratio, ready_pods_, current_);
  return RoundedUp(ratio, ready_pods_, ratio * static_cast<double>(ready_pods_));
}

double ValueCurve::UsageAt(double ratio, Side /*side*/) const {
  return ratio * static_cast<double>(target_);
}

AverageCurve::AverageCurve(int64_t value, bool held, int64_t target, int32_t status_replicas,
                           const Tolerances& tolerances)
    : value_(value),
      held_(held),
      target_(target),
      status_replicas_(status_replicas),
      tolerances_(tolerances),
      usage_(ReportedAverage(value, held, status_replicas)) {}

int64_t AverageCurve::most() const {
  return target_ > 0 && !held_ && value_ <= kMostExact ? kMostExact / divisor() : -1;
}

// If `usage` is above the current usage, returns the smallest value that is reported as `usage`. If not, returns the
// largest such value.
int64_t AverageCurve::ValueAt(int64_t usage) const {
  if (usage == usage_) return value_;
  return usage > usage_ ? (usage - 1) * divisor() + 1 : usage * divisor();
}

Outcome AverageCurve::At(int64_t usage) const {
  const auto value = static_cast<double>(ValueAt(usage));
  const auto target = static_cast<double>(target_);
  const double ratio = value / (target * static_cast<double>(status_replicas_));
  if (tolerances_.Hold(ratio)) return Kept(ratio, status_replicas_, status_replicas_);
  return RoundedUp(ratio, divisor(), value / target);
}

double AverageCurve::UsageAt(double ratio, Side /*side*/) const {
  return ratio * static_cast<double>(target_);
}

}  // namespace cpsizer
