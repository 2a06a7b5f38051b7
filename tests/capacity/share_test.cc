// Tests the division of a number in proportion to weights.
#include "client/capacity/share.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cpsizer::capacity {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ShareTest, DividesInProportion) {
  EXPECT_THAT(Share(10, {1, 4, 5}, {10, 10, 10}), ElementsAre(1, 4, 5));
}

TEST(ShareTest, ACapGivesTheRestToTheOtherParts) {
  EXPECT_THAT(Share(10, {1, 1, 8}, {10, 10, 4}), ElementsAre(3, 3, 4));
}

TEST(ShareTest, TheLargestRemaindersAreRoundedUp) {
  EXPECT_THAT(Share(2, {5, 1, 4}, {10, 10, 10}), ElementsAre(1, 0, 1));
  EXPECT_THAT(Share(3, {1, 1}, {2, 2}), ElementsAre(2, 1));
}

TEST(ShareTest, AllCapsAreUsedIfNecessary) {
  EXPECT_THAT(Share(6, {100, 1, 0}, {3, 3, 0}), ElementsAre(3, 3, 0));
}

TEST(ShareTest, MoreThanTheCapsCannotBeDivided) {
  EXPECT_THAT(Share(7, {1, 1}, {3, 3}), IsEmpty());
}

TEST(ShareTest, NothingIsDividedIntoZeros) {
  EXPECT_THAT(Share(0, {1, 1}, {3, 3}), ElementsAre(0, 0));
}

}  // namespace
}  // namespace cpsizer::capacity
