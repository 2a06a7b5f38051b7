#include "tests/engine/base/big_number.h"

#include "gtest/gtest.h"

namespace cpsizer::testing {
namespace {

TEST(BigNumber, ComparesProductsBeyondSixtyFourBits) {
  const BigNumber big = BigNumber(UINT64_MAX) * BigNumber(UINT64_MAX);
  EXPECT_FALSE(big < big);
  EXPECT_LT(BigNumber(UINT64_MAX) * BigNumber(UINT64_MAX - 1), big);
  EXPECT_LT(BigNumber(UINT64_MAX), big);
  EXPECT_LT(BigNumber(0), BigNumber(1));
  EXPECT_FALSE(BigNumber(0) * big < BigNumber(0));
}

TEST(BigNumber, AddsWithCarry) {
  EXPECT_LT(BigNumber(UINT64_MAX), BigNumber(UINT64_MAX) + BigNumber(1));
  EXPECT_FALSE(BigNumber(UINT64_MAX) + BigNumber(UINT64_MAX) < BigNumber(UINT64_MAX) * BigNumber(2));
  EXPECT_FALSE(BigNumber(UINT64_MAX) * BigNumber(2) < BigNumber(UINT64_MAX) + BigNumber(UINT64_MAX));
}

TEST(BigRational, ComparesWithoutRounding) {
  EXPECT_LT((BigRational{1, 3}), (BigRational{3333333333333333335ULL, 10000000000000000000ULL}));
  EXPECT_LT((BigRational{3333333333333333333ULL, 10000000000000000000ULL}), (BigRational{1, 3}));
  EXPECT_FALSE((BigRational{2, 6}) < (BigRational{1, 3}));
}

}  // namespace
}  // namespace cpsizer::testing
