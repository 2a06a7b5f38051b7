#include "client/history/recommender/buckets.h"

#include <algorithm>
#include <cmath>

#include "client/history/recommender/amount.h"

namespace cpsizer::history {
namespace {

constexpr double kRatio = 1.05;

// Returns the power that math.Pow of Go returns. pow() of the C library rounds some powers differently.
double Power(double base, int exponent) {
  double result = 1;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result *= base;
    base *= base;
  }
  return result;
}

}  // namespace

Buckets::Buckets(double first_size, double amounts_per_unit) : starts_(), smallest_() {
  for (int bucket = 1; bucket < kCount; ++bucket) {
    const double start = first_size * (Power(kRatio, bucket) - 1) / (kRatio - 1);
    starts_[bucket] = AmountFrom(start * amounts_per_unit);
    smallest_[bucket] = static_cast<int64_t>(std::ceil(start * amounts_per_unit));
  }
}

const Buckets& Buckets::Cpu() {
  static const Buckets buckets(0.01, kMillicoresPerCore);
  return buckets;
}

const Buckets& Buckets::Memory() {
  static const Buckets buckets = [] {
    Buckets memory(1e7, 1);
    // The starts of these buckets are the whole numbers 20,500,000 and 31,525,000. The logarithm of upstream is rounded
    // down for them, so they are in the previous buckets.
    ++memory.smallest_[2];
    ++memory.smallest_[3];
    return memory;
  }();
  return buckets;
}

int Buckets::Find(int64_t amount) const {
  return static_cast<int>(std::upper_bound(smallest_.begin(), smallest_.end(), amount) - smallest_.begin()) - 1;
}

}  // namespace cpsizer::history
