// Tests the largest usage of replicas in weeks.
#include "client/history/requests/replica_maxima.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace cpsizer::history {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Returns a pod with the CPU usage `usage` from `first` on; negative values are days without usage.
DailyMaxima PodOf(int first, const std::vector<double>& usage) {
  DailyMaxima pod;
  for (size_t i = 0; i < usage.size(); ++i) {
    if (usage[i] >= 0) pod.Add(first + static_cast<int>(i), {NAN, usage[i]});
  }
  return pod;
}

std::vector<float> MaximaOf(const std::vector<DailyMaxima>& pods, DayRange days) {
  std::vector<const DailyMaxima*> pointers;
  for (const DailyMaxima& pod : pods) pointers.push_back(&pod);
  return WeekMaxima(pointers, Resource::kCpu, days);
}

TEST(ReplicaMaximaTest, KeepsTheLargestUsageOfADay) {
  DailyMaxima pod;
  EXPECT_EQ(pod.Add(10, {1, 2}), 1u);
  EXPECT_EQ(pod.Add(10, {3, 1}), 0u);
  EXPECT_EQ(pod.On(10, Resource::kMemory), 3);
  EXPECT_EQ(pod.On(10, Resource::kCpu), 2);
  EXPECT_LT(pod.On(9, Resource::kCpu), 0);
  EXPECT_LT(pod.On(11, Resource::kCpu), 0);
}

TEST(ReplicaMaximaTest, DaysMayBeAddedInAnyOrder) {
  DailyMaxima pod;
  pod.Add(10, {1, NAN});
  EXPECT_EQ(pod.Add(8, {2, NAN}), 2u);
  EXPECT_EQ(pod.Add(12, {3, NAN}), 2u);
  EXPECT_EQ(pod.On(8, Resource::kMemory), 2);
  EXPECT_LT(pod.On(9, Resource::kMemory), 0);
  EXPECT_EQ(pod.On(10, Resource::kMemory), 1);
  EXPECT_EQ(pod.On(12, Resource::kMemory), 3);
  EXPECT_LT(pod.On(12, Resource::kCpu), 0);
}

TEST(ReplicaMaximaTest, EachReplicaHasAMaximumInEachWeek) {
  std::vector<double> usage(14, 1);
  usage[2] = 5;
  usage[9] = 7;
  EXPECT_THAT(MaximaOf({PodOf(0, usage), PodOf(0, std::vector<double>(14, 2))}, {0, 13}), ElementsAre(2, 2, 5, 7));
}

TEST(ReplicaMaximaTest, TheFirstWeekHasTheDaysBeforeIt) {
  // 10 days are one week, 14 days are two.
  EXPECT_THAT(MaximaOf({PodOf(0, {9, 1, 1, 1, 1, 1, 1, 1, 1, 1})}, {0, 9}), ElementsAre(9));
  EXPECT_THAT(MaximaOf({PodOf(0, {9, 1, 1, 1, 1, 1, 1, 1, 1, 1})}, {-4, 9}), ElementsAre(1, 9));
  EXPECT_THAT(MaximaOf({PodOf(0, {1, 2})}, {0, 1}), ElementsAre(2));
}

TEST(ReplicaMaximaTest, AReplacedPodIsTheSameReplica) {
  // Both pods of day 3 are one replica: the new pod does not add a small maximum.
  EXPECT_THAT(MaximaOf({PodOf(0, {5, 6, 5, 5}), PodOf(3, {1, 4, 4, 4})}, {0, 6}), ElementsAre(6));
  // Two replicas, each replaced.
  EXPECT_THAT(
      MaximaOf({PodOf(0, {5, 6, 5}), PodOf(0, {7, 7, 7}), PodOf(3, {1, 1, 2, 2}), PodOf(3, {8, 8, 8, 8})}, {0, 6}),
      ElementsAre(7, 8));
}

TEST(ReplicaMaximaTest, AWeekWithoutUsageHasNoMaximum) {
  EXPECT_THAT(MaximaOf({PodOf(0, {3})}, {0, 20}), ElementsAre(3));
  EXPECT_THAT(MaximaOf({DailyMaxima()}, {0, 20}), IsEmpty());
  EXPECT_THAT(MaximaOf({}, {0, 20}), IsEmpty());
}

}  // namespace
}  // namespace cpsizer::history
