#ifndef CPSIZER_CLIENT_HISTORY_RECOMMENDER_HISTOGRAM_H_
#define CPSIZER_CLIENT_HISTORY_RECOMMENDER_HISTOGRAM_H_

#include <array>
#include <cstdint>

#include "absl/time/time.h"
#include "client/history/recommender/buckets.h"

namespace cpsizer::history {

// A histogram of amounts in which the weight of a sample halves with each half-life of its age.
//
// The arithmetic is that of upstream on amd64, operation by operation, so that the results are equal to the digit.
// Not thread-safe.
//
// Source: vertical-pod-autoscaler, pkg/recommender/util/histogram.go and decaying_histogram.go.
class DecayingHistogram {
 public:
  // `buckets` must outlive this object. `half_life` must be between 1 minute and 1,000 days.
  DecayingHistogram(const Buckets& buckets, absl::Duration half_life);

  // Adds a sample of the weight `weight` at `time`, which must be after the year 1. Samples may be added in any order
  // of their times.
  void Add(int64_t amount, double weight, absl::Time time);

  // Removes a sample that was added.
  void Subtract(int64_t amount, double weight, absl::Time time);

  // Removes all samples, as if this object were new.
  void Clear();

  // Returns the start of the bucket after the bucket that contains this part of the weight, or the start of the last
  // bucket. `percentile` is between 0 and 1. Returns 0 if the histogram is empty.
  int64_t Percentile(double percentile) const;

 private:
  // Returns the factor by which the weight of a sample at `time` is multiplied. Moves the reference time if the factor
  // would be too large.
  double Factor(absl::Time time);
  void MoveReference(absl::Time time);
  // Moves the first and the last bucket to buckets that are not empty.
  void DropEmptyEnds();

  const Buckets& buckets_;
  const absl::Duration half_life_;
  absl::Time reference_;  // A sample at this time has the factor 1. A multiple of the half-life since the year 1.
  absl::Time latest_;     // The reference time moves for a sample after this time.
  double total_ = 0;
  // The first and the last bucket that are not empty; the last and the first bucket of all if all are empty.
  int min_ = Buckets::kCount - 1;
  int max_ = 0;
  std::array<double, Buckets::kCount> weights_ = {};
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_RECOMMENDER_HISTOGRAM_H_
