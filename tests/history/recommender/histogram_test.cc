#include "client/history/recommender/histogram.h"

#include <gtest/gtest.h>

namespace cpsizer::history {
namespace {

constexpr int64_t kLow = 100, kHigh = 1000;  // millicores
constexpr absl::Duration kDay = absl::Hours(24);

// A multiple of the half-life since the year 1, so that the first sample at this time has the factor 1.
const absl::Time kStart = absl::FromUnixSeconds(1'700'006'400);

class DecayingHistogramTest : public ::testing::Test {
 protected:
  // Returns a percentile that is in the bucket of `amount`.
  static int64_t After(int64_t amount) { return Buckets::Cpu().Start(Buckets::Cpu().Find(amount) + 1); }

  int64_t First() const { return histogram_.Percentile(0); }
  int64_t Last() const { return histogram_.Percentile(1); }

  DecayingHistogram histogram_{Buckets::Cpu(), kDay};
};

TEST_F(DecayingHistogramTest, IsZeroWithoutSamples) {
  EXPECT_EQ(Last(), 0);
}

TEST_F(DecayingHistogramTest, ReturnsTheStartOfTheNextBucket) {
  histogram_.Add(10, 1, kStart);
  EXPECT_EQ(Last(), 20);
}

TEST_F(DecayingHistogramTest, ReturnsTheStartOfTheLastBucket) {
  histogram_.Add(1'000'000'000, 1, kStart);
  EXPECT_EQ(Last(), Buckets::Cpu().Start(Buckets::kCount - 1));
}

TEST_F(DecayingHistogramTest, ABucketWithExactlyTheThresholdIsTheAnswer) {
  histogram_.Add(kLow, 1, kStart);
  histogram_.Add(kHigh, 1, kStart);
  EXPECT_EQ(First(), After(kLow));
  EXPECT_EQ(histogram_.Percentile(0.5), After(kLow));
  EXPECT_EQ(histogram_.Percentile(0.500001), After(kHigh));
  EXPECT_EQ(Last(), After(kHigh));
}

TEST_F(DecayingHistogramTest, WeightBelowEpsilonIsEmpty) {
  histogram_.Add(kLow, 0.00009, kStart);
  EXPECT_EQ(Last(), 0);
  histogram_.Add(kLow, 0.00009, kStart);
  EXPECT_EQ(Last(), After(kLow));
}

TEST_F(DecayingHistogramTest, WeightOfEpsilonIsNotEmpty) {
  histogram_.Add(kLow, 0.0001, kStart);
  EXPECT_EQ(Last(), After(kLow));
}

TEST_F(DecayingHistogramTest, EmptyBucketsAtTheEndsAreLeftOut) {
  histogram_.Add(kLow, 0.00009, kStart);
  histogram_.Add(kLow * 2, 1, kStart);
  histogram_.Add(kHigh, 0.00009, kStart);
  EXPECT_EQ(First(), After(kLow * 2));
  EXPECT_EQ(Last(), After(kLow * 2));
}

TEST_F(DecayingHistogramTest, SubtractingMovesTheEnds) {
  for (const int64_t amount : {kLow, kLow * 2, kHigh / 2, kHigh}) histogram_.Add(amount, 1, kStart);
  histogram_.Subtract(kLow, 1, kStart);
  histogram_.Subtract(kHigh, 0.99995, kStart);
  EXPECT_EQ(First(), After(kLow * 2));
  EXPECT_EQ(Last(), After(kHigh / 2));
}

TEST_F(DecayingHistogramTest, SubtractingARestBelowEpsilonLeavesNothing) {
  histogram_.Add(kLow, 1, kStart);
  histogram_.Subtract(kLow, 0.99995, kStart);
  EXPECT_EQ(Last(), 0);
  histogram_.Add(kLow, 0.00006, kStart);
  EXPECT_EQ(Last(), 0);
}

TEST_F(DecayingHistogramTest, SubtractingMoreThanTheWeightLeavesNothing) {
  histogram_.Add(kLow, 1, kStart);
  histogram_.Add(kHigh, 1, kStart);
  histogram_.Subtract(kLow, 5, kStart);
  // The total is 0 too, so each percentile is in the first bucket that is not empty.
  EXPECT_EQ(First(), After(kHigh));
  histogram_.Add(kLow, 0.0001, kStart);
  EXPECT_EQ(Last(), After(kLow));
}

TEST_F(DecayingHistogramTest, WeightDoublesWithEachHalfLife) {
  histogram_.Add(kLow, 1, kStart);
  histogram_.Add(kHigh, 1, kStart + kDay);
  EXPECT_EQ(histogram_.Percentile(0.333), After(kLow));
  EXPECT_EQ(histogram_.Percentile(0.334), After(kHigh));
}

TEST_F(DecayingHistogramTest, AcceptsSamplesBeforeTheReferenceTime) {
  histogram_.Add(kHigh, 1, kStart);
  histogram_.Add(kLow, 1, kStart - kDay);
  EXPECT_EQ(histogram_.Percentile(0.333), After(kLow));
  EXPECT_EQ(histogram_.Percentile(0.334), After(kHigh));
}

// A sample at the reference time has a weight below epsilon after the reference time has moved by 100 half-lives.
TEST_F(DecayingHistogramTest, KeepsTheReferenceTimeFor100HalfLives) {
  histogram_.Add(kLow, 1, kStart);
  histogram_.Add(kHigh, 1, kStart + 100 * kDay);
  EXPECT_EQ(First(), After(kLow));
}

TEST_F(DecayingHistogramTest, MovesTheReferenceTimeAfter100HalfLives) {
  histogram_.Add(kLow, 1, kStart);
  histogram_.Add(kHigh, 1, kStart + 100 * kDay + absl::Nanoseconds(1));
  EXPECT_EQ(First(), After(kHigh));
}

TEST_F(DecayingHistogramTest, ScalesTheTotalWhenTheReferenceTimeMoves) {
  histogram_.Add(kLow, 1, kStart + 100 * kDay);
  histogram_.Add(kHigh, 1, kStart + 101 * kDay);
  EXPECT_EQ(histogram_.Percentile(0.333), After(kLow));
  EXPECT_EQ(histogram_.Percentile(0.334), After(kHigh));
}

// Upstream scales only the buckets from the first to the last one that is not empty.
TEST_F(DecayingHistogramTest, KeepsTheWeightOfEmptyBucketsWhenTheReferenceTimeMoves) {
  histogram_.Add(kLow, 0.00009, kStart);
  histogram_.Add(kHigh, 1, kStart);
  histogram_.Add(kHigh, 1, kStart + 101 * kDay);
  histogram_.Add(kLow, 0.00002, kStart + 101 * kDay);
  EXPECT_EQ(First(), After(kLow));
}

// The factor is 2^-0.5 if the reference time is half a half-life after the sample, and 2^0.5 if it is before the
// sample.
TEST_F(DecayingHistogramTest, RoundsTheReferenceTimeHalfUp) {
  histogram_.Add(kLow, 0.00014, kStart + kDay / 2);
  EXPECT_EQ(Last(), 0);
}

TEST_F(DecayingHistogramTest, RoundsTheReferenceTimeDownBeforeTheHalf) {
  histogram_.Add(kLow, 0.00014, kStart + kDay / 2 - absl::Nanoseconds(1));
  EXPECT_EQ(Last(), After(kLow));
}

}  // namespace
}  // namespace cpsizer::history
