#include "server/rpc/call_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "server/rpc/call_costs.h"
#include "server/rpc/grpc_status.h"

namespace cpsizer::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using ::testing::HasSubstr;

constexpr nanoseconds kNoDeadline = nanoseconds::max();

TEST(CallQueueTest, ACallMayWaitForAShareOfItsTime) {
  CallQueue queue({1, 10, 0.25});
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
  CallQueue queue({4, 10, 0.25});
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(queue.TryEnter(milliseconds(100), milliseconds(400)).ok());
  EXPECT_TRUE(queue.TryEnter(milliseconds(1), milliseconds(400)).ok());
  EXPECT_EQ(server::ReasonOf(queue.TryEnter(milliseconds(1), milliseconds(399))), "SERVER_BUSY");
}

TEST(CallQueueTest, ACallThatWouldEndAfterItsDeadlineIsRefused) {
  CallQueue queue({1, 10, 0.5});
  ASSERT_TRUE(queue.TryEnter(milliseconds(100), kNoDeadline).ok());
  EXPECT_EQ(server::ReasonOf(queue.TryEnter(milliseconds(150), milliseconds(249))), "SERVER_BUSY");
  EXPECT_TRUE(queue.TryEnter(milliseconds(150), milliseconds(250)).ok());
}

TEST(CallQueueTest, TheFirstCallIsAlwaysAccepted) {
  CallQueue queue({1, 10, 0.25});
  EXPECT_TRUE(queue.TryEnter(milliseconds(1'000), milliseconds(1)).ok());
  EXPECT_EQ(server::ReasonOf(queue.TryEnter(milliseconds(1), milliseconds(1))), "SERVER_BUSY");
  queue.Leave(milliseconds(1'000));
  EXPECT_TRUE(queue.TryEnter(milliseconds(1'000), milliseconds(-1)).ok());
}

TEST(CallQueueTest, TheNumberOfCallsIsLimited) {
  CallQueue queue({1, 2, 0.25});
  ASSERT_TRUE(queue.TryEnter(nanoseconds(0), kNoDeadline).ok());
  ASSERT_TRUE(queue.TryEnter(nanoseconds(0), kNoDeadline).ok());
  const absl::Status status = queue.TryEnter(nanoseconds(0), kNoDeadline);
  EXPECT_EQ(server::ReasonOf(status), "TOO_MANY_CALLS_IN_FLIGHT");
  EXPECT_THAT(std::string(status.message()), HasSubstr("(2) is reached"));
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
