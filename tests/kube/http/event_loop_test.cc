#include "client/kube/http/event_loop.h"

#include "gtest/gtest.h"

namespace cpsizer::kube {
namespace {

// A caller whose timer ends its work checks this after each RunOnce().
TEST(EventLoopTest, RunOnceReturnsAfterDueTimersWithoutWaitingForTheNext) {
  EventLoop loop(
      {}, [] { return absl::UnixEpoch(); }, [] { return 0.0; });
  bool due = false;
  loop.timers().At(loop.now(), [&due] { due = true; });
  loop.timers().At(loop.now() + absl::Hours(1), [] { FAIL(); });
  loop.RunOnce(absl::InfiniteDuration());
  EXPECT_TRUE(due);
}

TEST(EventLoopTest, RunOnceRunsATaskThatATimerPosts) {
  EventLoop loop(
      {}, [] { return absl::UnixEpoch(); }, [] { return 0.0; });
  bool ran = false;
  loop.timers().At(loop.now(), [&] { loop.Post([&ran] { ran = true; }); });
  loop.RunOnce(absl::InfiniteDuration());
  EXPECT_TRUE(ran);
}

}  // namespace
}  // namespace cpsizer::kube
