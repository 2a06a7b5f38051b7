// Tests how batches and large requests share the server: the limit, the queue, and cancellation. The test supplies the
// batch function.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include "absl/synchronization/notification.h"
#include "tests/rpc/bytes.h"
#include "tests/rpc/running_server.h"
#include "tests/testing/await.h"

namespace cpsizer::server {
namespace {

using ::cpsizer::testing::CallWithBytes;
using ::cpsizer::testing::DetailOf;
using ::cpsizer::testing::PaddedTo;
using ::cpsizer::testing::ReasonOf;
using ::cpsizer::testing::Recommend;
using ::cpsizer::testing::RunningServer;
using ::cpsizer::testing::SetTimeout;
using ::cpsizer::testing::SmallBatch;
using ::cpsizer::testing::SmallReplicas;
using ::cpsizer::testing::SmallReplicasBatch;
using ::cpsizer::testing::TestSetup;

using Cancelled = absl::FunctionRef<bool()>;

grpc::Status Batch(v1::SizingService::Stub& stub) {
  grpc::ClientContext context;
  SetTimeout(context);
  v1::BatchRecommendSizeResponse response;
  return stub.BatchRecommendSize(&context, SmallBatch(), &response);
}

// Sends a batch with this time until its deadline. Repeats the call if the deadline passes: on a slow machine, this can
// happen before the server reads the request, and a call that waits in a queue ends in this way.
grpc::Status BatchWithin(v1::SizingService::Stub& stub, std::chrono::milliseconds time) {
  grpc::Status status;
  do {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + time);
    v1::BatchRecommendSizeResponse response;
    status = stub.BatchRecommendSize(&context, SmallBatch(), &response);
  } while (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED);
  return status;
}

// Sends a replicas request of `bytes` bytes.
grpc::Status Replicas(const RunningServer& server, size_t bytes) {
  return CallWithBytes(server.channel(), "/cpsizer.v1.SizingService/RecommendReplicas",
                       PaddedTo(bytes, SmallReplicas()));
}

grpc::Status ReplicasBatch(RunningServer& server, const v1::BatchRecommendReplicasRequest& request) {
  grpc::ClientContext context;
  SetTimeout(context);
  v1::BatchRecommendReplicasResponse response;
  return server.stub().BatchRecommendReplicas(&context, request, &response);
}

// A batch function that blocks its first call until the test calls Open(). Later calls return immediately.
class Gate {
 public:
  BatchFunction function() {
    return [this](SizeBatch&, const v1::BatchRecommendSizeRequest&, Cancelled, v1::BatchRecommendSizeResponse&) {
      if (calls_++ == 0) {
        entered_.Notify();
        EXPECT_TRUE(cpsizer::testing::Await(open_));
      }
      return absl::OkStatus();
    };
  }

  void WaitForFirst() { ASSERT_TRUE(cpsizer::testing::Await(entered_)); }
  void Open() { open_.Notify(); }
  int calls() const { return calls_; }

 private:
  std::atomic<int> calls_{0};
  absl::Notification entered_;
  absl::Notification open_;
};

ServerSetup GatedSetup(Gate& gate, int max_in_flight) {
  ServerSetup setup = TestSetup();
  setup.options.limits.max_in_flight = max_in_flight;
  setup.batch_function = gate.function();
  setup.batch_threads = 1;
  return setup;
}

TEST(BatchTest, ABatchAboveTheLimitIsRefusedWithARetry) {
  Gate gate;
  RunningServer server(GatedSetup(gate, 2));
  auto running = std::async(std::launch::async, [&] { return Batch(server.stub()); });
  gate.WaitForFirst();
  // The second batch waits in the queue until its deadline. While the second batch waits, a third batch exceeds the
  // limit.
  const grpc::Status refused = BatchWithin(server.stub(), std::chrono::milliseconds(200));
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(refused), "TOO_MANY_CALLS_IN_FLIGHT");
  EXPECT_THAT(refused.error_message(), ::testing::HasSubstr("(2) is reached"));
  const auto retry = DetailOf<google::rpc::RetryInfo>(refused);
  ASSERT_TRUE(retry.has_value());
  EXPECT_GT(retry->retry_delay().seconds(), 0);
  EXPECT_TRUE(Recommend(server.stub()).ok()) << "unary calls are not counted, and not held up";

  gate.Open();
  EXPECT_TRUE(running.get().ok());
}

