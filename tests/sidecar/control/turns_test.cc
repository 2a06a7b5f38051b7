#include "client/sidecar/control/turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr absl::Duration kTurnsPeriod = absl::Seconds(15);

class TurnsTest : public ::testing::Test {
 protected:
  void Add(const std::vector<std::string>& keys) {
    for (const std::string& key : keys) turns_.Add(key, now_);
  }
  // Takes and ends all turns that are due.
  std::vector<std::string> TakeDue() {
    std::vector<std::string> taken;
    while (const absl::optional<std::string> key = turns_.Take(now_)) taken.push_back(*key);
    for (const std::string& key : taken) turns_.End(key, now_);
    return taken;
  }
  // Gives turns one after the other, each of this length.
  std::vector<std::string> Work(int turns, absl::Duration each) {
    std::vector<std::string> taken;
    for (int i = 0; i < turns; ++i) {
      now_ = std::max(now_, turns_.NextDue());
      taken.push_back(turns_.Take(now_).value());
      now_ += each;
      turns_.End(taken.back(), now_);
    }
    return taken;
  }

  Turns turns_{kTurnsPeriod};
  absl::Time now_ = absl::FromUnixSeconds(1'000);
};

TEST_F(TurnsTest, GivesEachObjectOneTurnInAPeriod) {
  Add({"b", "a"});
  EXPECT_THAT(TakeDue(), ElementsAre("b", "a"));
  EXPECT_EQ(turns_.NextDue(), now_ + kTurnsPeriod);
  now_ += kTurnsPeriod - absl::Nanoseconds(1);
  EXPECT_THAT(TakeDue(), IsEmpty());
  now_ += absl::Nanoseconds(1);
  EXPECT_EQ(turns_.Overdue(now_), 2u);
  EXPECT_THAT(TakeDue(), ElementsAre("b", "a"));
  EXPECT_EQ(turns_.Overdue(now_), 0u);
}

TEST_F(TurnsTest, EveryObjectGetsATurnBeforeAnyGetsASecondOne) {
  Add({"a", "b", "c", "d"});
  EXPECT_THAT(Work(8, absl::Seconds(10)), ElementsAre("a", "b", "c", "d", "a", "b", "c", "d"));
}

TEST_F(TurnsTest, ThePeriodStretchesEvenlyAndSaysByHowMuch) {
  Add({"a", "b", "c", "d"});
  Work(4, absl::Seconds(10));
  EXPECT_EQ(turns_.overrun(), absl::Seconds(15)) << "the last one began 30 s after it was added";
  Work(8, absl::Seconds(10));
  EXPECT_EQ(turns_.overrun(), absl::Seconds(15)) << "40 s of work, of which the turn itself takes 10";
  EXPECT_TRUE(turns_.overruns());
}

TEST_F(TurnsTest, WhatFitsIntoThePeriodDoesNotOverrun) {
  Add({"a", "b", "c"});
  Work(30, absl::Seconds(4));
  EXPECT_EQ(turns_.overrun(), absl::ZeroDuration());
  EXPECT_FALSE(turns_.overruns());
}

TEST_F(TurnsTest, OverrunsOnceTurnsWereLateForAPeriodAndUntilTheyWereInTimeForOne) {
  Add({"a", "b", "c", "d"});
  Work(3, absl::Seconds(10));
  EXPECT_FALSE(turns_.overruns());
  Work(6, absl::Seconds(10));
  EXPECT_TRUE(turns_.overruns());
  Work(4, absl::Seconds(1));
  EXPECT_TRUE(turns_.overruns());
  Work(12, absl::Seconds(1));
  EXPECT_FALSE(turns_.overruns());
}

TEST_F(TurnsTest, AnObjectThatCouldNotHaveItsTurnKeepsItsPlace) {
  Add({"a", "b", "c"});
  const std::string first = turns_.Take(now_).value();
  now_ += absl::Seconds(2);
  turns_.Return(first);
  EXPECT_EQ(turns_.NextDue(), now_ - absl::Seconds(2));
  EXPECT_THAT(TakeDue(), ElementsAre("a", "b", "c"));
}

TEST_F(TurnsTest, ATurnWithoutResultIsRepeatedWithGrowingDelay) {
  Add({"a"});
  for (const double seconds : {0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 15.0}) {
    ASSERT_EQ(turns_.Take(now_), "a");
    turns_.EndAndRetry("a", now_);
    EXPECT_EQ(turns_.NextDue(), now_ + absl::Seconds(seconds));
    now_ = turns_.NextDue();
  }
  TakeDue();
  now_ += kTurnsPeriod;
  turns_.Take(now_);
  turns_.EndAndRetry("a", now_);
  EXPECT_EQ(turns_.NextDue(), now_ + absl::Milliseconds(500)) << "after a turn with a result";
}

TEST_F(TurnsTest, AnObjectHasOneTurnAtATimeAlsoWhenItIsRemovedAndAddedAgain) {
  Add({"a"});
  ASSERT_EQ(turns_.Take(now_), "a");
  turns_.Remove("a");
  turns_.Add("a", now_);
  EXPECT_EQ(turns_.Take(now_), absl::nullopt);
  turns_.End("a", now_);
  EXPECT_EQ(turns_.Take(now_), "a") << "the turn before was not that of the new one";
}

TEST_F(TurnsTest, AnObjectThatIsRemovedGetsNoTurn) {
  Add({"a", "b"});
  ASSERT_EQ(turns_.Take(now_), "a");
  turns_.Remove("a");
  turns_.Remove("b");
  turns_.Remove("c");
  turns_.End("a", now_);
  EXPECT_EQ(turns_.NextDue(), absl::InfiniteFuture());
}

TEST_F(TurnsTest, ARestartMakesAllDueInTheirOrderWithoutCountingThePause) {
  Add({"a", "b"});
  TakeDue();
  Add({"c"});
  ASSERT_EQ(turns_.Take(now_), "c");
  now_ += absl::Minutes(10);
  turns_.Restart(now_);
  turns_.End("c", now_);
  EXPECT_THAT(TakeDue(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(turns_.overrun(), absl::ZeroDuration());
}

TEST_F(TurnsTest, AReturnedTurnCountsAsTheRestartedOne) {
  Add({"a"});
  ASSERT_EQ(turns_.Take(now_), "a");
  turns_.Restart(now_);
  turns_.Return("a");
  ASSERT_EQ(turns_.Take(now_), "a");
  turns_.End("a", now_);
  EXPECT_EQ(turns_.Take(now_), absl::nullopt);
}

TEST_F(TurnsTest, ATurnCanBeDelayedByMoreThanAPeriodUntilTheObjectChanges) {
  Add({"a", "b"});
  for (const char* key : {"a", "b"}) {
    ASSERT_EQ(turns_.Take(now_), key);
    turns_.EndAndWait(key, now_, absl::Minutes(1));
  }
  EXPECT_EQ(turns_.NextDue(), now_ + absl::Minutes(1));
  now_ += absl::Seconds(20);
  turns_.Hasten("a", now_);
  turns_.Hasten("c", now_);
  ASSERT_EQ(turns_.Take(now_), "a");
  turns_.Hasten("a", now_);
  turns_.End("a", now_);
  turns_.Hasten("a", now_);
  EXPECT_EQ(turns_.NextDue(), now_ + kTurnsPeriod) << "nothing but a delay is shortened";
  EXPECT_EQ(turns_.overrun(), absl::ZeroDuration());
  now_ += absl::Seconds(40);
  EXPECT_THAT(TakeDue(), ElementsAre("a", "b"));
}

TEST_F(TurnsTest, ADelayIsNeverShorterThanAPeriodAndEndsWithARestart) {
  Add({"a"});
  ASSERT_EQ(turns_.Take(now_), "a");
  turns_.EndAndWait("a", now_, absl::Seconds(1));
  EXPECT_EQ(turns_.NextDue(), now_ + kTurnsPeriod);
  turns_.Restart(now_);
  ASSERT_EQ(turns_.Take(now_), "a");
  turns_.Restart(now_);
  turns_.EndAndWait("a", now_, absl::Minutes(1));
  EXPECT_EQ(turns_.NextDue(), now_) << "the restart asks for another turn";
}

}  // namespace
}  // namespace cpsizer::sidecar
