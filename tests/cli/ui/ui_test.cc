// Tests the errors of `cpsizer ui` before it serves.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/base/verbs.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/run_command.h"
#include "tests/cli/ui/page_fixture.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kRecordedHistory[] = "deploy/examples/history/recommendations.csv";

// Requires that the arguments are wrong: the command would serve otherwise.
RunResult RunWrongUi(std::vector<std::string> args) {
  args.insert(args.begin(), "ui");
  return RunCommand(args);
}

TEST(UiTest, APriceOfAnotherSizeIsAnErrorAsInDiff) {
  const RunResult result = RunWrongUi({"-f", kFleet, "--price=foo=1"});
  const RunResult diff = RunCommand({"diff", "-f", kFleet, "--with", kProposed, "--price=foo=1"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.exit_code, diff.exit_code);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, StartsWith("error: --price: \"foo\" is not a size of the configurations"));
  EXPECT_THAT(diff.err, StartsWith("error: --price: \"foo\" is not a size of the configurations"));
}

TEST(UiTest, FilesWithoutOneReadableObjectAreAnErrorAsInOtherVerbs) {
  const RunResult result = RunWrongUi({"-f", "/nope"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, RunCommand({"recommend", "-f", "/nope"}).err);
}

TEST(UiTest, StandardInputIsNotOffered) {
  const std::string help = RunCommand({"ui", "--help"}).out;
  EXPECT_THAT(help, Not(HasSubstr("standard input")));
  EXPECT_THAT(RunCommand({"recommend", "--help"}).out, HasSubstr("- for standard input"));
  const ScopedVariable home("HOME", "/none");
  const RunResult nothing = RunWrongUi({});
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_EQ(nothing.err, "error: specify the files to read with -f PATH, or the cluster with --kubeconfig\n");
  EXPECT_EQ(RunWrongUi({"-f", "-"}).exit_code, 2);
}

TEST(UiTest, AHistoryThatCannotBeReadIsAnErrorAtTheStart) {
  const TemporaryFolder folder;
  const std::string malformed = folder.Write("history.csv", "time,namespace,cluster,memory,cpu\nnoon,a,b,1Gi,1\n");
  for (const std::string& path : {std::string("/nope"), malformed}) {
    const RunResult result = RunWrongUi({"-f", kFleet, "--history", path});
    const RunResult replay = RunCommand({"replay", "-f", kFleet, "--history", path});
    EXPECT_EQ(result.exit_code, 2) << path;
    EXPECT_EQ(result.exit_code, replay.exit_code) << path;
    EXPECT_EQ(result.err, replay.err);
    EXPECT_THAT(result.err, StartsWith("error: --history: "));
  }
}

TEST(UiTest, AFlagOfAHistoryWithoutAHistoryIsAnError) {
  for (const std::string flag :
       {"--step=5m", "--step=1ms", "--from=2026-03-01T12:00:00Z", "--to=noon", "--reversal-window=1h", "--series=usage",
        "--transitions=immediate", "--memory-metric=m", "--cpu-metric=c", "--vpa-containers=2",
        "--vpa-memory-aggregation-interval=1h"}) {
    const RunResult result = RunWrongUi({"-f", kFleet, flag});
    EXPECT_EQ(result.exit_code, 2) << flag;
    EXPECT_EQ(result.err, absl::StrCat("error: ", flag.substr(0, flag.find('=')),
                                       " is for a history; give --history or --prometheus-url too, or leave it out\n"));
  }
  EXPECT_THAT(RunWrongUi({"-f", kFleet, "--prometheus-matchers=a=\"b\""}).err, HasSubstr("--prometheus-url"));
  EXPECT_THAT(RunWrongUi({"-f", kFleet, "--history", kRecordedHistory, "--step=1ms"}).err,
              StartsWith("error: --step: 1ms"));
}

TEST(UiTest, FlagsOfTheViewsAreChecked) {
  const struct {
    const char* flag;
    const char* error;
  } kCases[] = {{"--now=noon", "error: --now: "},
                {"--sample-interval=1x", "error: --sample-interval: "},
                {"--query=scaleUp", "error: --query: "},
                {"--limit=-1", "error: --limit: \"-1\" is not a whole number"},
                {"--default-cpu-count=x", "error: --default-cpu-count: \"x\" is not a whole number"}};
  for (const auto& test : kCases) {
    const RunResult result = RunWrongUi({"-f", kFleet, test.flag});
    EXPECT_EQ(result.exit_code, 2) << test.flag;
    EXPECT_THAT(result.err, StartsWith(test.error));
  }
  EXPECT_EQ(RunWrongUi({"--kubeconfig=/none", "--now=2026-03-01T12:00:00Z"}).err,
            "error: --now: is for recorded files; leave it out, or read files with -f\n");
}

// The note exists so that a user notices a misspelt kind.
TEST(UiTest, ObjectsOfTheViewsAreNotSkipped) {
  std::vector<std::string> paths = {kFleet};
  for (const char* name : {"replicas", "machine", "cpu-requests", "cluster-autoscaler"}) {
    paths.push_back(absl::StrCat("deploy/examples/", name));
  }
  TestedPage page(FlagsForFiles(paths));
  EXPECT_THAT(page.printed(), Not(HasSubstr("objects"))) << "only files that are not YAML are skipped";
  const TemporaryFolder folder;
  TestedPage other(FlagsForFiles({folder.Write("a.yaml",
                                               "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscalr\nmetadata: "
                                               "{name: a}\n---\nbaseDomain: example.org\n")}));
  EXPECT_THAT(other.printed(),
              HasSubstr("skipped 1 object that is not used (HorizontalPodAutoscalr of autoscaling/v2 at "));
}

}  // namespace
}  // namespace cpsizer::cli
