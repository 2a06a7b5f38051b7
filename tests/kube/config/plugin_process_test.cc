#include "client/kube/config/plugin_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/kube/config/files.h"

namespace cpsizer::kube {
namespace {

using ::testing::Contains;
using ::testing::IsSupersetOf;
using ::testing::Not;

constexpr absl::Duration kTiny = absl::Milliseconds(50);

class PluginProcessTest : public ::testing::Test {
 protected:
  PluginProcess Script(absl::string_view script) const {
    PluginProcess process;
    process.program = folder_.WriteProgram("plugin", script);
    process.environment = {{"PATH", "/usr/bin:/bin"}};
    return process;
  }

  TemporaryFolder folder_;
};

TEST_F(PluginProcessTest, KeepsBothOutputsApart) {
  const PluginResult result = RunPlugin(Script("echo out; echo err >&2"));
  EXPECT_TRUE(result.status.ok()) << result.status;
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.error, "err\n");
}

TEST_F(PluginProcessTest, PassesArgumentsAndEnvironmentWithoutAShell) {
  PluginProcess process = Script("printf '%s|%s|%s' \"$1\" \"$2\" \"$A\"; [ -z \"$HOME\" ] || echo more");
  process.arguments = {"$A; exit 9", ""};
  process.environment["A"] = "x `y` $z";
  const PluginResult result = RunPlugin(process);
  EXPECT_TRUE(result.status.ok()) << result.status;
  EXPECT_EQ(result.output, "$A; exit 9||x `y` $z");
}

TEST_F(PluginProcessTest, InheritsNoStandardInputAndNoOtherDescriptors) {
  constexpr int kOurs = 77;
  ASSERT_EQ(dup2(STDERR_FILENO, kOurs), kOurs);
  const PluginResult result = RunPlugin(Script("cat; for fd in /proc/self/fd/*; do echo ${fd##*/}; done"));
  close(kOurs);
  EXPECT_TRUE(result.status.ok()) << result.status;
  const std::vector<std::string> fds = absl::StrSplit(result.output, '\n');
  EXPECT_THAT(fds, IsSupersetOf({"0", "1", "2"}));
  EXPECT_THAT(fds, Not(Contains("77")));
}

TEST_F(PluginProcessTest, ReportsHowItEnded) {
  EXPECT_EQ(RunPlugin(Script("echo s3cret; exit 3")).status, absl::FailedPreconditionError("ended with exit code 3"));
  EXPECT_EQ(RunPlugin(Script("kill -TERM $$")).status, absl::FailedPreconditionError("was ended by signal 15"));
}

TEST_F(PluginProcessTest, ReportsThatItCannotStart) {
  PluginProcess process = Script("");
  process.program = folder_.PathOf("missing");
  EXPECT_EQ(RunPlugin(process).status,
            absl::FailedPreconditionError("could not be started: No such file or directory"));
  process.program = folder_.Write("data", "no program");
  EXPECT_EQ(RunPlugin(process).status, absl::FailedPreconditionError("could not be started: Permission denied"));
}

TEST_F(PluginProcessTest, KillsAPluginThatHangs) {
  folder_.MakePipe("never");
  PluginProcess process = Script(absl::StrCat("echo waiting >&2; exec cat ", folder_.PathOf("never")));
  process.timeout = kTiny;
  const PluginResult result = RunPlugin(process);
  EXPECT_EQ(result.status, absl::DeadlineExceededError("was killed: it was still running after 50ms"));
}

TEST_F(PluginProcessTest, KillsAPluginWhoseChildHangs) {
  folder_.MakePipe("never");
  PluginProcess process = Script(absl::StrCat("cat ", folder_.PathOf("never"), "; echo done"));
  process.timeout = kTiny;
  EXPECT_EQ(RunPlugin(process).status.code(), absl::StatusCode::kDeadlineExceeded);
}

TEST_F(PluginProcessTest, KillsAPluginThatClosesItsOutputsAndHangs) {
  folder_.MakePipe("never");
  PluginProcess process = Script(absl::StrCat("exec >&- 2>&-; read x <", folder_.PathOf("never")));
  process.timeout = kTiny;
  EXPECT_EQ(RunPlugin(process).status.code(), absl::StatusCode::kDeadlineExceeded);
}

TEST_F(PluginProcessTest, DoesNotWaitForOtherProcessesThatHoldTheOutputs) {
  const std::string never = folder_.MakePipe("never");
  // The child opens the pipe for reading and writing, so that it waits for input without end. The last line of this
  // test ends the child.
  const PluginResult result =
      RunPlugin(Script(absl::StrCat("cat <>", never, " & echo $! >", folder_.PathOf("child"), "; echo out")));
  EXPECT_TRUE(result.status.ok()) << result.status;
  EXPECT_EQ(result.output, "out\n");
  EXPECT_TRUE(RunPlugin(Script(absl::StrCat("kill $(cat ", folder_.PathOf("child"), ")"))).status.ok());
}

TEST_F(PluginProcessTest, KillsAPluginThatFloods) {
  const PluginResult result = RunPlugin(Script("exec yes s3cret"));
  EXPECT_EQ(result.status, absl::ResourceExhaustedError("was killed: it printed more than 1048576 bytes"));
  PluginProcess process = Script("printf 12345");
  process.max_output_bytes = 5;
  EXPECT_TRUE(RunPlugin(process).status.ok());
  process.max_output_bytes = 4;
  EXPECT_EQ(RunPlugin(process).status.code(), absl::StatusCode::kResourceExhausted);
}

TEST_F(PluginProcessTest, KeepsTheBeginningOfALongStandardError) {
  const PluginResult result = RunPlugin(Script("yes | head -c 300000 >&2; echo out"));
  EXPECT_TRUE(result.status.ok()) << result.status;
  EXPECT_EQ(result.error.size(), kMaxPluginErrorBytes);
  EXPECT_EQ(result.output, "out\n");
}

TEST_F(PluginProcessTest, FindProgramSearchesTheAbsoluteFoldersOfPath) {
  const std::string first = folder_.WriteProgram("first/plugin", "");
  const std::string second = folder_.WriteProgram("second/plugin", "");
  folder_.Write("data/plugin", "no program");
  std::filesystem::create_directories(folder_.PathOf("folder/plugin"));
  const auto find = [&](absl::string_view command, const std::string& path) {
    const auto program = FindProgram(std::string(command), {{"PATH", path}});
    return program.ok() ? *program : std::string(program.status().message());
  };
  const std::string& root = folder_.path();
  EXPECT_EQ(find("plugin",
                 absl::StrCat(root, "/none:", root, "/data:", root, "/folder::.:", root, "/second:", root, "/first")),
            second);
  EXPECT_EQ(find(first, ""), first);
  EXPECT_EQ(find("plugin", ""), "\"plugin\" is not in PATH");
  EXPECT_EQ(find("plugin", "."), "\"plugin\" is not in PATH");
  EXPECT_EQ(find(root, ""), absl::StrCat("\"", root, "\" is not an executable file"));
}

}  // namespace
}  // namespace cpsizer::kube
