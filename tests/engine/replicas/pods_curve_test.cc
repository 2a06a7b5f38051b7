// Tests sums of pods as a curve: sections 8.1 and 8.2 of docs/reference/horizontal-pod-autoscaler.md. Also tests the
// largest usage for which no integer of the controller wraps.
#include "server/engine/replicas/pods_curve.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "server/engine/replicas/arithmetic.h"

namespace cpsizer {
namespace {

struct CurvePod {
  PodGroup group;
  int64_t usage;
  int64_t requests;
};

constexpr PodGroup kReady = PodGroup::kReady;
constexpr PodGroup kMissing = PodGroup::kMissing;
constexpr PodGroup kUnready = PodGroup::kUnready;
// The largest percentage that the curve supports: the largest 32-bit number minus 100.
constexpr int64_t kMostPercent = 2'147'483'547;

PodsCurve CurveOf(const std::vector<CurvePod>& pods, bool by_requests, int64_t target,
                  std::vector<int64_t> extraneous = {}) {
  PodGroups groups;
  Samples samples;
  samples.extraneous = std::move(extraneous);
  PodRequests requests;
  for (const CurvePod& pod : pods) {
    groups.of_pod.push_back(pod.group);
    samples.of_pod.push_back(pod.group == kMissing ? absl::nullopt : absl::make_optional(pod.usage));
    requests.of_pod.push_back(pod.requests);
  }
  return PodsCurve(groups, samples, by_requests ? &requests : nullptr, target, 4, Tolerances());
}

PodsCurve AverageOf(const std::vector<CurvePod>& pods, int64_t target, std::vector<int64_t> extraneous = {}) {
  return CurveOf(pods, false, target, std::move(extraneous));
}

// Returns a curve with a target of 50 %.
PodsCurve UtilizationOf(const std::vector<CurvePod>& pods) {
  return CurveOf(pods, true, 50);
}

TEST(PodsCurve, AboveTheTargetMissingAndUnreadyPodsUseNothing) {
  for (const PodGroup group : {kMissing, kUnready}) {
    EXPECT_DOUBLE_EQ(AverageOf({{kReady, 31, 0}, {group, 9, 0}}, 10).Now().corrected.value_or(0), 1.5);
    EXPECT_DOUBLE_EQ(UtilizationOf({{kReady, 199, 100}, {group, 9, 100}}).Now().corrected.value_or(0), 99.0 / 50);
  }
}

TEST(PodsCurve, FailsWithoutRequestsThatAreMeasuredOrAfterTheCorrection) {
  EXPECT_TRUE(UtilizationOf({{kReady, 1, 0}}).fails());
  EXPECT_FALSE(UtilizationOf({{kReady, 1, 1}}).fails());
  EXPECT_TRUE(UtilizationOf({{kReady, 1, 5}, {kMissing, 0, -5}}).fails());
  EXPECT_FALSE(UtilizationOf({{kReady, 1, 5}, {kMissing, 0, -4}}).fails());
  EXPECT_FALSE(UtilizationOf({{kReady, 1, 5}, {kMissing, 0, -6}}).fails());
  EXPECT_FALSE(AverageOf({{kReady, 1, 0}}, 1).fails()) << "an average needs no requests";
}

// The usage is (10 + 20 + 30 + 5) / 4 = 16. The sample 5 does not belong to a pod. Below the target, the missing pod
// uses 20. Above the target, the missing pod and the unready pod use 0.
TEST(PodsCurve, UsageOfARatioOfAnAverage) {
  const PodsCurve curve =
      AverageOf({{kReady, 10, 0}, {kReady, 20, 0}, {kReady, 30, 0}, {kMissing, 0, 0}, {kUnready, 9, 0}}, 20, {5});
  EXPECT_EQ(curve.usage(), 16);
  EXPECT_DOUBLE_EQ(curve.UsageAt(0.5, Side::kBelow), (10.0 * 5 - 20) / 4);
  EXPECT_DOUBLE_EQ(curve.UsageAt(0.9, Side::kHeld), 18);
  EXPECT_DOUBLE_EQ(curve.UsageAt(1.5, Side::kAbove), 30.0 * 6 / 4);
}

// A usage of 150 of 300 is 50 %. Below the target, the missing pod uses its request of 100.
TEST(PodsCurve, UsageOfARatioOfAUtilization) {
  const PodsCurve curve =
      UtilizationOf({{kReady, 50, 100}, {kReady, 100, 200}, {kMissing, 0, 100}, {kUnready, 9, 300}});
  EXPECT_EQ(curve.usage(), 50);
  EXPECT_DOUBLE_EQ(curve.UsageAt(0.9, Side::kBelow), (45.0 * 400 - 100 * 100) / 300);
  EXPECT_DOUBLE_EQ(curve.UsageAt(0.9, Side::kHeld), 45);
  EXPECT_DOUBLE_EQ(curve.UsageAt(2.0, Side::kAbove), 100.0 * 700 / 300);
}

TEST(PodsCurve, AUsageIsReportedAsItself) {
  const PodsCurve utilization = UtilizationOf({{kReady, 50, 100}});
  const PodsCurve average = AverageOf({{kReady, 49, 0}, {kReady, 51, 0}}, 20, {50});
  for (const int64_t usage : {0, 1, 2, 48, 49, 50, 51, 52, 99, 100, 101, 1'000}) {
    EXPECT_EQ(utilization.ReportedAt(usage), usage);
    EXPECT_EQ(average.ReportedAt(usage), usage);
  }
}

TEST(PodsCurve, TheMostOfAnAverageLeavesRoomForTheMissingPodsAndTheNextAmount) {
  const std::vector<CurvePod> pods = {{kReady, 10, 0}, {kReady, 20, 0}, {kMissing, 0, 0}};
  EXPECT_EQ(AverageOf(pods, 20, {5}).most(), (kMaxInt64 - 20) / 3 - 1);
  EXPECT_EQ(AverageOf({{kReady, 10, 0}}, 1).most(), kMaxInt64 - 1);
  EXPECT_EQ(AverageOf({{kReady, 10, 0}}, 0).most(), -1);
  EXPECT_EQ(AverageOf({{kReady, kMaxInt64 - 19, 0}, {kMissing, 0, 0}}, 20).most(), -1);
}

struct MostCase {
  const char* name;
  std::vector<CurvePod> pods;
  int64_t most;
};

// The controller multiplies the usage by 100. The usage includes the missing pods, which use their requests.
TEST(PodsCurve, TheMostOfAUtilization) {
  constexpr int64_t kTera = 1'000'000'000'000;
  constexpr int64_t kRoom = kMaxInt64 / 100 - 1;
  const MostCase kCases[] = {
      {"usual amounts", {{kReady, 1'000'000, 1'000'000}}, kMostPercent},
      {"the least request", {{kReady, 0, 1}}, kMostPercent},
      {"large requests", {{kReady, 0, kTera}}, 9'223'372},
      {"the largest usage", {{kReady, kRoom, kTera}}, 9'223'372},
      {"one unit more", {{kReady, kRoom + 1, kTera}}, -1},
      {"the largest usage with a missing pod", {{kReady, kRoom - 7, kTera}, {kMissing, 0, 7}}, 9'223'372},
      {"one unit more with a missing pod", {{kReady, kRoom - 6, kTera}, {kMissing, 0, 7}}, -1},
      {"the most percent", {{kReady, kMostPercent, 100}}, kMostPercent},
      {"one more", {{kReady, kMostPercent + 1, 100}}, -1},
      {"more than the most percent of one unit", {{kReady, 21'474'836, 1}}, -1},
      {"the largest requests of ready and missing pods", {{kReady, 0, kMaxInt64 - 1'000}, {kMissing, 0, 1'000}}, 0},
      {"one unit more of the missing pod", {{kReady, 0, kMaxInt64 - 1'000}, {kMissing, 0, 1'001}}, -1},
      {"the largest requests of all pods", {{kReady, 0, kMaxInt64 - 1'000}, {kMissing, 0, 400}, {kUnready, 0, 600}}, 0},
      {"one unit more of the unready pod",
       {{kReady, 0, kMaxInt64 - 1'000}, {kMissing, 0, 400}, {kUnready, 0, 601}},
       -1},
  };
  for (const MostCase& c : kCases) EXPECT_EQ(UtilizationOf(c.pods).most(), c.most) << c.name;
}

}  // namespace
}  // namespace cpsizer
