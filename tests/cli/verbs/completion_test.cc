#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/cli/run_command.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::cli {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string Script(const std::string& shell) {
  const RunResult result = RunCommand({"completion", shell});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return result.out;
}

// What bash offers for the last of these words.
std::vector<std::string> Complete(const std::vector<std::string>& words) {
  std::string program = absl::StrCat(Script("bash"), "\ncompopt() { :; }\nCOMP_WORDS=(cpsizer");
  for (const std::string& word : words) absl::StrAppend(&program, " '", word, "'");
  absl::StrAppend(&program, ")\nCOMP_CWORD=", words.size(), "\n_cpsizer\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
  const auto finished = testing::RunProcess({"bash", "--norc", "-u", "-c", program});
  if (!finished.ok()) {
    ADD_FAILURE() << finished.status();
    return {};
  }
  EXPECT_EQ(finished->standard_error, "");
  return absl::StrSplit(finished->standard_output, '\n', absl::SkipEmpty());
}

TEST(CompletionTest, BashOffersVerbsFlagsAndValues) {
  EXPECT_THAT(Complete({"rec"}), ElementsAre("recommend"));
  EXPECT_THAT(Complete({""}), Contains("completion"));
  EXPECT_THAT(Complete({"recommend", "--cpu"}), ElementsAre("--cpu", "--cpu-policy"));
  EXPECT_THAT(Complete({"recommend", "-o", ""}), ElementsAre("table", "wide", "json", "yaml", "name"));
  EXPECT_THAT(Complete({"recommend", "--output", "j"}), ElementsAre("json"));
  EXPECT_THAT(Complete({"recommend", "--output", "="}), ElementsAre("table", "wide", "json", "yaml", "name"));
  EXPECT_THAT(Complete({"recommend", "--output", "=", "w"}), ElementsAre("wide"));
  EXPECT_THAT(Complete({"completion", "z"}), ElementsAre("zsh"));
  EXPECT_THAT(Complete({"replicas", "sim"}), ElementsAre("simulate"));
  EXPECT_THAT(Complete({"replicas", "--hist"}), ElementsAre("--history"));
  EXPECT_THAT(Complete({"replicas", "simulate", "--pod"}), ElementsAre("--pod-start"));
  EXPECT_THAT(Complete({"machine", "simulate", "--roll"}), ElementsAre("--rollout"));
  EXPECT_THAT(Complete({"replicas", "simulate", "--zero-replicas-rule", "m"}), ElementsAre("min-replicas"));
  EXPECT_THAT(Complete({"recommend", "--server", ""}), IsEmpty());
  EXPECT_THAT(Complete({"version", "--hyg"}), IsEmpty());
}

TEST(CompletionTest, BashOffersFilesWithSpaces) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("my config.yaml", "");
  EXPECT_THAT(Complete({"validate", "-f", absl::StrCat(folder.path(), "/my")}), ElementsAre(file));
  EXPECT_THAT(Complete({"diff", "--with", absl::StrCat(folder.path(), "/")}), ElementsAre(file));
}

TEST(CompletionTest, ZshAndFishKnowEveryVerbAndFlag) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = Script(shell);
    for (const char* word : {"recommend", "validate", "diff", "explain", "version", "completion", "cpu-policy",
                             "when-fraction-configured", "exit-zero", "timeout"}) {
      EXPECT_THAT(script, HasSubstr(word)) << shell;
    }
  }
}

TEST(CompletionTest, TheShellsAcceptTheirScripts) {
  const TemporaryFolder folder;
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const auto there = testing::RunProcess({"sh", "-c", absl::StrCat("command -v ", shell)});
    ASSERT_TRUE(there.ok()) << there.status();
    // bash is on every machine that builds this; the others are looked at where they are.
    if (there->exit_code != 0 && absl::string_view(shell) != "bash") continue;
    const auto checked = testing::RunProcess({shell, "-n", folder.Write(shell, Script(shell))});
    ASSERT_TRUE(checked.ok()) << checked.status();
    EXPECT_EQ(checked->exit_code, 0) << shell << ": " << checked->standard_error;
  }
}

TEST(CompletionTest, SaysWhichShellsThereAre) {
  EXPECT_EQ(RunCommand({"completion"}).err, "error: say for which shell: bash, zsh or fish\n");
  const RunResult result = RunCommand({"completion", "bsh"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            "error: there is no completion for \"bsh\", only for bash, zsh and fish; did you mean \"bash\"?\n");
}

}  // namespace
}  // namespace cpsizer::cli
