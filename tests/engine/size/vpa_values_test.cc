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

}  // namespace
}  // namespace cpsizer
