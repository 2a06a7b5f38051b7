#include "client/kube/resource_version.h"

#include "gtest/gtest.h"

namespace cpsizer::kube {
namespace {

TEST(IsOlderTest, ComparesOnlyNumbers) {
  EXPECT_TRUE(IsOlder("9", "10"));
  EXPECT_TRUE(IsOlder("10", "11"));
  EXPECT_FALSE(IsOlder("11", "11"));
  EXPECT_FALSE(IsOlder("12", "11"));
  for (const char* odd : {"", "x1", "01", "1x", "-1"}) {
    EXPECT_FALSE(IsOlder(odd, "99")) << odd;
    EXPECT_FALSE(IsOlder("1", odd)) << odd;
  }
}

}  // namespace
}  // namespace cpsizer::kube
