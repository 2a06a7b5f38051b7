#include "server/rpc/call_metrics.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "server/process/worker_pool.h"

namespace cpsizer::server {
namespace {

TEST(CallMetricsTest, ACallIsInFlightUntilItIsFinished) {
  CallMetrics metrics;
  const CountedCall first(metrics, 100);
  const CountedCall second(metrics, 300);
  EXPECT_EQ(metrics.started(), 2);
  EXPECT_EQ(metrics.in_flight(), 2);
  first.Finish(absl::StatusCode::kOk, 50);
  EXPECT_EQ(metrics.in_flight(), 1);
  second.Finish(absl::StatusCode::kUnavailable, 0);
  EXPECT_EQ(metrics.in_flight(), 0);
  EXPECT_EQ(metrics.handled(0), 1);
  EXPECT_EQ(metrics.handled(14), 1);
  EXPECT_EQ(metrics.request_bytes().Collect().sample_sum, 400);
  EXPECT_EQ(metrics.response_bytes().Collect().sample_count, 1u) << "an error has no response";
  EXPECT_EQ(metrics.response_bytes().Collect().sample_sum, 50);
  EXPECT_EQ(metrics.seconds().Collect().sample_count, 2u);
}

TEST(CallMetricsTest, TimesAreSeconds) {
  CallMetrics metrics;
  metrics.Started(0);
  metrics.Finished(absl::StatusCode::kOk, std::chrono::milliseconds(1'500), 0);
  const auto seconds = metrics.seconds().Collect();
  EXPECT_DOUBLE_EQ(seconds.sample_sum, 1.5);
  for (const auto& bucket : seconds.bucket) {
    EXPECT_EQ(bucket.cumulative_count, bucket.upper_bound < 1.5 ? 0u : 1u) << bucket.upper_bound;
  }
}

TEST(CallMetricsTest, AnUnknownCodeIsTheLastOne) {
  CallMetrics metrics;
  metrics.Finished(static_cast<absl::StatusCode>(99), std::chrono::nanoseconds(1), 0);
  EXPECT_EQ(metrics.handled(kStatusCodes - 1), 1);
}

TEST(CallMetricsTest, CodesAreSpelledAsGrpcSpellsThem) {
  EXPECT_EQ(StatusCodeWord(0), "OK");
  EXPECT_EQ(StatusCodeWord(1), "Canceled");
  EXPECT_EQ(StatusCodeWord(8), "ResourceExhausted");
  EXPECT_EQ(StatusCodeWord(12), "Unimplemented");
  EXPECT_EQ(StatusCodeWord(16), "Unauthenticated");
}

TEST(CallMetricsTest, CallsInFlightAreNeverNegative) {
  CallMetrics metrics;
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      while (!stop) CountedCall(metrics, 1).Finish(absl::StatusCode::kOk, 1);
    });
  }
  for (int i = 0; i < 20'000; ++i) ASSERT_GE(metrics.in_flight(), 0);
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(metrics.in_flight(), 0);
}

TEST(CallMetricsTest, ACallMayFinishOnAnotherThread) {
  CallMetrics metrics;
  {
    WorkerPool workers(2, 100);
    for (int i = 0; i < 5'000; ++i) {
      const CountedCall call(metrics, 1);
      const auto finish = [call] { call.Finish(absl::StatusCode::kOk, 1); };
      if (!workers.Submit(finish)) finish();
      ASSERT_GE(metrics.in_flight(), 0);
    }
  }
  EXPECT_EQ(metrics.started(), 5'000);
  EXPECT_EQ(metrics.handled(0), 5'000);
  EXPECT_EQ(metrics.in_flight(), 0);
}

}  // namespace
}  // namespace cpsizer::server