TEST(BatchTest, ACallThatWouldWaitForMostOfItsDeadlineIsRefused) {
  std::atomic<int> calls{0};
  absl::Notification entered, open;
  ServerSetup setup = TestSetup();
  setup.batch_threads = 1;
  setup.batch_function = [&](SizeBatch&, const v1::BatchRecommendSizeRequest&, Cancelled,
                             v1::BatchRecommendSizeResponse&) {
    if (calls++ == 0) {
      // The server learns from this call how long a batch takes.
      absl::SleepFor(absl::Seconds(2));
    } else if (calls == 2) {
      entered.Notify();
      EXPECT_TRUE(cpsizer::testing::Await(open));
    }
    return absl::OkStatus();
  };
  RunningServer server(setup);
  ASSERT_TRUE(Batch(server.stub()).ok());
  auto running = std::async(std::launch::async, [&] { return Batch(server.stub()); });
  EXPECT_TRUE(cpsizer::testing::Await(entered));
  const grpc::Status refused = BatchWithin(server.stub(), std::chrono::seconds(3));
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(refused), "SERVER_BUSY");
  EXPECT_TRUE(DetailOf<google::rpc::RetryInfo>(refused).has_value());
  open.Notify();
  EXPECT_TRUE(running.get().ok());
  EXPECT_EQ(calls, 2);
}

TEST(BatchTest, ACallerWithOneCallAtATimeIsNeverRefused) {
  Gate gate;
  gate.Open();
  RunningServer server(GatedSetup(gate, 1));
  for (int i = 0; i < 200; ++i) {
    const grpc::Status status = Batch(server.stub());
    ASSERT_TRUE(status.ok()) << i << ": " << status.error_message();
  }
}

TEST(BatchTest, OnlyLargeRequestsForReplicasAreCounted) {
  Gate gate;
  RunningServer server(GatedSetup(gate, 1));
  auto running = std::async(std::launch::async, [&] { return Batch(server.stub()); });
  gate.WaitForFirst();
  const grpc::Status small = Replicas(server, kReplicasThresholds.large - 1);
  EXPECT_TRUE(small.ok()) << small.error_message();
  const grpc::Status large = Replicas(server, kReplicasThresholds.large);
  EXPECT_EQ(large.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(large), "TOO_MANY_CALLS_IN_FLIGHT");
  EXPECT_EQ(ReasonOf(ReplicasBatch(server, SmallReplicasBatch())), "TOO_MANY_CALLS_IN_FLIGHT");

  gate.Open();
  EXPECT_TRUE(running.get().ok());
  // A finished call stops counting toward the limit before its response is sent, so the next call is never refused.
  for (int i = 0; i < 20; ++i) {
    const grpc::Status next = Replicas(server, kReplicasThresholds.large);
    ASSERT_TRUE(next.ok()) << i << ": " << next.error_message();
  }
}

TEST(BatchTest, ACallCancelledWhileItRunsEndsWithCancelled) {
  absl::Notification entered, seen;
  ServerSetup setup = TestSetup();
  setup.options.limits.max_in_flight = 1;
  std::atomic<bool> first{true};
  setup.batch_function = [&](SizeBatch&, const v1::BatchRecommendSizeRequest&, Cancelled cancelled,
                             v1::BatchRecommendSizeResponse&) {
    if (!first.exchange(false)) return absl::OkStatus();
    entered.Notify();
    while (!cancelled()) std::this_thread::yield();
    seen.Notify();
    return absl::CancelledError("as asked");
  };
  RunningServer server(setup);
  grpc::ClientContext context;
  SetTimeout(context);
  v1::BatchRecommendSizeResponse response;
  auto call = std::async(std::launch::async,
                         [&] { return server.stub().BatchRecommendSize(&context, SmallBatch(), &response); });
  ASSERT_TRUE(cpsizer::testing::Await(entered));
  context.TryCancel();
  EXPECT_EQ(call.get().error_code(), grpc::StatusCode::CANCELLED);
  ASSERT_TRUE(cpsizer::testing::Await(seen));
  // The cancelled call counts toward the limit at most until the worker has finished the call.
  grpc::Status next;
  do {
    next = Batch(server.stub());
  } while (next.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_TRUE(next.ok()) << next.error_message();
}

TEST(BatchTest, ACallCancelledInTheQueueIsDropped) {
  Gate gate;
  RunningServer server(GatedSetup(gate, 10));
  auto running = std::async(std::launch::async, [&] { return Batch(server.stub()); });
  gate.WaitForFirst();
  grpc::ClientContext context;
  v1::BatchRecommendSizeResponse response;
  auto queued = std::async(std::launch::async,
                           [&] { return server.stub().BatchRecommendSize(&context, SmallBatch(), &response); });
  // These calls are sent on the same connection after the batch. When the client has their responses, the server has
  // queued the batch, or has processed its cancellation.
  const auto pass_after = [&] {
    for (int i = 0; i < 50; ++i) EXPECT_TRUE(Recommend(server.stub()).ok());
  };
  pass_after();
  context.TryCancel();
  EXPECT_EQ(queued.get().error_code(), grpc::StatusCode::CANCELLED);
  pass_after();
  gate.Open();
  EXPECT_TRUE(running.get().ok());
  EXPECT_TRUE(Batch(server.stub()).ok());
  EXPECT_EQ(gate.calls(), 2) << "the first and the last one only";
}

TEST(BatchTest, CancelsABatchAfterTheTimeout) {
  ServerSetup setup = TestSetup();
  setup.options.limits.max_deadline = absl::Milliseconds(20);
  setup.batch_function = [](SizeBatch&, const v1::BatchRecommendSizeRequest&, Cancelled cancelled,
                            v1::BatchRecommendSizeResponse&) {
    while (!cancelled()) std::this_thread::yield();
    return absl::CancelledError("as asked");
  };
  RunningServer server(setup);
  const grpc::Status status = Batch(server.stub());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(ReasonOf(status), "TOOK_TOO_LONG");
  EXPECT_THAT(status.error_message(), ::testing::HasSubstr("not complete within 20ms"));
}

TEST(BatchTest, ABatchAboutReplicasThatTakesTooLongIsEnded) {
  ServerSetup setup = TestSetup();
  setup.options.limits.max_deadline = absl::Milliseconds(1);
  RunningServer server(setup);
  v1::BatchRecommendReplicasRequest batch;
  for (int i = 0; i < kMaxReplicasBatchItems; ++i) *batch.add_items() = SmallReplicas();
  const grpc::Status status = ReplicasBatch(server, batch);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED) << status.error_message();
  EXPECT_EQ(ReasonOf(status), "TOOK_TOO_LONG");
}

