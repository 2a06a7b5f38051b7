#include "client/history/prometheus/time_slices.h"

#include <gtest/gtest.h>

#include <vector>

namespace cpsizer::history {
namespace {

constexpr int64_t kStep = 300'000;
constexpr int64_t kFrom = 1'770'000'000'000;
constexpr int64_t kDay = 288;  // points

TimeSlices SlicesOf(int64_t points) {
  return TimeSlices(kFrom, kFrom + (points - 1) * kStep, kStep);
}

// Reads all slices with responses of `bytes_of_point` for each point. Checks that each point is in one slice. Returns
// the points of the slices.
std::vector<int64_t> ReadAll(TimeSlices slices, int64_t points, size_t bytes_of_point) {
  std::vector<int64_t> lengths;
  int64_t next = kFrom;
  while (!slices.done()) {
    EXPECT_EQ(slices.begin(), next);
    EXPECT_EQ(slices.end(), next + (slices.points() - 1) * kStep);
    next = slices.end() + kStep;
    lengths.push_back(slices.points());
    slices.Advance(bytes_of_point * static_cast<size_t>(slices.points()));
  }
  EXPECT_EQ(next, kFrom + points * kStep);
  return lengths;
}

TEST(TimeSlicesTest, HasOneSliceForAShortTime) {
  EXPECT_EQ(ReadAll(SlicesOf(1), 1, 100), (std::vector<int64_t>{1}));
  EXPECT_EQ(ReadAll(SlicesOf(kFirstPoints), kFirstPoints, 100), (std::vector<int64_t>{kFirstPoints}));
}

TEST(TimeSlicesTest, SlicesOfASmallFleetGrow) {
  EXPECT_EQ(ReadAll(SlicesOf(14 * kDay), 14 * kDay, 100), (std::vector<int64_t>{12, 96, 768, 3156}));
}

TEST(TimeSlicesTest, NoSliceHasMorePointsThanAQueryMayHave) {
  for (const int64_t length : ReadAll(SlicesOf(100'000), 100'000, 1)) EXPECT_LE(length, kMaxPointsOfQuery);
}

// 10,000 clusters over 90 days.
TEST(TimeSlicesTest, SlicesOfALargeFleetHaveTheUsualLength) {
  constexpr size_t kBytesOfPoint = 10'000 * 35;
  const std::vector<int64_t> lengths = ReadAll(SlicesOf(90 * kDay), 90 * kDay, kBytesOfPoint);
  EXPECT_LT(lengths.size(), 800u);
  for (const int64_t length : lengths) {
    EXPECT_LE(static_cast<size_t>(length) * kBytesOfPoint, kUsualResponseBytes);
  }
}

TEST(TimeSlicesTest, ASlowOrLargeSliceIsHalvedAndStaysSo) {
  TimeSlices slices = SlicesOf(kDay);
  EXPECT_TRUE(slices.Shorten());
  EXPECT_EQ(slices.begin(), kFrom);
  EXPECT_EQ(slices.points(), kFirstPoints / 2);
  slices.Advance(1);
  EXPECT_EQ(slices.begin(), kFrom + kFirstPoints / 2 * kStep);
  EXPECT_EQ(slices.points(), kFirstPoints / 2);
  EXPECT_TRUE(slices.Shorten());
  EXPECT_TRUE(slices.Shorten());
  EXPECT_EQ(slices.points(), 1);
  EXPECT_FALSE(slices.Shorten());
  slices.Advance(size_t{1} << 40);
  EXPECT_EQ(slices.points(), 1);
}

}  // namespace
}  // namespace cpsizer::history
