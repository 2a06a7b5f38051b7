#include "server/engine/size/vpa_floor.h"

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace cpsizer {
namespace {

Quantity FloorBytes(int64_t bytes) {
  return WholeUnits(bytes, QuantityFormat::kDecimalSI);
}
Quantity FloorMillicores(int64_t millicores) {
  return {Nanos{millicores} * 1'000'000, QuantityFormat::kDecimalSI};
}

constexpr int64_t kFloorMebi = 1 << 20;

TEST(VpaFloor, IsSharedByOneToTwentyContainers) {
  for (const int64_t bytes : {262'144'000, 131'072'000, 87'381'333, 87'381'334, 65'536'000, 13'107'200}) {
    EXPECT_TRUE(IsVpaFloor(Resource::kMemory, FloorBytes(bytes), {})) << bytes;
  }
  for (const int64_t bytes :
       {262'144'001, 262'143'999, 87'381'335, 12'483'047}) {  // the last value is the share of 21 containers
    EXPECT_FALSE(IsVpaFloor(Resource::kMemory, FloorBytes(bytes), {})) << bytes;
  }
  for (const int64_t millicores : {25, 12, 13, 8, 9, 6, 7, 5, 4, 1, 2}) {
    EXPECT_TRUE(IsVpaFloor(Resource::kCpu, FloorMillicores(millicores), {})) << millicores;
  }
  for (const int64_t millicores : {26, 24, 14, 11, 10, 0}) {
    EXPECT_FALSE(IsVpaFloor(Resource::kCpu, FloorMillicores(millicores), {})) << millicores;
  }
}

TEST(VpaFloor, NothingIsMeasuredBelowTheShareOfTwenty) {
  EXPECT_TRUE(IsBelowVpaFloor(Resource::kMemory, FloorBytes(13'107'199), {}));
  EXPECT_FALSE(IsBelowVpaFloor(Resource::kMemory, FloorBytes(13'107'200), {}));
  EXPECT_TRUE(IsBelowVpaFloor(Resource::kCpu, FloorMillicores(0), {}));
  EXPECT_FALSE(IsBelowVpaFloor(Resource::kCpu, FloorMillicores(1), {}));
}

// Each value is that of the recommender 1.8.1 without samples, with these settings and this number of containers.
TEST(VpaFloor, FollowsTheSettingsOfTheRecommender) {
  struct Case {
    double memory_mb, cpu;
    int64_t round_memory, round_cpu;
    int64_t bytes, millicores;
  };
  for (const Case& c : {
           Case{250, 25, 64 * kFloorMebi, 10, 256 * kFloorMebi, 30},
           Case{250, 25, 16 * kFloorMebi, 10, 256 * kFloorMebi, 30}, Case{100, 10, 1, 1, 100 * kFloorMebi, 10},
           Case{500, 100, 1, 1, 125 * kFloorMebi, 25},  // four containers
           Case{250, 25, 1, 1, 87'381'333, 8},          // three containers
       }) {
    const VpaRecommender recommender = {{c.memory_mb, c.cpu}, {c.round_memory, c.round_cpu}};
    EXPECT_TRUE(IsVpaFloor(Resource::kMemory, FloorBytes(c.bytes), recommender)) << c.bytes;
    EXPECT_TRUE(IsVpaFloor(Resource::kCpu, FloorMillicores(c.millicores), recommender)) << c.millicores;
    EXPECT_FALSE(IsVpaFloor(Resource::kMemory, FloorBytes(c.bytes + 2), recommender)) << c.bytes;
  }
  const VpaRecommender rounded = {{}, {64 * kFloorMebi, 10}};
  EXPECT_FALSE(IsVpaFloor(Resource::kMemory, FloorBytes(320 * kFloorMebi), rounded));
  EXPECT_FALSE(IsVpaFloor(Resource::kMemory, FloorBytes(250 * kFloorMebi), rounded)) << "not a multiple";
  EXPECT_TRUE(IsBelowVpaFloor(Resource::kMemory, FloorBytes(63 * kFloorMebi), rounded));
  EXPECT_TRUE(IsBelowVpaFloor(Resource::kCpu, FloorMillicores(9), rounded));
  EXPECT_FALSE(IsBelowVpaFloor(Resource::kCpu, FloorMillicores(10), rounded));
  const VpaRecommender none = {{0, 0}, {}};
  EXPECT_FALSE(IsVpaFloor(Resource::kMemory, FloorBytes(250 * kFloorMebi), none));
  EXPECT_FALSE(IsBelowVpaFloor(Resource::kMemory, FloorBytes(1), none));
}

v1::RecommendedContainerResources FloorContainer(absl::string_view lower, absl::string_view target,
                                                 absl::string_view memory, absl::string_view cpu) {
  v1::RecommendedContainerResources container;
  const auto set = [&cpu](absl::string_view amount, v1::ResourceList& list) {
    if (amount.empty()) return;
    list.set_memory(std::string(amount));
    if (!cpu.empty()) list.set_cpu(std::string(cpu));
  };
  set(lower, *container.mutable_lower_bound());
  set(target, *container.mutable_target());
  set(memory, *container.mutable_uncapped_target());
  return container;
}

TEST(VpaFloor, SmallEqualAmountsOfBothResourcesAreAMinimum) {
  struct Case {
    absl::string_view name, lower, target, memory, cpu;
    bool minimum;
  };
  for (const Case& c : {
           Case{"alike and small", "256Mi", "256Mi", "256Mi", "30m", true},
           Case{"raised by minAllowed", "1Gi", "1Gi", "256Mi", "30m", true},
           Case{"other texts of the same amount", "268435456", "262144Ki", "256Mi", "30m", true},
           Case{"the largest minimum", "512Mi", "512Mi", "512Mi", "100m", true},
           Case{"more memory", "536870913", "536870913", "536870913", "30m", false},
           Case{"more CPU", "256Mi", "256Mi", "256Mi", "101m", false},
           Case{"a measurement of a steady cluster", "3Gi", "3Gi", "3Gi", "30m", false},
           Case{"another lower bound", "255Mi", "256Mi", "256Mi", "30m", false},
           Case{"a capped target", "256Mi", "300Mi", "256Mi", "30m", false},
           Case{"no lower bound", "", "256Mi", "256Mi", "30m", false},
           Case{"no target", "256Mi", "", "256Mi", "30m", false},
           Case{"memory alone", "256Mi", "256Mi", "256Mi", "", true},
           Case{"a malformed target", "256Mi", "256 Mi", "256Mi", "30m", false},
           Case{"nothing", "", "", "", "", false},
       }) {
    EXPECT_EQ(IsSmallAndAlike(FloorContainer(c.lower, c.target, c.memory, c.cpu)), c.minimum) << c.name;
  }
}

}  // namespace
}  // namespace cpsizer
