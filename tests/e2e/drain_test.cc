#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "tests/e2e/calls.h"
#include "tests/e2e/programs.h"

namespace cpsizer::e2e {
namespace {

using ::grpc::health::v1::HealthCheckRequest;
using ::grpc::health::v1::HealthCheckResponse;

constexpr absl::Duration kDrainTimeout = absl::Seconds(60);
constexpr int kCallers = 4;
constexpr int kCallsBefore = 100;

// Calls the server from several threads without pauses. Each thread stops when one of its calls fails.
class Callers {
 public:
  explicit Callers(const std::shared_ptr<grpc::Channel>& channel) : channel_(channel) {
    for (int i = 0; i < kCallers; ++i) threads_.emplace_back([this] { CallUntilFailure(); });
  }

  void WaitForCalls(int count) {
    while (answered_ < count && failed_ == 0) std::this_thread::yield();
  }

  // Waits until a call of each thread has failed.
  std::vector<grpc::Status> Join() {
    for (std::thread& thread : threads_) thread.join();
    return failures_;
  }

 private:
  void CallUntilFailure() {
    grpc::Status status;
    while ((status = Recommend(channel_)).ok()) ++answered_;
    ++failed_;
    const absl::MutexLock lock(&mutex_);
    failures_.push_back(status);
  }

  const std::shared_ptr<grpc::Channel> channel_;
  std::atomic<int> answered_ = 0;
  std::atomic<int> failed_ = 0;
  absl::Mutex mutex_;
  std::vector<grpc::Status> failures_;
  std::vector<std::thread> threads_;
};

// A client that watches the health of the whole server.
class HealthWatch {
 public:
  explicit HealthWatch(const std::shared_ptr<grpc::Channel>& channel)
      : health_(grpc::health::v1::Health::NewStub(channel)), reader_(health_->Watch(&context_, HealthCheckRequest())) {}

  // Waits for the next state and returns it. Returns nothing if there are no more states.
  absl::optional<HealthCheckResponse::ServingStatus> Read() {
    HealthCheckResponse state;
    if (!reader_->Read(&state)) return absl::nullopt;
    return state.status();
  }
  void Cancel() { context_.TryCancel(); }
  grpc::Status Finish() { return reader_->Finish(); }

 private:
  const std::unique_ptr<grpc::health::v1::Health::Stub> health_;
  grpc::ClientContext context_;
  const std::unique_ptr<grpc::ClientReader<HealthCheckResponse>> reader_;
};

TEST(DrainTest, SigtermWhileCallsRunEndsWithExitCodeZero) {
  auto server = StartServer({"--drain-delay=1s", "--shutdown-grace-period=10s"});
  ASSERT_TRUE(server.ok()) << server.status();
  const auto channel = grpc::CreateChannel((*server)->address(), grpc::InsecureChannelCredentials());
  Callers callers(channel);
  callers.WaitForCalls(kCallsBefore);
  HealthWatch watch(channel);
  EXPECT_EQ(watch.Read(), HealthCheckResponse::SERVING);

  (*server)->process().Signal(SIGTERM);
  EXPECT_EQ(watch.Read(), HealthCheckResponse::NOT_SERVING);
  watch.Cancel();
  EXPECT_TRUE(Recommend(channel).ok()) << "not served during the drain delay";
  EXPECT_EQ((*server)->process().Wait(kDrainTimeout), 0) << (*server)->process().standard_error();

  const std::vector<grpc::Status> failures = callers.Join();
  EXPECT_EQ(failures.size(), static_cast<size_t>(kCallers));
  for (const grpc::Status& failure : failures) {
    // Only these two codes are expected; clients of cpsizer retry them.
    EXPECT_TRUE(failure.error_code() == grpc::StatusCode::UNAVAILABLE ||
                failure.error_code() == grpc::StatusCode::CANCELLED)
        << failure.error_code() << ": " << failure.error_message();
  }
}

TEST(DrainTest, AClientThatOnlyWatchesHealthDoesNotHoldTheServer) {
  auto server = StartServer({"--drain-delay=0s", "--shutdown-grace-period=1h"});
  ASSERT_TRUE(server.ok()) << server.status();
  HealthWatch watch(grpc::CreateChannel((*server)->address(), grpc::InsecureChannelCredentials()));
  ASSERT_EQ(watch.Read(), HealthCheckResponse::SERVING);
  (*server)->process().Signal(SIGTERM);
  while (const auto state = watch.Read()) EXPECT_EQ(state, HealthCheckResponse::NOT_SERVING);
  EXPECT_EQ(watch.Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ((*server)->process().Wait(kDrainTimeout), 0) << (*server)->process().standard_error();
}

TEST(DrainTest, ASecondSigtermEndsTheDrainAtOnce) {
  auto server = StartServer({"--drain-delay=1h"});
  ASSERT_TRUE(server.ok()) << server.status();
  HealthWatch watch(grpc::CreateChannel((*server)->address(), grpc::InsecureChannelCredentials()));
  ASSERT_EQ(watch.Read(), HealthCheckResponse::SERVING);
  (*server)->process().Signal(SIGTERM);
  EXPECT_EQ(watch.Read(), HealthCheckResponse::NOT_SERVING);
  (*server)->process().Signal(SIGTERM);
  EXPECT_TRUE((*server)->process().Wait(kDrainTimeout).has_value());
}

}  // namespace
}  // namespace cpsizer::e2e