TEST(BatchTest, AnAnswerThatTakesTooMuchMemoryIsEnded) {
  ServerSetup setup = TestSetup();
  setup.batch_function = [](SizeBatch&, const v1::BatchRecommendSizeRequest&, Cancelled cancelled,
                            v1::BatchRecommendSizeResponse& response) {
    while (!cancelled()) {
      for (int i = 0; i < 1'000; ++i) {
        response.add_results()->mutable_response()->mutable_sizes()->Reserve(1'000);
      }
    }
    return absl::CancelledError("as asked");
  };
  RunningServer server(setup);
  const grpc::Status status = Batch(server.stub());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ReasonOf(status), "RESPONSE_TOO_LARGE");
  EXPECT_THAT(status.error_message(), ::testing::HasSubstr("takes more than 256Mi of memory"));
}

TEST(BatchTest, ABatchThatWaitedTooLongIsNotBegun) {
  ServerSetup setup = TestSetup();
  setup.options.limits.max_deadline = absl::ZeroDuration();
  std::atomic<int> calls{0};
  setup.batch_function = [&](SizeBatch&, const v1::BatchRecommendSizeRequest&, Cancelled,
                             v1::BatchRecommendSizeResponse&) {
    ++calls;
    return absl::OkStatus();
  };
  RunningServer server(setup);
  EXPECT_EQ(ReasonOf(Batch(server.stub())), "TOOK_TOO_LONG");
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(ReasonOf(Replicas(server, kReplicasThresholds.large)), "TOOK_TOO_LONG");
  EXPECT_EQ(ReasonOf(Replicas(server, kReplicasThresholds.medium)), "TOOK_TOO_LONG");
  EXPECT_TRUE(Replicas(server, kReplicasThresholds.medium - 1).ok()) << "it does not wait";
}

TEST(BatchTest, ABatchThatRunsIsFinishedWhenTheServerShutsDown) {
  Gate gate;
  RunningServer server(GatedSetup(gate, 1));
  auto running = std::async(std::launch::async, [&] { return Batch(server.stub()); });
  gate.WaitForFirst();
  auto shutdown = std::async(std::launch::async, [&] { server->ShutDown(cpsizer::testing::kTimeout); });
  while (Recommend(server.stub()).ok()) std::this_thread::yield();  // until the shutdown has begun
  gate.Open();
  EXPECT_TRUE(running.get().ok());
  shutdown.get();
  EXPECT_EQ(server->cut_calls(), 0);
}

TEST(BatchTest, WhenTheGracePeriodEndsABatchIsCancelled) {
  absl::Notification entered;
  ServerSetup setup = TestSetup();
  setup.batch_function = [&](SizeBatch&, const v1::BatchRecommendSizeRequest&, Cancelled cancelled,
                             v1::BatchRecommendSizeResponse&) {
    entered.Notify();
    while (!cancelled()) std::this_thread::yield();
    return absl::CancelledError("as asked");
  };
  RunningServer server(setup);
  auto running = std::async(std::launch::async, [&] { return Batch(server.stub()); });
  ASSERT_TRUE(cpsizer::testing::Await(entered));
  EXPECT_EQ(server->cut_calls(), 0);
  server->ShutDown(absl::Milliseconds(10));
  EXPECT_FALSE(running.get().ok());
  EXPECT_EQ(server->cut_calls(), 1);
}

}  // namespace
}  // namespace cpsizer::server
