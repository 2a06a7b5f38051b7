#include "server/rpc/drain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace cpsizer::server {
namespace {

// Records the steps of a drain, with the time of a clock that advances only in wait().
class Recorder {
 public:
  DrainSteps steps() {
    DrainSteps steps;
    steps.set_not_serving = [this] { Add("not serving"); };
    steps.wait = [this](absl::Duration duration) { now_ += duration; };
    steps.refuse_new_calls = [this] { Add("refuse"); };
    steps.shut_down = [this](absl::Duration grace) { Add(absl::StrCat("shut down in ", absl::FormatDuration(grace))); };
    return steps;
  }

  const std::vector<std::string>& log() const { return log_; }

 private:
  void Add(absl::string_view what) { log_.push_back(absl::StrCat(absl::FormatDuration(now_), " ", what)); }

  absl::Duration now_;
  std::vector<std::string> log_;
};

TEST(DrainTest, ServesDuringTheDelayAndThenShutsDown) {
  Recorder recorder;
  Drain(recorder.steps(), absl::Seconds(5), absl::Seconds(15));
  EXPECT_THAT(recorder.log(), ::testing::ElementsAre("0 not serving", "5s refuse", "5s shut down in 15s"));
}

TEST(DrainTest, ADelayOfZeroKeepsTheOrder) {
  Recorder recorder;
  Drain(recorder.steps(), absl::ZeroDuration(), absl::ZeroDuration());
  EXPECT_THAT(recorder.log(), ::testing::ElementsAre("0 not serving", "0 refuse", "0 shut down in 0"));
}

TEST(DrainTest, TheWatchdogTimeoutIsLongerThanTheDrain) {
  EXPECT_GT(DrainTimeout(absl::Seconds(5), absl::Seconds(15)), absl::Seconds(20));
}

}  // namespace
}  // namespace cpsizer::server
