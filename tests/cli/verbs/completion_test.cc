#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/cli/run_command.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string Script(const std::string& shell) {
  const RunResult result = RunCommand({"completion", shell});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return result.out;
}

// Returns the completions that bash offers for the last one of `words`.
std::vector<std::string> Complete(const std::vector<std::string>& words, const std::string& before = "") {
  std::string program = absl::StrCat(Script("bash"), "\ncompopt() { :; }\n", before, "\nCOMP_WORDS=(cpsizer");
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

// This program prints its arguments as one word. It then prints two contexts with characters at which bash splits
// words.
constexpr char kProgram[] = "cpsizer() { local IFS=,; printf '%s\\n' \"$*\" a@b:1 a@c; }";

TEST(CompletionTest, BashGetsContextsClustersAndWordsFromTheProgram) {
  EXPECT_THAT(Complete({"recommend", "--kubeconfig", "k", "--context", ""}, kProgram),
              ElementsAre("__complete,contexts,recommend,--kubeconfig,k,--context", "a@b:1", "a@c"));
  EXPECT_THAT(Complete({"recommend", "--context", "=", ""}, kProgram),
              Contains("__complete,contexts,recommend,--context,="));
  EXPECT_THAT(Complete({"validate", "--context", "a@b"}, kProgram), ElementsAre("a@b:1"));
  EXPECT_THAT(Complete({"recommend", "-f", "x", ""}, kProgram),
              AllOf(Contains("__complete,clusters,recommend,-f,x"), Contains("--cpu")));
  EXPECT_THAT(Complete({"recommend", "--cpu"}, kProgram), ElementsAre("--cpu", "--cpu-policy"));
  EXPECT_THAT(Complete({"explain", "__"}, kProgram), ElementsAre("__complete,words,explain"));
  EXPECT_THAT(Complete({"help", "rec"}, kProgram), ElementsAre("recommend"));
}

TEST(CompletionTest, BashCompletesAWordThatItSplits) {
  const std::string line = "COMP_LINE='cpsizer recommend --context a@b:'; COMP_POINT=${#COMP_LINE}\n";
  EXPECT_THAT(Complete({"recommend", "--context", "a", "@", "b", ":"}, line + kProgram), ElementsAre(":1"));
  const std::string joined = "COMP_LINE='cpsizer recommend --context=a@'; COMP_POINT=${#COMP_LINE}\n";
  EXPECT_THAT(Complete({"recommend", "--context", "=", "a", "@"}, joined + kProgram), ElementsAre("@b:1", "@c"));
}

std::string ListOf(std::vector<std::string> words) {
  words.insert(words.begin(), "__complete");
  const RunResult result = RunCommand(words);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "") << "it is silent";
  return result.out;
}

TEST(CompletionTest, ListsTheContextsOfAKubeconfig) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("config",
                                        "contexts: [{name: b/c:6443/d@e, context: {}}, {name: a, context: {}}, "
                                        "{name: \"$(evil)\", context: {}}]\n");
  EXPECT_EQ(ListOf({"contexts", "recommend", "--kubeconfig", file, "--context"}), "a\nb/c:6443/d@e\n");
  EXPECT_EQ(ListOf({"contexts", "validate", "-o", "wide", "--kubeconfig", "=", file}), "a\nb/c:6443/d@e\n");
  const ScopedVariable variable("CPSIZER_KUBECONFIG", file);
  EXPECT_EQ(ListOf({"contexts", "recommend", "--context", "=", "a"}), "a\nb/c:6443/d@e\n");
}

TEST(CompletionTest, ListsTheClustersOfFiles) {
  const std::string names = ListOf({"clusters", "recommend", "-f", kFleet, "-o", "json"});
  EXPECT_THAT(names, HasSubstr("checkout-prod\n"));
  EXPECT_EQ(ListOf({"clusters", "recommend", absl::StrCat("--filename=", kFleet)}), names);
  const TemporaryFolder folder;
  const std::string twice = folder.Write("twice.yaml",
                                         "{apiVersion: hypershift.openshift.io/v1beta1, kind: HostedCluster, metadata: "
                                         "{namespace: a, name: x}}\n---\n"
                                         "{apiVersion: hypershift.openshift.io/v1beta1, kind: HostedCluster, metadata: "
                                         "{namespace: b, name: x}}\n");
  EXPECT_EQ(ListOf({"clusters", "recommend", "-f", twice}), "a/x\nb/x\n");
  EXPECT_EQ(ListOf({"clusters", "recommend", "-f", twice, "-n", "b"}), "x\n");
}

TEST(CompletionTest, ListsTheWordsOfExplain) {
  const std::string words = absl::StrCat("\n", ListOf({"words", "explain"}));
  for (const char* word : {"HELD", "SIZE_OUTCOME_HELD", "VPA_AT_FLOOR", "CONTENTION", "NoSizeFits", "rules"}) {
    EXPECT_THAT(words, HasSubstr(absl::StrCat("\n", word, "\n")));
  }
}

TEST(CompletionTest, PrintsNothingIfNothingCanBeRead) {
  EXPECT_EQ(ListOf({}), "");
  EXPECT_EQ(ListOf({"unknown"}), "");
  EXPECT_EQ(ListOf({"contexts"}), "");
  EXPECT_EQ(ListOf({"contexts", "recommend", "--kubeconfig", "/nonexistent"}), "");
  EXPECT_EQ(ListOf({"clusters", "recommend"}), "");
  EXPECT_EQ(ListOf({"clusters", "recommend", "-f", "-"}), "");
  EXPECT_EQ(ListOf({"clusters", "recommend", "-f", "/nonexistent"}), "");
  const TemporaryFolder folder;
  EXPECT_EQ(ListOf({"clusters", "recommend", "--kubeconfig", WriteKubeconfig(folder, "http://127.0.0.1:9")}), "");
}

TEST(CompletionTest, ZshAndFishKnowEveryVerbAndFlag) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = Script(shell);
    for (const char* word :
         {"recommend", "validate", "diff", "explain", "version", "completion", "cpu-policy", "when-fraction-configured",
          "exit-zero", "timeout", "_cpsizer_list contexts", "_cpsizer_list clusters", "_cpsizer_list words"}) {
      EXPECT_THAT(script, HasSubstr(word)) << shell;
    }
  }
}

TEST(CompletionTest, TheShellsAcceptTheirScripts) {
  const TemporaryFolder folder;
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const auto there = testing::RunProcess({"sh", "-c", absl::StrCat("command -v ", shell)});
    ASSERT_TRUE(there.ok()) << there.status();
    // bash is installed on each build machine. Other shells are skipped if they are not installed.
    if (there->exit_code != 0 && absl::string_view(shell) != "bash") continue;
    const auto checked = testing::RunProcess({shell, "-n", folder.Write(shell, Script(shell))});
    ASSERT_TRUE(checked.ok()) << checked.status();
    EXPECT_EQ(checked->exit_code, 0) << shell << ": " << checked->standard_error;
  }
}

TEST(CompletionTest, ReportsTheSupportedShells) {
  EXPECT_EQ(RunCommand({"completion"}).err, "error: specify a shell: bash, zsh or fish\n");
  const RunResult result = RunCommand({"completion", "bsh"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            "error: there is no completion for \"bsh\", only for bash, zsh and fish; did you mean \"bash\"?\n");
}

}  // namespace
}  // namespace cpsizer::cli
