#include "client/history/requests/value_sketch.h"

#include <algorithm>
#include <cmath>

#include "client/history/requests/quantile_rank.h"

namespace cpsizer::history {
namespace {

// A little less than the error that is promised, because logarithms are rounded.
constexpr double kError = ValueSketch::kSketchError * 0.999;
constexpr double kBase = (1 + kError) / (1 - kError);
const double kBucketsPerLog = 1 / std::log(kBase);

// Returns the bucket of a value: those from kBase^(n-1) to kBase^n are in the bucket n.
int BucketOf(double value) {
  return static_cast<int>(std::ceil(std::log(value) * kBucketsPerLog));
}

// Returns the value of a bucket whose relative distance to both ends is the same.
double ValueOf(int bucket) {
  return 2 * std::pow(kBase, bucket) / (kBase + 1);
}

}  // namespace

void ValueSketch::Add(double value) {
  ++count_;
  max_ = std::max(max_, value);
  if (!is_exact_) return Count(value);
  values_.push_back(value);
  if (values_.size() > kExactValues) MoveToBuckets();
}

void ValueSketch::MoveToBuckets() {
  is_exact_ = false;
  for (const double value : values_) Count(value);
  values_ = {};
}

void ValueSketch::Count(double value) {
  if (value < kLeastSketchValue) {
    ++zeros_;
    return;
  }
  const int bucket = BucketOf(value);
  if (buckets_.empty()) first_bucket_ = bucket;
  if (bucket < first_bucket_) {
    buckets_.insert(buckets_.begin(), static_cast<size_t>(first_bucket_ - bucket), 0);
    first_bucket_ = bucket;
  }
  const auto index = static_cast<size_t>(bucket - first_bucket_);
  if (index >= buckets_.size()) buckets_.resize(index + 1);
  ++buckets_[index];
}

double ValueSketch::Quantile(double part) const {
  if (count_ == 0) return 0;
  const int64_t rank = QuantileRank(part, count_);
  if (is_exact_) {
    std::vector<double> values = values_;
    const auto found = values.begin() + (rank - 1);
    std::nth_element(values.begin(), found, values.end());
    return *found;
  }
  int64_t below = zeros_;
  if (below >= rank) return 0;
  size_t index = 0;
  while (below + buckets_[index] < rank) below += buckets_[index++];
  return std::min(ValueOf(first_bucket_ + static_cast<int>(index)), max_);
}

}  // namespace cpsizer::history
