// Sends four times as many batches as the server accepts. Tests refusals, memory, and recovery.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "tests/bench/machine.h"
#include "tests/bench/requests.h"
#include "tests/e2e/admin_port.h"
#include "tests/e2e/load/batch_callers.h"
#include "tests/e2e/programs.h"

namespace cpsizer::e2e {
namespace {

using ::testing::IsEmpty;

constexpr absl::Duration kOverloadTimeout = absl::Seconds(60);
constexpr int kAdmitted = 8;
constexpr int kTimes = 4;
constexpr absl::Duration kPause = absl::Milliseconds(5);
constexpr int kItems = 1'000;
constexpr int kAnswers = 50;
constexpr int64_t kMemoryQuota = int64_t{512} << 20;
// The number of responses in a measured run, and the number of runs. Other processes on the machine may disturb some
// runs.
constexpr int kMeasuredAnswers = 2'000;
constexpr int kTries = 5;

// Returns a batch with few bytes whose processing needs a millisecond or more. The batch must be small, because the
// server receives a batch before it refuses the batch.
v1::BatchRecommendSizeRequest Batch() {
  v1::BatchRecommendSizeRequest batch;
  batch.mutable_options()->set_detail(v1::DETAIL_FULL);
  *batch.mutable_cluster_sizing_configuration() = bench::MakeConfiguration(bench::kUsualSizes);
  for (int i = 0; i < kItems; ++i) batch.add_items()->mutable_demand()->set_memory("20Gi");
  return batch;
}

// Returns the duration in a form that is easy to read.
absl::Duration Rounded(absl::Duration duration) {
  return absl::Trunc(duration, absl::Microseconds(10));
}

class OverloadTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto server =
        StartServer({"--drain-delay=0s", "--admin-addr=127.0.0.1:0", absl::StrCat("--max-in-flight=", kAdmitted)});
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    admin_.emplace(*server_);
    Put(1, 1);
    idle_ = bench::ResidentMemoryOf(server_->process().pid()).now;
  }

  BatchFigures Put(int callers, int answers) const {
    return PutBatchLoad(server_->address(), batch_, {callers, kPause, answers});
  }

  // Returns the number of batches that ended with this code.
  int64_t Handled(const std::string& code) const {
    return admin_
        ->Metric(absl::StrCat("grpc_server_handled_total{grpc_type=\"unary\",grpc_service=\"cpsizer.v1.SizingService\","
                              "grpc_method=\"BatchRecommendSize\",grpc_code=\"",
                              code, "\"}"))
        .value_or(-1);
  }
  int64_t InFlight() const { return admin_->Metric("cpsizer_batches_in_flight").value_or(-1); }

  void ExpectMemoryIsBounded() const {
    EXPECT_LT(bench::ResidentMemoryOf(server_->process().pid()).peak, 2 * idle_ + kMemoryQuota);
  }

  const v1::BatchRecommendSizeRequest batch_ = Batch();
  std::unique_ptr<testing::ServerProcess> server_;
  absl::optional<AdminPort> admin_;
  int64_t idle_ = 0;  // resident memory of the idle server, in bytes
};

TEST_F(OverloadTest, ExcessBatchesAreRefusedAndTheRestIsAnswered) {
  std::atomic<bool> done = false;
  int64_t most = 0;
  std::thread watcher([&] {
    while (!done) most = std::max(most, InFlight());
  });
  const BatchFigures figures = Put(kTimes * kAdmitted, kAnswers);
  done = true;
  watcher.join();
  EXPECT_THAT(figures.failures, IsEmpty());
  EXPECT_GE(figures.answered.size(), size_t{kAnswers});
  EXPECT_GT(figures.refused.size(), 0u);
  EXPECT_EQ(figures.without_retry_info, 0);
  EXPECT_GT(most, 0);
  EXPECT_LE(most, kAdmitted);
  EXPECT_EQ(admin_->Metric("cpsizer_max_batches_in_flight"), kAdmitted);
  EXPECT_EQ(Handled("ResourceExhausted"), static_cast<int64_t>(figures.refused.size()));
  EXPECT_EQ(Handled("OK"), static_cast<int64_t>(figures.answered.size()) + 1);
  ExpectMemoryIsBounded();

  EXPECT_EQ(InFlight(), 0);
  const BatchFigures after = Put(kAdmitted, kAnswers);
  EXPECT_THAT(after.failures, IsEmpty());
  EXPECT_THAT(after.refused, IsEmpty());
  server_->process().Signal(SIGTERM);
  EXPECT_EQ(server_->process().Wait(kOverloadTimeout), 0) << server_->process().standard_error();
}

// The durations are meaningful only on an idle machine and with a release build.
TEST_F(OverloadTest, AdmittedBatchesAreNearlyAsFastAsAloneAndRefusalsFaster) {
  if (getenv("CPSIZER_MEASURE") == nullptr) GTEST_SKIP() << "`./dev soak overload` measures it";
  bool good = false;
  for (int i = 0; i < kTries && !good; ++i) {
    const absl::Duration single = Percentile(Put(1, kAnswers).answered, 0.5);
    const BatchFigures alone = Put(kAdmitted, kMeasuredAnswers);
    const BatchFigures crowd = Put(kTimes * kAdmitted, kMeasuredAnswers);
    const absl::Time end = absl::Now();
    while (Percentile(Put(1, 1).answered, 0.5) > 2 * single && absl::Now() < end + kOverloadTimeout) {
    }
    const absl::Duration recovery = absl::Now() - end;
    const absl::Duration p99_alone = Percentile(alone.answered, 0.99);
    const absl::Duration p99 = Percentile(crowd.answered, 0.99);
    const absl::Duration refusal = Percentile(crowd.refused, 0.5);
    EXPECT_THAT(alone.refused, IsEmpty());
    std::cout << "a batch alone " << Rounded(single) << "; p99 of " << kAdmitted << " callers " << Rounded(p99_alone)
              << ", of " << kTimes * kAdmitted << " " << Rounded(p99) << " (" << std::setprecision(3)
              << absl::FDivDuration(p99, p99_alone) << " times); " << crowd.refused.size() << " refusals, p50 "
              << Rounded(refusal) << ", p99 " << Rounded(Percentile(crowd.refused, 0.99)) << "; itself again after "
              << Rounded(recovery) << "; memory " << (idle_ >> 20) << " MiB idle, "
              << (bench::ResidentMemoryOf(server_->process().pid()).peak >> 20) << " MiB at most" << std::endl;
    good = p99 <= 2 * p99_alone && refusal < absl::Milliseconds(10) && recovery < absl::Seconds(1);
  }
  EXPECT_TRUE(good) << "not one try within p99 of twice the one alone, refusals of 10 ms, a second to recover";
  ExpectMemoryIsBounded();
}

}  // namespace
}  // namespace cpsizer::e2e
