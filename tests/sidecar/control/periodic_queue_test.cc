#include "client/sidecar/control/periodic_queue.h"

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

constexpr absl::Duration kQueuePeriod = absl::Seconds(15);

class PeriodicQueueTest : public ::testing::Test {
 protected:
  void Add(const std::vector<std::string>& keys) {
    for (const std::string& key : keys) queue_.Add(key, now_);
  }
  // Takes all turns that are due, and then ends them.
  std::vector<std::string> TakeDue() {
    std::vector<std::string> taken;
    while (const absl::optional<std::string> key = queue_.Take(now_)) taken.push_back(*key);
    for (const std::string& key : taken) queue_.End(key, now_);
    return taken;
  }
  // Takes and ends `turns` turns one after the other. Each turn lasts `each`.
  std::vector<std::string> Work(int turns, absl::Duration each) {
    std::vector<std::string> taken;
    for (int i = 0; i < turns; ++i) {
      now_ = std::max(now_, queue_.NextDue());
      taken.push_back(queue_.Take(now_).value());
      now_ += each;
      queue_.End(taken.back(), now_);
    }
    return taken;
  }

  PeriodicQueue queue_{kQueuePeriod};
  absl::Time now_ = absl::FromUnixSeconds(1'000);
};

TEST_F(PeriodicQueueTest, GivesEachObjectOneTurnInAPeriod) {
  Add({"b", "a"});
  EXPECT_THAT(TakeDue(), ElementsAre("b", "a"));
  EXPECT_EQ(queue_.NextDue(), now_ + kQueuePeriod);
  now_ += kQueuePeriod - absl::Nanoseconds(1);
  EXPECT_THAT(TakeDue(), IsEmpty());
  now_ += absl::Nanoseconds(1);
  EXPECT_EQ(queue_.Overdue(now_), 2u);
  EXPECT_THAT(TakeDue(), ElementsAre("b", "a"));
  EXPECT_EQ(queue_.Overdue(now_), 0u);
}

TEST_F(PeriodicQueueTest, EveryObjectGetsATurnBeforeAnyGetsASecondOne) {
  Add({"a", "b", "c", "d"});
  EXPECT_THAT(Work(8, absl::Seconds(10)), ElementsAre("a", "b", "c", "d", "a", "b", "c", "d"));
}

TEST_F(PeriodicQueueTest, PeriodGrowsForAllObjectsAndReportsTheOverrun) {
  Add({"a", "b", "c", "d"});
  Work(4, absl::Seconds(10));
  EXPECT_EQ(queue_.overrun(), absl::Seconds(15)) << "the last one began 30 s after it was added";
  Work(8, absl::Seconds(10));
  EXPECT_EQ(queue_.overrun(), absl::Seconds(15)) << "40 s of work, of which the turn itself takes 10";
  EXPECT_TRUE(queue_.overruns());
}

TEST_F(PeriodicQueueTest, WhatFitsIntoThePeriodDoesNotOverrun) {
  Add({"a", "b", "c"});
  Work(30, absl::Seconds(4));
  EXPECT_EQ(queue_.overrun(), absl::ZeroDuration());
  EXPECT_FALSE(queue_.overruns());
}

TEST_F(PeriodicQueueTest, OverrunsOnceTurnsWereLateForAPeriodAndUntilTheyWereInTimeForOne) {
  Add({"a", "b", "c", "d"});
  Work(3, absl::Seconds(10));
  EXPECT_FALSE(queue_.overruns());
  Work(6, absl::Seconds(10));
  EXPECT_TRUE(queue_.overruns());
  Work(4, absl::Seconds(1));
  EXPECT_TRUE(queue_.overruns());
  Work(12, absl::Seconds(1));
  EXPECT_FALSE(queue_.overruns());
}

TEST_F(PeriodicQueueTest, OverrunsAfterExactlyOnePeriodOfLateTurns) {
  Add({"a", "b"});
  now_ += kQueuePeriod + absl::Seconds(5);
  ASSERT_EQ(queue_.Take(now_), "a");
  EXPECT_FALSE(queue_.overruns());
  now_ += kQueuePeriod;
  ASSERT_EQ(queue_.Take(now_), "b");
  EXPECT_TRUE(queue_.overruns());
}

TEST_F(PeriodicQueueTest, TurnsThatAreLateByATenthOfThePeriodAreInTime) {
  Add({"a"});
  TakeDue();
  for (int i = 0; i < 3; ++i) {
    now_ = queue_.NextDue() + kQueuePeriod / 10;
    TakeDue();
    EXPECT_EQ(queue_.overrun(), kQueuePeriod / 10);
  }
  EXPECT_FALSE(queue_.overruns());
}

TEST_F(PeriodicQueueTest, TheOverrunEndsWhenTheLastObjectIsRemoved) {
  Add({"a", "b"});
  now_ += absl::Seconds(40);
  TakeDue();
  queue_.Remove("a");
  EXPECT_EQ(queue_.overrun(), absl::Seconds(25));
  queue_.Remove("b");
  EXPECT_EQ(queue_.overrun(), absl::ZeroDuration());
}

TEST_F(PeriodicQueueTest, AnObjectThatCouldNotHaveItsTurnKeepsItsPlace) {
  Add({"a", "b", "c"});
  const std::string first = queue_.Take(now_).value();
  now_ += absl::Seconds(2);
  queue_.Requeue(first);
  EXPECT_EQ(queue_.NextDue(), now_ - absl::Seconds(2));
  EXPECT_THAT(TakeDue(), ElementsAre("a", "b", "c"));
}

TEST_F(PeriodicQueueTest, AnObjectThatCouldNotHaveItsTurnCanBeRemoved) {
  Add({"a"});
  ASSERT_EQ(queue_.Take(now_), "a");
  queue_.Requeue("a");
  queue_.Remove("a");
  EXPECT_EQ(queue_.NextDue(), absl::InfiniteFuture());
}

TEST_F(PeriodicQueueTest, ATurnWithoutResultIsRepeatedWithGrowingDelay) {
  Add({"a"});
  for (const double seconds : {0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 15.0}) {
    ASSERT_EQ(queue_.Take(now_), "a");
    queue_.EndAndRetry("a", now_);
    EXPECT_EQ(queue_.NextDue(), now_ + absl::Seconds(seconds));
    now_ = queue_.NextDue();
  }
  TakeDue();
  now_ += kQueuePeriod;
  queue_.Take(now_);
  queue_.EndAndRetry("a", now_);
  EXPECT_EQ(queue_.NextDue(), now_ + absl::Milliseconds(500)) << "after a turn with a result";
}

TEST_F(PeriodicQueueTest, ATurnWithoutResultAfterADelayedTurnIsRepeatedSoon) {
  Add({"a"});
  ASSERT_EQ(queue_.Take(now_), "a");
  queue_.EndAndRetry("a", now_);
  now_ = queue_.NextDue();
  ASSERT_EQ(queue_.Take(now_), "a");
  queue_.EndAndWait("a", now_, absl::Minutes(1));
  now_ = queue_.NextDue();
  ASSERT_EQ(queue_.Take(now_), "a");
  queue_.EndAndRetry("a", now_);
  EXPECT_EQ(queue_.NextDue(), now_ + absl::Milliseconds(500));
}

TEST_F(PeriodicQueueTest, AnObjectHasOneTurnAtATimeAlsoWhenItIsRemovedAndAddedAgain) {
  Add({"a"});
  ASSERT_EQ(queue_.Take(now_), "a");
  queue_.Remove("a");
  queue_.Add("a", now_);
  EXPECT_EQ(queue_.Take(now_), absl::nullopt);
  queue_.End("a", now_);
  EXPECT_EQ(queue_.Take(now_), "a") << "the turn before was not that of the new one";
}

TEST_F(PeriodicQueueTest, AnObjectThatIsRemovedGetsNoTurn) {
  Add({"a", "b"});
  ASSERT_EQ(queue_.Take(now_), "a");
  queue_.Remove("a");
  queue_.Remove("b");
  queue_.Remove("c");
  queue_.End("a", now_);
  EXPECT_EQ(queue_.NextDue(), absl::InfiniteFuture());
}

TEST_F(PeriodicQueueTest, ARestartMakesAllDueInTheirOrderWithoutCountingThePause) {
  Add({"a", "b"});
  TakeDue();
  Add({"c"});
  ASSERT_EQ(queue_.Take(now_), "c");
  now_ += absl::Minutes(10);
  queue_.Restart(now_);
  queue_.End("c", now_);
  EXPECT_THAT(TakeDue(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(queue_.overrun(), absl::ZeroDuration());
}

TEST_F(PeriodicQueueTest, AReturnedTurnCountsAsTheRestartedOne) {
  Add({"a"});
  ASSERT_EQ(queue_.Take(now_), "a");
  queue_.Restart(now_);
  queue_.Requeue("a");
  ASSERT_EQ(queue_.Take(now_), "a");
  queue_.End("a", now_);
  EXPECT_EQ(queue_.Take(now_), absl::nullopt);
}

TEST_F(PeriodicQueueTest, ATurnCanBeDelayedByMoreThanAPeriodUntilTheObjectChanges) {
  Add({"a", "b"});
  for (const char* key : {"a", "b"}) {
    ASSERT_EQ(queue_.Take(now_), key);
    queue_.EndAndWait(key, now_, absl::Minutes(1));
  }
  EXPECT_EQ(queue_.NextDue(), now_ + absl::Minutes(1));
  now_ += absl::Seconds(20);
  queue_.Hasten("a", now_);
  queue_.Hasten("c", now_);
  ASSERT_EQ(queue_.Take(now_), "a");
  queue_.Hasten("a", now_);
  queue_.End("a", now_);
  queue_.Hasten("a", now_);
  EXPECT_EQ(queue_.NextDue(), now_ + kQueuePeriod) << "nothing but a delay is shortened";
  EXPECT_EQ(queue_.overrun(), absl::ZeroDuration());
  now_ += absl::Seconds(40);
  EXPECT_THAT(TakeDue(), ElementsAre("a", "b"));
}

TEST_F(PeriodicQueueTest, AnAdvancedObjectIsDueNowAndNotLate) {
  Add({"a", "b"});
  EXPECT_THAT(TakeDue(), ElementsAre("a", "b"));
  now_ += absl::Seconds(1);
  queue_.Advance("b", now_);
  EXPECT_THAT(TakeDue(), ElementsAre("b"));
  EXPECT_EQ(queue_.overrun(), absl::ZeroDuration());
  ASSERT_EQ(queue_.NextDue(), now_ + kQueuePeriod - absl::Seconds(1));
  now_ += kQueuePeriod - absl::Seconds(1);
  ASSERT_EQ(queue_.Take(now_), "a");
  queue_.Advance("a", now_);
  EXPECT_EQ(queue_.Take(now_), absl::nullopt) << "the turn is in progress";
  queue_.End("a", now_);
  ASSERT_EQ(queue_.Take(now_), "a") << "another turn";
  queue_.End("a", now_);
  queue_.Advance("gone", now_);
  EXPECT_EQ(queue_.NextDue(), now_ + absl::Seconds(1));
}

TEST_F(PeriodicQueueTest, ADelayIsNeverShorterThanAPeriodAndEndsWithARestart) {
  Add({"a"});
  ASSERT_EQ(queue_.Take(now_), "a");
  queue_.EndAndWait("a", now_, absl::Seconds(1));
  EXPECT_EQ(queue_.NextDue(), now_ + kQueuePeriod);
  queue_.Restart(now_);
  ASSERT_EQ(queue_.Take(now_), "a");
  queue_.Restart(now_);
  queue_.EndAndWait("a", now_, absl::Minutes(1));
  EXPECT_EQ(queue_.NextDue(), now_) << "the restart asks for another turn";
}

}  // namespace
}  // namespace cpsizer::sidecar
