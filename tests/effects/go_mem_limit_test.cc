// Tests the bytes of values of GOMEMLIMIT.
#include "client/effects/go_mem_limit.h"

#include <gtest/gtest.h>

namespace cpsizer::effects {
namespace {

TEST(GoMemLimitTest, ReadsTheUnitsOfTheGoRuntime) {
  EXPECT_EQ(GoMemLimitBytes("0"), 0);
  EXPECT_EQ(GoMemLimitBytes("1024"), 1024);
  EXPECT_EQ(GoMemLimitBytes("1024B"), 1024);
  EXPECT_EQ(GoMemLimitBytes("3KiB"), 3072);
  EXPECT_EQ(GoMemLimitBytes("2GiB"), int64_t{2} << 30);
  EXPECT_EQ(GoMemLimitBytes("8388607TiB"), int64_t{8388607} << 40);
}

TEST(GoMemLimitTest, OtherTextsHaveNoBytes) {
  for (const char* text : {"", "off", "B", "iB", "GiB", "2Gi", "2GB", "2PiB", "-1", "+1", " 1", "1.5GiB", "8388608TiB",
                           "9223372036854775808"}) {
    EXPECT_EQ(GoMemLimitBytes(text), absl::nullopt) << text;
  }
}

}  // namespace
}  // namespace cpsizer::effects
