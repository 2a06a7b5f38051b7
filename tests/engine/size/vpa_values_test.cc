#include "server/engine/size/vpa_values.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace cpsizer {
namespace {

Quantity Bytes(int64_t bytes) {
  return WholeUnits(bytes, QuantityFormat::kDecimalSI);
}
Quantity Millicores(int64_t millicores) {
  return {Nanos{millicores} * 1'000'000, QuantityFormat::kDecimalSI};
}

// Each series has consecutive values of a real recommender.
TEST(VpaValues, AreTheRungsOfTheRecommendersHistogram) {
  const int64_t memory[][4] = {{272061154, 297164212, 323522422, 351198544},
                               {1102117711, 1168723596, 1238659775, 0},
                               {3666791614, 3861631195, 4066212754, 4281023392},
                               {2048373350, 2162292018, 2281906618, 2407501950},
                               {8276207392, 8701517761, 9148093649, 0},
                               {17453794248, 18337983960, 0, 0},
                               {69092757112, 72558894968, 0, 0}};
  for (const auto& run : memory) {
    for (int i = 0; i + 1 < 4 && run[i + 1] != 0; ++i) {
      EXPECT_EQ(*NextVpaValueAbove(Resource::kMemory, Bytes(run[i])), Bytes(run[i + 1]));
      EXPECT_EQ(*NextVpaValueBelow(Resource::kMemory, Bytes(run[i + 1])), Bytes(run[i]));
    }
  }
  const int64_t cpu[] = {11, 23, 35, 49, 63, 78, 93, 109, 126, 143, 163, 182, 203, 224, 247, 271, 296, 323, 350};
  for (size_t i = 1; i < std::size(cpu); ++i) {
    EXPECT_EQ(*NextVpaValueAbove(Resource::kCpu, Millicores(cpu[i - 1])), Millicores(cpu[i]));
    EXPECT_EQ(*NextVpaValueBelow(Resource::kCpu, Millicores(cpu[i])), Millicores(cpu[i - 1]));
  }
}

TEST(VpaValues, EndAtTheLastRung) {
  EXPECT_EQ(*NextVpaValueAbove(Resource::kMemory, Bytes(1'174'275'820'238)), Bytes(1'174'275'820'239));
  EXPECT_FALSE(NextVpaValueAbove(Resource::kMemory, Bytes(1'174'275'820'239)).has_value());
  EXPECT_FALSE(NextVpaValueBelow(Resource::kCpu, Millicores(11)).has_value());
}

TEST(VpaValues, FloorIsSharedByOneToTwentyContainers) {
  for (const int64_t bytes : {262'144'000, 131'072'000, 87'381'333, 87'381'334, 65'536'000, 13'107'200}) {
    EXPECT_TRUE(IsVpaFloor(Resource::kMemory, Bytes(bytes))) << bytes;
  }
  for (const int64_t bytes :
       {262'144'001, 262'143'999, 87'381'335, 12'483'047}) {  // the last value is the share of 21 containers
    EXPECT_FALSE(IsVpaFloor(Resource::kMemory, Bytes(bytes))) << bytes;
  }
  for (const int64_t millicores : {25, 12, 13, 8, 9, 6, 7, 5, 4, 1, 2}) {
    EXPECT_TRUE(IsVpaFloor(Resource::kCpu, Millicores(millicores))) << millicores;
  }
  for (const int64_t millicores : {26, 24, 14, 11, 10, 0}) {
    EXPECT_FALSE(IsVpaFloor(Resource::kCpu, Millicores(millicores))) << millicores;
  }
}

TEST(VpaValues, NothingIsMeasuredBelowTheShareOfTwenty) {
  EXPECT_TRUE(IsBelowVpaFloor(Resource::kMemory, Bytes(13'107'199)));
  EXPECT_FALSE(IsBelowVpaFloor(Resource::kMemory, Bytes(13'107'200)));
  EXPECT_TRUE(IsBelowVpaFloor(Resource::kCpu, Millicores(0)));
  EXPECT_FALSE(IsBelowVpaFloor(Resource::kCpu, Millicores(1)));
}

}  // namespace
}  // namespace cpsizer
