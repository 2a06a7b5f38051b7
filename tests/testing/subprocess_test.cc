#include "tests/testing/subprocess.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

namespace cpsizer::testing {
namespace {

constexpr absl::Duration kSubprocessTimeout = absl::Seconds(30);

std::vector<std::string> Shell(const std::string& script) {
  return {"sh", "-c", script};
}

TEST(SubprocessTest, KeepsBothOutputsAndTheExitCode) {
  const auto process = RunProcess(Shell("echo one; echo two >&2; exit 3"));
  ASSERT_TRUE(process.ok()) << process.status();
  EXPECT_EQ(process->exit_code, 3);
  EXPECT_EQ(process->standard_output, "one\n");
  EXPECT_EQ(process->standard_error, "two\n");
}

TEST(SubprocessTest, PassesTheInputAndTheEnvironment) {
  SubprocessOptions options;
  options.input = std::string(1 << 20, 'x');
  options.environment = {"SUBPROCESS_TEST=yes", "HOME=/elsewhere"};
  const auto process = RunProcess(Shell("wc -c; echo $SUBPROCESS_TEST $HOME"), options);
  ASSERT_TRUE(process.ok()) << process.status();
  EXPECT_EQ(process->standard_output, "1048576\nyes /elsewhere\n");
}

TEST(SubprocessTest, ReadsMoreBytesThanAPipeBuffers) {
  const auto process = RunProcess(Shell("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2"));
  ASSERT_TRUE(process.ok()) << process.status();
  EXPECT_EQ(process->standard_output.size(), 1'000'000u);
  EXPECT_EQ(process->standard_error.size(), 1'000'000u);
}

TEST(SubprocessTest, DoesNotWaitForAGrandchildThatHoldsThePipes) {
  const auto process = RunProcess(Shell("sleep 600 & echo $!"), {}, kSubprocessTimeout);
  ASSERT_TRUE(process.ok()) << process.status();
  EXPECT_EQ(process->exit_code, 0);
  EXPECT_EQ(kill(std::stoi(process->standard_output), SIGKILL), 0);
}

TEST(SubprocessTest, ReportsAProgramThatCannotBeStarted) {
  const auto process = Subprocess::Start({"/no/such/program"});
  ASSERT_FALSE(process.ok());
  EXPECT_THAT(std::string(process.status().message()), ::testing::HasSubstr("/no/such/program: No such file"));
}

TEST(SubprocessTest, FindsAWholeLineAndDeliversASignal) {
  auto process =
      Subprocess::Start(Shell("trap 'exit 7' TERM; printf 'not '; echo ready; while :; do sleep 0.01; done"));
  ASSERT_TRUE(process.ok()) << process.status();
  const auto line =
      (*process)->WaitForLine([](absl::string_view line) { return line == "not ready"; }, kSubprocessTimeout);
  EXPECT_EQ(line, "not ready");
  EXPECT_EQ((*process)->Wait(absl::ZeroDuration()), absl::nullopt);
  (*process)->Signal(SIGTERM);
  EXPECT_EQ((*process)->Wait(kSubprocessTimeout), 7);
}

TEST(SubprocessTest, ReportsAnEndBySignalAndStopsWaitingForALine) {
  auto process = Subprocess::Start(Shell("kill -9 $$"));
  ASSERT_TRUE(process.ok()) << process.status();
  EXPECT_EQ((*process)->WaitForLine([](absl::string_view) { return true; }, kSubprocessTimeout), absl::nullopt);
  EXPECT_EQ((*process)->Wait(kSubprocessTimeout), 128 + SIGKILL);
}

TEST(SubprocessTest, KillsAProgramAfterItsTimeout) {
  const auto process = RunProcess({"sleep", "600"}, {}, absl::Milliseconds(1));
  EXPECT_TRUE(absl::IsDeadlineExceeded(process.status())) << process.status();
}

}  // namespace
}  // namespace cpsizer::testing
