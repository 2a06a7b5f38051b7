#include "client/sidecar/control/contention_tracker.h"

#include "gtest/gtest.h"

namespace cpsizer::sidecar {
namespace {

constexpr ContentionRule kThreeRounds = {3, absl::Minutes(10), absl::Minutes(30)};
constexpr ContentionRule kOneRound = {1, absl::ZeroDuration(), absl::Minutes(10)};

class ContentionTrackerTest : public ::testing::Test {
 protected:
  bool Change(absl::Duration later, const std::string& key = "a", absl::string_view what = "size") {
    now_ += later;
    return three_.Changed(key, what, now_);
  }

  ContentionTracker three_{kThreeRounds};
  ContentionTracker one_{kOneRound};
  absl::Time now_ = absl::UnixEpoch();
};

TEST_F(ContentionTrackerTest, BeginsWithTheLastOfTheRoundsInTheWindow) {
  EXPECT_FALSE(Change(absl::ZeroDuration()));
  EXPECT_FALSE(Change(absl::Minutes(5)));
  EXPECT_EQ(three_.Count(now_), 0u);
  EXPECT_TRUE(Change(absl::Minutes(5)));
  EXPECT_EQ(three_.Count(now_), 1u);
  EXPECT_EQ(three_.Until("a", "size"), now_ + absl::Minutes(30));
  EXPECT_EQ(three_.Count(now_ + absl::Minutes(30)), 0u);
}

TEST_F(ContentionTrackerTest, RoundsOutsideTheWindowDoNotCount) {
  EXPECT_FALSE(Change(absl::ZeroDuration()));
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(Change(absl::Minutes(6)));
}

TEST_F(ContentionTrackerTest, CountsEachFieldOfEachObjectSeparately) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(Change(absl::ZeroDuration(), "a", "size"));
    EXPECT_FALSE(Change(absl::ZeroDuration(), "a", "vpa"));
    EXPECT_FALSE(Change(absl::ZeroDuration(), "b", "size"));
  }
  EXPECT_TRUE(Change(absl::ZeroDuration(), "a", "size"));
  EXPECT_TRUE(Change(absl::ZeroDuration(), "a", "vpa"));
  EXPECT_EQ(three_.Count(now_), 1u) << "one object";
  EXPECT_EQ(three_.Until("b", "size"), absl::InfinitePast());
}

TEST_F(ContentionTrackerTest, AChangeDuringContentionProlongsItWithoutAReport) {
  EXPECT_TRUE(one_.Changed("a", "status", now_));
  now_ += absl::Minutes(9);
  EXPECT_FALSE(one_.Changed("a", "status", now_));
  now_ += absl::Minutes(9);
  EXPECT_FALSE(one_.Ended("a", "status", now_));
  EXPECT_EQ(one_.Count(now_), 1u);
  now_ += absl::Minutes(1);
  EXPECT_TRUE(one_.Ended("a", "status", now_));
  EXPECT_FALSE(one_.Ended("a", "status", now_)) << "once";
  EXPECT_TRUE(one_.Changed("a", "status", now_)) << "another one";
}

TEST_F(ContentionTrackerTest, AChangeAtTheEndOfContentionBeginsAnotherOne) {
  EXPECT_TRUE(one_.Changed("a", "status", now_));
  now_ += absl::Minutes(10);
  EXPECT_TRUE(one_.Changed("a", "status", now_));
}

TEST_F(ContentionTrackerTest, DeleteRemovesTheObject) {
  EXPECT_TRUE(one_.Changed("a", "status", now_));
  one_.Delete("a");
  EXPECT_EQ(one_.Count(now_), 0u);
  EXPECT_FALSE(one_.Ended("a", "status", now_ + absl::Hours(1)));
}

}  // namespace
}  // namespace cpsizer::sidecar
