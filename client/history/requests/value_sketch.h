#ifndef CPSIZER_CLIENT_HISTORY_REQUESTS_VALUE_SKETCH_H_
#define CPSIZER_CLIENT_HISTORY_REQUESTS_VALUE_SKETCH_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cpsizer::history {

// The quantiles of many values in bounded memory. Up to kExactValues values are kept, and their quantiles are exact.
// More values are counted in buckets, each of which is about 1 % wider than the one before; the relative error of a
// quantile is then at most kSketchError. The result does not depend on the order of the values. The memory is at most
// 47 kB: 5,900 buckets from kLeastSketchValue to 2^63. Not thread-safe.
//
// Source of the method: DDSketch (Masson, Rim, Lee, 2019), without its limit on the number of buckets.
class ValueSketch {
 public:
  static constexpr size_t kExactValues = 1'024;
  static constexpr double kSketchError = 0.005;
  // Values below this one are counted as 0.
  static constexpr double kLeastSketchValue = 1e-6;

  // Adds a value from 0 to 2^63.
  void Add(double value);

  int64_t count() const { return count_; }
  // The largest value, which is exact; 0 without values.
  double max() const { return max_; }
  // Returns the smallest value with at least `part` (0 to 1) of the values at or below it; 0 without values.
  double Quantile(double part) const;

 private:
  void Count(double value);
  void MoveToBuckets();

  std::vector<double> values_;  // empty if the values are counted
  bool is_exact_ = true;
  int64_t count_ = 0;
  double max_ = 0;
  int64_t zeros_ = 0;
  int first_bucket_ = 0;  // the number of buckets_[0]
  std::vector<int64_t> buckets_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_REQUESTS_VALUE_SKETCH_H_
