#include "server/rpc/call_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/synchronization/notification.h"
#include "server/rpc/call_costs.h"
#include "server/rpc/grpc_status.h"
#include "tests/testing/await.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::Await;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr nanoseconds kNoDeadline = nanoseconds::max();

// A queue with as many worker threads as calls may run at the same time.
class QueueWithWorkers : public CallQueue {
 public:
  explicit QueueWithWorkers(const Options& options)
      : CallQueue(options, workers_), workers_(options.threads, static_cast<size_t>(options.threads)) {}

 private:
  WorkerPool workers_;
};

// Two queues that share two worker threads.
struct TwoQueues {
  CallQueue batches{{"batches", 1, 10, 0.5}, workers};
  CallQueue others{{"others", 2, 10, 0.5}, workers};
  WorkerPool workers{2, 3};
};

TEST(CallQueueTest, ACallMayWaitForAShareOfItsTime) {
  QueueWithWorkers queue({"calls", 1, 10, 0.25});
  ASSERT_TRUE(queue.TryEnter(milliseconds(100), milliseconds(500)).ok());
  EXPECT_TRUE(queue.TryEnter(milliseconds(10), milliseconds(400)).ok());
  const absl::Status busy = queue.TryEnter(milliseconds(10), milliseconds(400));
  EXPECT_EQ(busy.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(server::ReasonOf(busy), "SERVER_BUSY");
  EXPECT_THAT(
      std::string(busy.message()),
      HasSubstr("would wait for about 110ms, more than 100ms, the limit for a call whose deadline is in 400ms"));
  EXPECT_EQ(queue.calls().count(), 2);
  queue.Leave(milliseconds(10));
  EXPECT_TRUE(queue.TryEnter(milliseconds(10), milliseconds(400)).ok());
  EXPECT_TRUE(queue.TryEnter(milliseconds(10), kNoDeadline).ok());
}

TEST(CallQueueTest, SeveralThreadsShareTheWork) {
  QueueWithWorkers queue({"calls", 4, 10, 0.25});
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(queue.TryEnter(milliseconds(100), milliseconds(400)).ok());
  EXPECT_TRUE(queue.TryEnter(milliseconds(1), milliseconds(400)).ok());
  EXPECT_EQ(server::ReasonOf(queue.TryEnter(milliseconds(1), milliseconds(399))), "SERVER_BUSY");
}

TEST(CallQueueTest, ACallThatWouldEndAfterItsDeadlineIsRefused) {
  QueueWithWorkers queue({"calls", 1, 10, 0.5});
  ASSERT_TRUE(queue.TryEnter(milliseconds(100), kNoDeadline).ok());
  EXPECT_EQ(server::ReasonOf(queue.TryEnter(milliseconds(150), milliseconds(249))), "SERVER_BUSY");
  EXPECT_TRUE(queue.TryEnter(milliseconds(150), milliseconds(250)).ok());
}

TEST(CallQueueTest, TheFirstCallIsAlwaysAccepted) {
  QueueWithWorkers queue({"calls", 1, 10, 0.25});
  EXPECT_TRUE(queue.TryEnter(milliseconds(1'000), milliseconds(1)).ok());
  EXPECT_EQ(server::ReasonOf(queue.TryEnter(milliseconds(1), milliseconds(1))), "SERVER_BUSY");
  queue.Leave(milliseconds(1'000));
  EXPECT_TRUE(queue.TryEnter(milliseconds(1'000), milliseconds(-1)).ok());
}

TEST(CallQueueTest, AShortWaitIsNotRoundedToNothing) {
  QueueWithWorkers queue({"calls", 1, 10, 0.25});
  ASSERT_TRUE(queue.TryEnter(microseconds(30), kNoDeadline).ok());
  EXPECT_THAT(std::string(queue.TryEnter(microseconds(30), microseconds(40)).message()),
              HasSubstr("would wait for about 30us, more than 10us, the limit for a call whose deadline is in 40us;"));
  EXPECT_THAT(std::string(queue.TryEnter(microseconds(30), microseconds(20)).message()),
              HasSubstr("would wait for about 30us and take about 30us, but its deadline is in 20us;"));
}

TEST(CallQueueTest, AQueueLeavesThreadsToTheOtherQueues) {
  absl::Notification started, open, other_ran;
  std::vector<int> order;
  {
    TwoQueues queues;
    queues.batches.Run([&] {
      started.Notify();
      EXPECT_TRUE(Await(open));
      order.push_back(1);
    });
    ASSERT_TRUE(Await(started));
    queues.batches.Run([&] { order.push_back(2); });
    queues.batches.Run([&] { order.push_back(3); });
    queues.others.Run([&] { other_ran.Notify(); });
    EXPECT_TRUE(Await(other_ran)) << "batches use only one thread, even if two more batches wait";
    open.Notify();
  }
  EXPECT_THAT(order, ElementsAre(1, 2, 3));
}

TEST(CallQueueTest, TheNumberOfCallsIsLimited) {
  QueueWithWorkers queue({"calls", 1, 2, 0.25});
  ASSERT_TRUE(queue.TryEnter(nanoseconds(0), kNoDeadline).ok());
  ASSERT_TRUE(queue.TryEnter(nanoseconds(0), kNoDeadline).ok());
  const absl::Status status = queue.TryEnter(nanoseconds(0), kNoDeadline);
  EXPECT_EQ(server::ReasonOf(status), "TOO_MANY_CALLS_IN_FLIGHT");
  EXPECT_THAT(std::string(status.message()), HasSubstr("the limit of calls in flight (2) is reached"));
  queue.Leave(nanoseconds(0));
  EXPECT_TRUE(queue.TryEnter(nanoseconds(0), kNoDeadline).ok());
}

TEST(CallCostsTest, FollowsTheDurationOfRecentCalls) {
  CallCosts costs;
  EXPECT_EQ(costs.Expected(Method::kRecommendReplicas, 1'000), nanoseconds(0));
  costs.Add(Method::kRecommendReplicas, 999, nanoseconds(10'000));
  EXPECT_EQ(costs.Expected(Method::kRecommendReplicas, 999), nanoseconds(10'000));
  EXPECT_EQ(costs.Expected(Method::kRecommendReplicas, 99), nanoseconds(1'000));
  EXPECT_EQ(costs.Expected(Method::kRecommendSize, 999), nanoseconds(0));
  for (int i = 0; i < 200; ++i) costs.Add(Method::kRecommendReplicas, 999, nanoseconds(50'000));
  EXPECT_NEAR(static_cast<double>(costs.Expected(Method::kRecommendReplicas, 999).count()), 50'000, 10);
}

}  // namespace
}  // namespace cpsizer::server
