#include "client/history/recommender/histogram.h"

#include <cmath>

namespace cpsizer::history {
namespace {

// A bucket with a smaller weight is empty.
constexpr double kEpsilon = 0.0001;

// The reference time moves when the factor of a sample would exceed 2 to this power.
constexpr int kMaxExponent = 100;

// The time 0 of Go: 0001-01-01T00:00:00Z.
absl::Time YearOne() {
  return absl::FromUnixSeconds(-62'135'596'800);
}

// Returns the power of 2 that math.Exp2 of Go returns on amd64. exp2() of the C library rounds some powers differently,
// and a different last bit of a weight can change a percentile.
//
// The whole part of `exponent` is exact. The rest is reduced to e^r with |r| <= ln(2) / 2, in two parts for precision.
// e^r is a rational function of r with the polynomial of FreeBSD's e_exp.c.
double PowerOfTwo(double exponent) {
  constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;
  constexpr double kP1 = 1.66666666666666657415e-01, kP2 = -2.77777777770155933842e-03,
                   kP3 = 6.61375632143793436117e-05, kP4 = -1.65339022054652515390e-06,
                   kP5 = 4.13813679705723846039e-08;
  if (exponent < -1074) return 0;
  const int whole = static_cast<int>(exponent < 0 ? exponent - 0.5 : exponent + 0.5);
  const double rest = exponent - whole;
  const double high = rest * kLn2High;
  const double low = -rest * kLn2Low;
  const double r = high - low;
  const double square = r * r;
  const double c = r - square * (kP1 + square * (kP2 + square * (kP3 + square * (kP4 + square * kP5))));
  return std::ldexp(1 - ((low - (r * c) / (2 - c)) - high), whole);
}

double HalfLives(absl::Duration duration, absl::Duration half_life) {
  return static_cast<double>(absl::ToInt64Nanoseconds(duration)) /
         static_cast<double>(absl::ToInt64Nanoseconds(half_life));
}

double SubtractWeight(double from, double weight) {
  return from - weight < kEpsilon ? 0 : from - weight;
}

}  // namespace

DecayingHistogram::DecayingHistogram(const Buckets& buckets, absl::Duration half_life)
    : buckets_(buckets), half_life_(half_life) {
  Clear();
}

void DecayingHistogram::Clear() {
  reference_ = YearOne();
  latest_ = reference_ + kMaxExponent * half_life_;
  total_ = 0;
  min_ = Buckets::kCount - 1;
  max_ = 0;
  weights_.fill(0);
}

void DecayingHistogram::Add(int64_t amount, double weight, absl::Time time) {
  weight *= Factor(time);
  const int bucket = buckets_.Find(amount);
  weights_[bucket] += weight;
  total_ += weight;
  if (weights_[bucket] < kEpsilon) return;
  if (bucket < min_) min_ = bucket;
  if (bucket > max_) max_ = bucket;
}

void DecayingHistogram::Subtract(int64_t amount, double weight, absl::Time time) {
  weight *= Factor(time);
  double& in_bucket = weights_[buckets_.Find(amount)];
  total_ = SubtractWeight(total_, weight);
  in_bucket = SubtractWeight(in_bucket, weight);
  DropEmptyEnds();
}

int64_t DecayingHistogram::Percentile(double percentile) const {
  if (weights_[min_] < kEpsilon) return 0;
  const double threshold = percentile * total_;
  double sum = 0;
  int bucket = min_;
  for (; bucket < max_; ++bucket) {
    sum += weights_[bucket];
    if (sum >= threshold) break;
  }
  return buckets_.Start(bucket < Buckets::kCount - 1 ? bucket + 1 : bucket);
}

double DecayingHistogram::Factor(absl::Time time) {
  if (time > latest_) MoveReference(time);
  return PowerOfTwo(HalfLives(time - reference_, half_life_));
}

void DecayingHistogram::MoveReference(absl::Time time) {
  const absl::Duration rest = (time - YearOne()) % half_life_;
  const absl::Time reference = rest + rest < half_life_ ? time - rest : time + (half_life_ - rest);
  const double exponent = std::floor(HalfLives(reference_ - reference, half_life_) + 0.5);
  const double factor = std::ldexp(1.0, static_cast<int>(exponent));
  // As upstream, keeps the weights of empty buckets outside of this range.
  for (int bucket = min_; bucket <= max_; ++bucket) weights_[bucket] *= factor;
  total_ *= factor;
  reference_ = reference;
  latest_ = reference_ + kMaxExponent * half_life_;
  DropEmptyEnds();
}

void DecayingHistogram::DropEmptyEnds() {
  while (min_ < Buckets::kCount - 1 && weights_[min_] < kEpsilon) ++min_;
  while (max_ > 0 && weights_[max_] < kEpsilon) --max_;
}

}  // namespace cpsizer::history
