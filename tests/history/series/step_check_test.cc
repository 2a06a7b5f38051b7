#include "client/history/series/step_check.h"

#include <gtest/gtest.h>

#include <vector>

namespace cpsizer::history {
namespace {

constexpr int64_t kMinute = 60'000;

// Adds samples of one series with these differences. Returns how often Add() returned true.
int Found(StepCheck& check, const std::vector<int64_t>& differences, uint32_t pod = Sample::kNoPod) {
  Sample sample = {kMinute, /*cluster=*/3, pod, 1, 1};
  int found = check.Add(sample) ? 1 : 0;
  for (const int64_t difference : differences) {
    sample.milliseconds += difference;
    if (check.Add(sample)) ++found;
  }
  return found;
}

int Found(const std::vector<int64_t>& differences) {
  StepCheck check;
  return Found(check, differences);
}

TEST(StepCheckTest, NumbersOfNodesHaveNoStep) {
  StepCheck check;
  Sample sample = {0, 0, Sample::kNoPod, Sample::kNoValue, Sample::kNoValue, 5};
  for (const int64_t time : {60, 120, 180, 480, 780, 1080}) {
    sample.milliseconds = time * 1000;
    EXPECT_FALSE(check.Add(sample)) << time;
  }
}

TEST(StepCheckTest, FindsASecondStepOnce) {
  EXPECT_EQ(Found({kMinute, kMinute, 5 * kMinute, 5 * kMinute, 5 * kMinute}), 1);
  EXPECT_EQ(Found({5 * kMinute, 5 * kMinute, kMinute, kMinute, 5 * kMinute, 5 * kMinute}), 1);
}

TEST(StepCheckTest, GapsAndJitterAreNotSteps) {
  EXPECT_EQ(Found({kMinute, kMinute, 60 * kMinute, kMinute, kMinute, 90 * kMinute, kMinute}), 0);
  EXPECT_EQ(Found({kMinute, kMinute + 5'000, kMinute - 300, kMinute}), 0);
  EXPECT_EQ(Found({}), 0);
  EXPECT_EQ(Found({kMinute, 5 * kMinute}), 0);
}

TEST(StepCheckTest, ADifferenceAboveTheLimitIsStillADifference) {
  constexpr int64_t kYear = int64_t{366} * 24 * 60 * kMinute;
  EXPECT_EQ(Found({kMinute, kMinute, kYear, kMinute}), 0);
  EXPECT_EQ(Found({kMinute, kMinute, kYear, kYear}), 1);
}

TEST(StepCheckTest, EachPodAndEachClusterIsASeries) {
  StepCheck check;
  EXPECT_EQ(Found(check, {kMinute, kMinute}), 0);
  EXPECT_EQ(Found(check, {5 * kMinute, 5 * kMinute}, /*pod=*/3), 0);
  EXPECT_EQ(Found(check, {kMinute, kMinute, 2 * kMinute, 2 * kMinute}, /*pod=*/0), 1);
}

}  // namespace
}  // namespace cpsizer::history
