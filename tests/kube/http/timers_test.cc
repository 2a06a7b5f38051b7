#include "client/kube/http/timers.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::kube {
namespace {

using ::testing::ElementsAre;

const absl::Time kTimersNow = absl::UnixEpoch();

TEST(TimersTest, RunsWhatIsDueInTheOrderOfTimes) {
  Timers timers;
  std::vector<std::string> ran;
  const auto add = [&](int second, const char* name) {
    timers.At(kTimersNow + absl::Seconds(second), [&ran, name] { ran.emplace_back(name); });
  };
  add(3, "c");
  add(1, "a");
  add(1, "b");
  EXPECT_EQ(timers.NextDue(), kTimersNow + absl::Seconds(1));
  timers.RunDue(kTimersNow + absl::Seconds(2));
  EXPECT_THAT(ran, ElementsAre("a", "b"));
  timers.RunDue(kTimersNow + absl::Seconds(3));
  EXPECT_THAT(ran, ElementsAre("a", "b", "c"));
  EXPECT_EQ(timers.NextDue(), absl::InfiniteFuture());
}

TEST(TimersTest, TasksMayAddAndCancelOthers) {
  Timers timers;
  std::vector<std::string> ran;
  Timers::Id second = 0;
  timers.At(kTimersNow, [&] {
    ran.emplace_back("first");
    timers.Cancel(second);
    timers.At(kTimersNow, [&] { ran.emplace_back("added"); });
  });
  second = timers.At(kTimersNow, [&] { ran.emplace_back("second"); });
  timers.RunDue(kTimersNow);
  EXPECT_THAT(ran, ElementsAre("first"));
  timers.RunDue(kTimersNow);
  EXPECT_THAT(ran, ElementsAre("first", "added"));
  timers.Cancel(second);
  timers.Cancel(0);
}

}  // namespace
}  // namespace cpsizer::kube
