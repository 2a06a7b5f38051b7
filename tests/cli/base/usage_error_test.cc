#include "client/cli/base/usage_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "client/cli/base/flags.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::StartsWith;

// Returns the error for a command line. The program has the switches --cap and --cap-idle, and the flags --output and
// --output-folder. In each pair, one name is the start of the other name.
std::string SentenceAbout(std::vector<std::string> words) {
  CLI::App app;
  bool cap = false;
  bool cap_idle = false;
  OutputFormat output = OutputFormat::kTable;
  std::string folder;
  AddSwitch(app, "--cap", cap, "");
  AddSwitch(app, "--cap-idle", cap_idle, "");
  AddOutput(app, output);
  AddText(app, "--output-folder", folder, "PATH", "");
  const std::vector<std::string> args = words;
  std::reverse(words.begin(), words.end());
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    return UsageSentence(error, app, args);
  }
  return "";
}

TEST(UsageErrorTest, NamesTheSwitchThatHasTheValue) {
  EXPECT_EQ(SentenceAbout({"--cap=x"}), "--cap is a switch; its value is true or false");
  EXPECT_EQ(SentenceAbout({"--cap-idle=x"}), "--cap-idle is a switch; its value is true or false");
  const ScopedVariable variable("CPSIZER_CAP", "x");
  const std::string of_variable = "--cap is a switch; its value (from CPSIZER_CAP) is true or false";
  EXPECT_EQ(SentenceAbout({}), of_variable);
  EXPECT_EQ(SentenceAbout({"--cap-idle"}), of_variable);
}

TEST(UsageErrorTest, AFlagWithALongerNameDoesNotHideTheVariable) {
  EXPECT_THAT(SentenceAbout({"--output=x"}), StartsWith("--output: \"x\" is not one of "));
  EXPECT_THAT(SentenceAbout({"-ox"}), StartsWith("--output: \"x\" is not one of "));
  const ScopedVariable variable("CPSIZER_OUTPUT", "x");
  const std::string of_variable = "--output (from CPSIZER_OUTPUT): \"x\" is not one of ";
  EXPECT_THAT(SentenceAbout({}), StartsWith(of_variable));
  EXPECT_THAT(SentenceAbout({"--output-folder=a"}), StartsWith(of_variable));
  EXPECT_THAT(SentenceAbout({"--output-folder", "a"}), StartsWith(of_variable));
}

TEST(UsageErrorTest, CommandNamesTheVariableWithALongerFlag) {
  const ScopedVariable variable("CPSIZER_SERVER", "x");
  const RunResult result = RunCommand({"recommend", "--server-name=a", "-f", kFleet});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, StartsWith("error: --server (from CPSIZER_SERVER): \"x\" "));
}

TEST(UsageErrorTest, AValueThatIsCheckedLaterAlsoNamesItsVariable) {
  const struct {
    const char* variable;
    std::vector<std::string> args;
    const char* start;
  } cases[] = {
      {"CPSIZER_MEMORY", {"recommend", "-f", kFleet}, "error: --memory (from CPSIZER_MEMORY): \"a in (b\" "},
      {"CPSIZER_CPU", {"recommend", "-f", kFleet}, "error: --cpu (from CPSIZER_CPU): \"a in (b\" "},
      {"CPSIZER_SELECTOR", {"recommend", "-f", kFleet}, "error: --selector (from CPSIZER_SELECTOR): "},
      {"CPSIZER_NOW", {"replicas", "-f", kReplicas}, "error: --now (from CPSIZER_NOW): \"a in (b\" "},
      {"CPSIZER_LIMIT", {"cpu-requests", "-f", kFleet}, "error: --limit (from CPSIZER_LIMIT): \"a in (b\" "},
  };
  for (const auto& test : cases) {
    const ScopedVariable variable(test.variable, "a in (b");
    EXPECT_THAT(RunCommand(test.args).err, StartsWith(test.start));
  }
  EXPECT_THAT(RunCommand({"recommend", "-f", kFleet, "--memory=x"}).err, StartsWith("error: --memory: \"x\" "));
}

TEST(UsageErrorTest, AMissingVerbBelowAVerbListsThem) {
  const RunResult result = RunCommand({"autoscaler"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "error: cpsizer autoscaler needs a verb: plan, args or diff. See cpsizer autoscaler --help\n");
}

}  // namespace
}  // namespace cpsizer::cli
