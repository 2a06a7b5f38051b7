// Tests a total as a curve: sections 8.3 and 8.4 of docs/reference/horizontal-pod-autoscaler.md. Also tests the largest
// usage for which the curve is exact.
#include "server/engine/replicas/total_curve.h"

#include <cstdint>

#include "gtest/gtest.h"
#include "server/engine/replicas/arithmetic.h"

namespace cpsizer {
namespace {

// A double can represent each whole number up to this number.
constexpr int64_t kMostExact = 9'007'199'254'740'992;

TEST(ValueCurve, ItsMostIsThatOf64BitsLessOne) {
  EXPECT_EQ(ValueCurve(5, 1, 2, 3, Tolerances()).most(), kMaxInt64 - 1);
  EXPECT_EQ(ValueCurve(5, 0, 2, 3, Tolerances()).most(), -1);
  EXPECT_EQ(ValueCurve(5, -1, 2, 3, Tolerances()).most(), -1);
}

TEST(ValueCurve, MultipliesByTheReadyPodsAndFromZeroReplicasByOne) {
  const Outcome outcome = ValueCurve(5, 2, 2, 3, Tolerances()).At(5);
  EXPECT_EQ(outcome.count, 3);
  EXPECT_DOUBLE_EQ(outcome.product, 7.5);
  EXPECT_EQ(outcome.replicas, 8);
  const Outcome from_zero = ValueCurve(5, 2, 0, 3, Tolerances()).At(5);
  EXPECT_EQ(from_zero.count, 1);
  EXPECT_DOUBLE_EQ(from_zero.product, 2.5);
  EXPECT_EQ(from_zero.replicas, 3);
}

TEST(ValueCurve, UsageOfARatio) {
  EXPECT_DOUBLE_EQ(ValueCurve(5, 20, 2, 3, Tolerances()).UsageAt(1.5, Side::kAbove), 30);
}

TEST(AverageCurve, ItsMostIsExactForAllReplicas) {
  EXPECT_EQ(AverageCurve(30, false, 1, 3, Tolerances()).most(), kMostExact / 3);
  EXPECT_EQ(AverageCurve(30, false, 10, 0, Tolerances()).most(), kMostExact) << "of zero replicas it is the value";
  EXPECT_EQ(AverageCurve(30, false, 0, 3, Tolerances()).most(), -1);
  EXPECT_EQ(AverageCurve(30, true, 10, 3, Tolerances()).most(), -1);
  EXPECT_EQ(AverageCurve(kMostExact, false, 10, 3, Tolerances()).most(), kMostExact / 3);
  EXPECT_EQ(AverageCurve(kMostExact + 1, false, 10, 3, Tolerances()).most(), -1);
}

// For 3 replicas, each total above 30 and up to 33 is reported as 11. This includes 31.
TEST(AverageCurve, AUsageIsTheNearestReportedValue) {
  const AverageCurve curve(31, false, 1, 3, Tolerances());
  EXPECT_EQ(curve.usage(), 11);
  EXPECT_EQ(curve.At(11).replicas, 31);
  EXPECT_EQ(curve.At(12).replicas, 34);
  EXPECT_EQ(curve.At(10).replicas, 30);
  EXPECT_EQ(curve.At(12).count, 3);
  EXPECT_DOUBLE_EQ(AverageCurve(31, false, 20, 3, Tolerances()).UsageAt(1.5, Side::kBelow), 30);
}

}  // namespace
}  // namespace cpsizer
