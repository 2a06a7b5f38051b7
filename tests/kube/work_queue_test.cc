#include "client/kube/work_queue.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::kube {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Priority = WorkQueue::Priority;

const absl::Time kWorkQueueNow = absl::UnixEpoch();

std::vector<std::string> TakeAll(WorkQueue& queue, absl::Time now = kWorkQueueNow) {
  std::vector<std::string> keys;
  while (const absl::optional<std::string> key = queue.Take(now)) keys.push_back(*key);
  return keys;
}

TEST(WorkQueueTest, ReturnsEachKeyOnceInOrder) {
  WorkQueue queue;
  for (const char* key : {"a", "b", "a", "c", "b"}) queue.Add(key);
  EXPECT_EQ(queue.size(), 3U);
  EXPECT_THAT(TakeAll(queue), ElementsAre("a", "b", "c"));
  EXPECT_EQ(queue.size(), 0U);
}

TEST(WorkQueueTest, AKeyAddedWhileItIsProcessedIsQueuedOnce) {
  WorkQueue queue;
  queue.Add("a");
  EXPECT_THAT(TakeAll(queue), ElementsAre("a"));
  queue.Add("a");
  queue.Add("a");
  EXPECT_THAT(TakeAll(queue), IsEmpty());
  queue.Done("a");
  EXPECT_THAT(TakeAll(queue), ElementsAre("a"));
  queue.Done("a");
  EXPECT_THAT(TakeAll(queue), IsEmpty());
}

TEST(WorkQueueTest, LiveKeysGoBeforeInitialOnes) {
  WorkQueue queue;
  for (const char* key : {"a", "b", "c"}) queue.Add(key, Priority::kInitial);
  queue.Add("x");
  queue.Add("b");
  queue.Add("x", Priority::kInitial);
  EXPECT_EQ(queue.size(), 4U);
  EXPECT_THAT(TakeAll(queue), ElementsAre("x", "b", "a", "c"));
  EXPECT_EQ(queue.size(), 0U);
}

TEST(WorkQueueTest, AKeyRaisedToLiveIsReturnedOnceEvenIfItIsInitialLater) {
  WorkQueue queue;
  queue.Add("a", Priority::kInitial);
  queue.Add("a");
  EXPECT_EQ(queue.Take(kWorkQueueNow), "a");
  queue.Done("a");
  queue.Add("a", Priority::kInitial);
  EXPECT_EQ(queue.size(), 1U);
  EXPECT_THAT(TakeAll(queue), ElementsAre("a"));
  queue.Done("a");
  EXPECT_THAT(TakeAll(queue), IsEmpty());
}

TEST(WorkQueueTest, UsesTheEarliestOfSeveralTimes) {
  WorkQueue queue;
  queue.AddAt("a", kWorkQueueNow + absl::Seconds(5));
  queue.AddAt("a", kWorkQueueNow + absl::Seconds(2));
  queue.AddAt("a", kWorkQueueNow + absl::Seconds(9));
  EXPECT_EQ(queue.NextDue(), kWorkQueueNow + absl::Seconds(2));
  EXPECT_THAT(TakeAll(queue, kWorkQueueNow + absl::Seconds(2) - absl::Nanoseconds(1)), IsEmpty());
  EXPECT_THAT(TakeAll(queue, kWorkQueueNow + absl::Seconds(2)), ElementsAre("a"));
  queue.Done("a");
  EXPECT_THAT(TakeAll(queue, kWorkQueueNow + absl::Hours(1)), IsEmpty());
  EXPECT_EQ(queue.NextDue(), absl::InfiniteFuture());
}

TEST(WorkQueueTest, AddingNowReplacesWaiting) {
  WorkQueue queue;
  queue.AddAt("a", kWorkQueueNow + absl::Seconds(5));
  queue.Add("a");
  EXPECT_EQ(queue.NextDue(), absl::InfinitePast());
  EXPECT_THAT(TakeAll(queue), ElementsAre("a"));
  queue.Done("a");
  EXPECT_THAT(TakeAll(queue, kWorkQueueNow + absl::Hours(1)), IsEmpty());
}

TEST(WorkQueueTest, AKeyThatIsDueWhileItIsProcessedIsQueuedAgain) {
  WorkQueue queue;
  queue.Add("a");
  EXPECT_EQ(queue.Take(kWorkQueueNow), "a");
  queue.AddAt("a", kWorkQueueNow + absl::Seconds(1));
  EXPECT_THAT(TakeAll(queue, kWorkQueueNow + absl::Seconds(2)), IsEmpty());
  queue.Done("a");
  EXPECT_THAT(TakeAll(queue, kWorkQueueNow + absl::Seconds(2)), ElementsAre("a"));
}

TEST(WorkQueueTest, EveryFailureWaitsTwiceAsLongUntilASuccess) {
  WorkQueue queue;
  absl::Time now = kWorkQueueNow;
  const auto fail = [&] {
    queue.Add("a");
    EXPECT_EQ(queue.Take(now), "a");
    queue.Retry("a", now, /*random=*/0);
    queue.Done("a");
    const absl::Duration wait = queue.NextDue() - now;
    now = queue.NextDue();
    return wait;
  };
  for (const int milliseconds : {500, 1'000, 2'000, 4'000}) EXPECT_EQ(fail(), absl::Milliseconds(milliseconds));
  for (int i = 0; i < 100; ++i) fail();
  EXPECT_EQ(fail(), absl::Seconds(8));
  queue.Forget("a");
  EXPECT_EQ(fail(), absl::Milliseconds(500));
}

TEST(WorkQueueTest, ARetryHasJitterAndIsNotEarlierThanRequested) {
  WorkQueue queue;
  queue.Retry("a", kWorkQueueNow, /*random=*/0.5);
  EXPECT_EQ(queue.NextDue(), kWorkQueueNow + absl::Milliseconds(750));
  EXPECT_EQ(queue.Take(queue.NextDue()), "a");
  queue.Retry("a", kWorkQueueNow, /*random=*/0.5, absl::Seconds(50));
  queue.Done("a");
  EXPECT_EQ(queue.NextDue(), kWorkQueueNow + absl::Seconds(50));
}

TEST(WorkQueueTest, ARemovedKeyIsNotQueuedUntilItIsAddedAgain) {
  WorkQueue queue;
  queue.Add("processed");
  EXPECT_EQ(queue.Take(kWorkQueueNow), "processed");
  queue.Add("live");
  queue.Add("initial", WorkQueue::Priority::kInitial);
  queue.AddAt("later", kWorkQueueNow + absl::Seconds(1));
  for (const char* const key : {"processed", "live", "initial", "later", "unknown"}) queue.Remove(key);
  EXPECT_EQ(queue.size(), 0u);
  EXPECT_THAT(TakeAll(queue, kWorkQueueNow + absl::Hours(1)), IsEmpty());
  queue.Add("live");
  EXPECT_THAT(TakeAll(queue), ElementsAre("live"));
  for (const char* const key : {"processed", "live"}) queue.Done(key);
  queue.Add("live");
  queue.Remove("live");
  queue.Add("initial", WorkQueue::Priority::kInitial);
  EXPECT_THAT(TakeAll(queue), ElementsAre("initial"));
}

TEST(WorkQueueTest, DoneOfAnUnknownKeyHasNoEffect) {
  WorkQueue queue;
  queue.Done("a");
  EXPECT_THAT(TakeAll(queue), IsEmpty());
}

}  // namespace
}  // namespace cpsizer::kube
