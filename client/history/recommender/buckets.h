#ifndef CPSIZER_CLIENT_HISTORY_RECOMMENDER_BUCKETS_H_
#define CPSIZER_CLIENT_HISTORY_RECOMMENDER_BUCKETS_H_

#include <array>
#include <cstdint>

namespace cpsizer::history {

// The buckets of a histogram of amounts. Each bucket is 5 % wider than the previous bucket. The last bucket contains
// all amounts from its start.
//
// Upstream computes the bucket of an amount with logarithms, and the start of a bucket with a power. Here, both are
// tables with the same results for each amount. Immutable and thread-safe.
//
// Source: vertical-pod-autoscaler, pkg/recommender/util/histogram_options.go and
// pkg/recommender/model/aggregations_config.go.
class Buckets {
 public:
  // The number of buckets of both resources: the start of the last bucket is the first start that is at least the
  // maximum, which is 100,000 times the size of the first bucket.
  static constexpr int kCount = 176;

  // Buckets of millicores. The size of the first bucket is 10 millicores.
  static const Buckets& Cpu();
  // Buckets of bytes. The size of the first bucket is 10,000,000 bytes.
  static const Buckets& Memory();

  // Returns the bucket that contains `amount`, which must not be negative.
  int Find(int64_t amount) const;

  // Returns the start of `bucket`, without its fraction.
  int64_t Start(int bucket) const { return starts_[bucket]; }

 private:
  // `first_size` is the size of the first bucket in units of `amounts_per_unit` amounts.
  Buckets(double first_size, double amounts_per_unit);

  std::array<int64_t, kCount> starts_;
  std::array<int64_t, kCount> smallest_;  // for each bucket, the smallest amount in it
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_RECOMMENDER_BUCKETS_H_
