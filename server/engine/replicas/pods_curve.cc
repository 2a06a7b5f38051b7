#include "server/engine/replicas/pods_curve.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "server/engine/replicas/arithmetic.h"

namespace cpsizer {
namespace {

constexpr int64_t kPercent = 100;
// The controller uses 32 bits for a percentage. The limit is 100 lower here, because one more milli-unit of usage may
// add up to 100 %.
constexpr int64_t kMostPercent = std::numeric_limits<int32_t>::max() - kPercent;

// Rounds up. Requires a >= 0 and b > 0, and no overflow.
constexpr int64_t CeilDivide(int64_t a, int64_t b) {
  return a / b + (a % b == 0 ? 0 : 1);
}

}  // namespace

PodsCurve::PodsCurve(const PodGroups& groups, const Samples& samples, const PodRequests* requests, int64_t target,
                     int32_t current, const Tolerances& tolerances)
    : by_requests_(requests != nullptr),
      target_(target),
      current_(current),
      tolerances_(tolerances),
      extraneous_(static_cast<int64_t>(samples.extraneous.size())) {
  for (size_t i = 0; i < groups.of_pod.size(); ++i) {
    const PodGroup group = groups.of_pod[i];
    if (group == PodGroup::kReady) AddPod(*samples.of_pod[i], i, requests, measured_);
    if (group == PodGroup::kMissing) AddPod(OnTarget(i, requests), i, requests, missing_);
    if (group == PodGroup::kUnready) AddPod(0, i, requests, unready_);
  }
  // Extraneous samples have no requests. If the target is a utilization, extraneous samples are counted, but not added
  // to the sums.
  if (!by_requests_) {
    for (const int64_t value : samples.extraneous) Add(value, measured_.usage);
  }
  if (!fails()) usage_ = Figure(measured_);
}

void PodsCurve::Add(int64_t amount, int64_t& sum) {
  wraps_ |= __builtin_add_overflow(sum, amount, &sum);
}

void PodsCurve::AddPod(int64_t usage, size_t pod, const PodRequests* requests, Sums& sums) {
  Add(usage, sums.usage);
  if (requests != nullptr) Add(requests->of_pod[pod], sums.requests);
  ++sums.count;
}

// Returns the assumed usage of a pod without a sample for the case that the load is below the target.
int64_t PodsCurve::OnTarget(size_t pod, const PodRequests* requests) {
  if (requests == nullptr) return target_;
  int64_t product = 0;
  wraps_ |= __builtin_mul_overflow(requests->of_pod[pod], std::max(kPercent, target_), &product);
  return WrapDivide(product, kPercent);
}

void PodsCurve::Join(const Sums& other, Sums& sums) {
  sums.usage = WrapAdd(sums.usage, other.usage);
  sums.requests = WrapAdd(sums.requests, other.requests);
  sums.count += other.count;
}

bool PodsCurve::fails() const {
  if (!by_requests_) return false;
  if (measured_.requests == 0) return true;
  const absl::optional<Sums> cautious = CautionAt(Ratio(measured_));
  return cautious.has_value() && WrapAdd(measured_.requests, cautious->requests) == 0;
}

int64_t PodsCurve::Figure(const Sums& sums) const {
  if (!by_requests_) return Average(sums);
  return static_cast<int32_t>(WrapDivide(WrapMultiply(sums.usage, kPercent), sums.requests));
}

int64_t PodsCurve::Average(const Sums& sums) const {
  return WrapDivide(sums.usage, by_requests_ ? sums.count : sums.count + extraneous_);
}

absl::optional<PodsCurve::Sums> PodsCurve::CautionAt(double ratio) const {
  const bool lower_unready = unready_.count != 0 && ratio > 1.0;
  if (missing_.count == 0 && !lower_unready) return absl::nullopt;
  Sums cautious;
  if (ratio < 1.0 || ratio > 1.0) Join(missing_, cautious);
  // If the load is above the target, a missing pod is assumed to use nothing.
  if (ratio > 1.0) cautious.usage = 0;
  if (lower_unready) Join(unready_, cautious);
  return cautious;
}

Outcome PodsCurve::Propose(const Sums& sums) const {
  Outcome outcome;
  outcome.ratio = Ratio(sums);
  absl::optional<Sums> cautious = CautionAt(outcome.ratio);
  if (cautious.has_value()) {
    Join(sums, *cautious);
    Correct(*cautious, outcome);
    return outcome;
  }
  outcome.count = measured_.count;
  if (tolerances_.Hold(outcome.ratio)) {
    outcome.kept = v1::REPLICAS_KEPT_REASON_WITHIN_TOLERANCE;
    outcome.replicas = current_;
  } else {
    outcome.product = outcome.ratio * static_cast<double>(outcome.count);
    outcome.replicas = CeilToReplicas(outcome.product);
  }
  return outcome;
}

void PodsCurve::Correct(const Sums& cautious, Outcome& outcome) const {
  const double ratio = outcome.ratio;
  const double corrected = Ratio(cautious);
  outcome.corrected = corrected;
  outcome.count = cautious.count + extraneous_;
  outcome.product = corrected * static_cast<double>(outcome.count);
  outcome.replicas = CeilToReplicas(outcome.product);
  if (tolerances_.Hold(corrected)) {
    outcome.kept = v1::REPLICAS_KEPT_REASON_CORRECTED_WITHIN_TOLERANCE;
  } else if ((ratio < 1.0 && corrected > 1.0) || (ratio > 1.0 && corrected < 1.0)) {
    outcome.kept = v1::REPLICAS_KEPT_REASON_CORRECTION_REVERSES;
  } else if ((corrected < 1.0 && outcome.replicas > current_) || (corrected > 1.0 && outcome.replicas < current_)) {
    outcome.kept = v1::REPLICAS_KEPT_REASON_COUNT_REVERSES;
  }
  if (outcome.kept != v1::REPLICAS_KEPT_REASON_UNSPECIFIED) outcome.replicas = current_;
}

int64_t PodsCurve::most() const {
  if (wraps_ || target_ <= 0 || measured_.usage < 0 || missing_.usage < 0) return -1;
  if (by_requests_) return MostPercent();
  const int64_t room = kMaxInt64 - missing_.usage;
  return measured_.usage > room ? -1 : room / (measured_.count + extraneous_) - 1;
}

int64_t PodsCurve::MostPercent() const {
  const int64_t requests = measured_.requests;
  const bool sane = requests > 0 && missing_.requests >= 0 && unready_.requests >= 0 &&
                    missing_.requests <= kMaxInt64 - requests &&
                    unready_.requests <= kMaxInt64 - requests - missing_.requests;
  // The controller multiplies the usage by 100, including the usage of the missing pods.
  const int64_t room = kMaxInt64 / kPercent - 1 - missing_.usage;
  if (!sane || measured_.usage > room || measured_.usage * kPercent / requests > kMostPercent) return -1;
  return std::min(kMostPercent, room / requests * kPercent + room % requests * kPercent / requests);
}

// If `usage` is above the current usage, returns the smallest sums that are reported as `usage`. If not, returns the
// largest such sums.
PodsCurve::Sums PodsCurve::MeasuredAt(int64_t usage) const {
  Sums sums = measured_;
  if (usage == usage_) return sums;
  const bool more = usage > usage_;
  if (by_requests_) {
    sums.usage =
        more ? CeilDivide(usage * sums.requests, kPercent) : CeilDivide((usage + 1) * sums.requests, kPercent) - 1;
  } else {
    const int64_t count = sums.count + extraneous_;
    sums.usage = more ? usage * count : (usage + 1) * count - 1;
  }
  return sums;
}

Outcome PodsCurve::At(int64_t usage) const {
  return Propose(MeasuredAt(usage));
}

double PodsCurve::UsageAt(double ratio, Side side) const {
  const double figure = ratio * static_cast<double>(target_);
  const absl::optional<Sums> cautious =
      side == Side::kHeld ? absl::nullopt : CautionAt(side == Side::kBelow ? 0.0 : 2.0);
  if (!cautious.has_value()) return figure;
  const auto added = static_cast<double>(cautious->usage);
  if (by_requests_) {
    const auto measured = static_cast<double>(measured_.requests);
    return (figure * (measured + static_cast<double>(cautious->requests)) - added * kPercent) / measured;
  }
  const auto measured = static_cast<double>(measured_.count + extraneous_);
  return (figure * (measured + static_cast<double>(cautious->count)) - added) / measured;
}

}  // namespace cpsizer
