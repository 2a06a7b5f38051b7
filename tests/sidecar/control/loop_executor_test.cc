#include "client/sidecar/control/loop_executor.h"

#include <gtest/gtest.h>

#include <memory>

namespace cpsizer::sidecar {
namespace {

constexpr absl::Duration kLoopExecutorPeriod = absl::Seconds(10);

class LoopExecutorTest : public ::testing::Test {
 protected:
  void Pass(absl::Duration duration) {
    now_ += duration;
    loop_.RunOnce(absl::ZeroDuration());
  }

  absl::Time now_ = absl::FromUnixSeconds(1'000);
  kube::EventLoop loop_{{}, [this] { return now_; }, [] { return 0.0; }};
  const Executor executor_ = ExecutorOf(loop_);
  int runs_ = 0;
};

TEST_F(LoopExecutorTest, RunsAPostedTaskOnceInTheLoop) {
  executor_.post([this] { ++runs_; });
  EXPECT_EQ(runs_, 0);
  Pass(absl::ZeroDuration());
  Pass(kLoopExecutorPeriod);
  EXPECT_EQ(runs_, 1);
}

TEST_F(LoopExecutorTest, RepeatsATaskUntilItsHandleIsDestroyed) {
  std::shared_ptr<void> handle = executor_.every(kLoopExecutorPeriod, [this] { ++runs_; });
  EXPECT_EQ(runs_, 0);
  Pass(kLoopExecutorPeriod - absl::Seconds(1));
  EXPECT_EQ(runs_, 0);
  Pass(absl::Seconds(1));
  EXPECT_EQ(runs_, 1);
  Pass(kLoopExecutorPeriod);
  EXPECT_EQ(runs_, 2);
  handle.reset();
  Pass(kLoopExecutorPeriod);
  EXPECT_EQ(runs_, 2);
  EXPECT_EQ(loop_.timers().NextDue(), absl::InfiniteFuture());
}

}  // namespace
}  // namespace cpsizer::sidecar
