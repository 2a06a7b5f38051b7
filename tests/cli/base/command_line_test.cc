#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cli/base/screen.h"
#include "client/cli/run.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::vector<std::string> kVerbs = {"recommend", "validate",   "diff",    "replicas", "cpu-requests",
                                         "machine",   "capacity",   "effects", "ui",       "explain",
                                         "version",   "completion", "help"};

struct CommandLineCase {
  absl::string_view name;
  std::vector<std::string> args;
  std::string err;
};

TEST(CommandLineTest, PrintsErrorInOneSentence) {
  const CommandLineCase kCases[] = {
      {"verb", {"recomend", "-f", "x"}, "unknown verb \"recomend\"; did you mean \"recommend\"? See cpsizer --help"},
      {"verb like none", {"xyzzy"}, "unknown verb \"xyzzy\". See cpsizer --help"},
      {"no verb", {"-f", "x"}, "-f must follow a verb, such as cpsizer recommend -f. See cpsizer --help"},
      {"flag",
       {"recommend", "--memroy", "2"},
       "unknown flag --memroy; did you mean \"--memory\"? See cpsizer recommend --help"},
      {"flag with value",
       {"validate", "--failon=warning"},
       "unknown flag --failon; did you mean \"--fail-on\"? See cpsizer validate --help"},
      {"flag of the command", {"--versoin"}, "unknown flag --versoin; did you mean \"--version\"? See cpsizer --help"},
      {"flag of another verb", {"version", "--memory=1"}, "unknown flag --memory. See cpsizer version --help"},
      {"short flag", {"recommend", "-x"}, "unknown flag -x. See cpsizer recommend --help"},
      {"choice",
       {"recommend", "-o", "jsn"},
       "--output: \"jsn\" is not one of table, wide, json, yaml, name; did you mean \"json\"? See cpsizer recommend "
       "--help"},
      {"choice in capitals",
       {"diff", "--hygiene=OFF"},
       "--hygiene: \"OFF\" is not one of enforce, warn, off; did you mean \"off\"? See cpsizer diff --help"},
      {"no value",
       {"recommend", "--cpu-policy"},
       "--cpu-policy needs a value: when-capacity-configured|when-fraction-configured|never. See cpsizer recommend "
       "--help"},
      {"an empty value",
       {"recommend", "--server", ""},
       "--server: the value is empty; give one, or leave it out. See cpsizer recommend --help"},
      {"no path", {"validate", "-f"}, "--filename needs a value: PATH. See cpsizer validate --help"},
      {"switch",
       {"diff", "--exit-zero=maybe"},
       "--exit-zero is a switch; its value is true or false. See cpsizer diff --help"},
      {"no time",
       {"diff", "--timeout=0s"},
       "--timeout: \"0s\" is not a duration above 0 and up to 24h; write it like 10s or 1m30s. See cpsizer diff "
       "--help"},
      {"endless time",
       {"diff", "--timeout=inf"},
       "--timeout: \"inf\" is not a duration above 0 and up to 24h; write it "
       "like 10s or 1m30s. See cpsizer diff --help"},
      {"a path without -f",
       {"recommend", "-f", "a", "b", "c"},
       "unexpected argument \"c\"; write -f before each path. See cpsizer recommend --help"},
      {"a verb after an unknown one", {"xyzzy", "recommend"}, "unknown verb \"xyzzy\". See cpsizer --help"},
      {"help of an unknown verb",
       {"help", "recomend"},
       "unknown verb \"recomend\" of cpsizer; did you mean \"recommend\"? See cpsizer --help"},
      {"help of an unknown verb after a verb",
       {"help", "machine", "xyzzy"},
       "unknown verb \"xyzzy\" of cpsizer machine. See cpsizer machine --help"},
      {"a flag before the verb",
       {"-o", "json", "recommend", "-f", "a"},
       "-o must follow a verb, such as cpsizer recommend -o. See cpsizer --help"},
      {"an unknown flag before the verb", {"--foo", "validate"}, "unknown flag --foo. See cpsizer --help"},
      {"an empty word before the verb", {"", "recommend"}, "unknown verb \"\". See cpsizer --help"},
      {"an empty value and another flag",
       {"recommend", "-f", "a", "--memory=", "-o", "json"},
       "--memory: the value is empty; give one, or leave it out"},
      {"an empty value of a short flag", {"recommend", "-f="}, "-f: the value is empty; give one, or leave it out"},
      {"an empty value of an unknown flag",
       {"recommend", "--foo="},
       "unknown flag --foo. See cpsizer recommend --help"},
      {"an unknown verb after a verb",
       {"autoscaler", "pan"},
       "unknown verb \"pan\"; did you mean \"plan\"? See cpsizer autoscaler --help"},
      {"an argument too many", {"completion", "bash", "b"}, "unexpected argument \"b\". See cpsizer completion --help"},
      {"control characters", {"recommend", "--\x1b[31m"}, "unknown flag --\\x1b[31m. See cpsizer recommend --help"},
      {"bytes that are not text", {"\xff\xfe"}, "unknown verb \"\\xff\\xfe\". See cpsizer --help"},
      {"a cluster named like a verb",
       {"recommend", "validate"},
       "specify the files to read with -f PATH (-f - is standard input), or the cluster with --kubeconfig"},
  };
  for (const CommandLineCase& test : kCases) {
    const RunResult result = RunCommand(test.args);
    EXPECT_EQ(result.exit_code, 2) << test.name;
    EXPECT_EQ(result.out, "") << test.name;
    EXPECT_EQ(result.err, absl::StrCat("error: ", test.err, "\n")) << test.name;
  }
}

TEST(CommandLineTest, AMissingFileOfKubeconfigIsNamedWithTheVariable) {
  RunOptions options;
  options.kubeconfig = "/nope";
  for (const char* verb : {"recommend", "validate", "replicas", "machine"}) {
    const RunResult result = RunCommand({verb}, options);
    EXPECT_EQ(result.exit_code, 2) << verb;
    EXPECT_EQ(result.err,
              "error: none of the files of KUBECONFIG exists: \"/nope\"; correct the variable, or unset it\n")
        << verb;
  }
}

TEST(CommandLineTest, WithoutAVerbShowsTheHelpAsAnError) {
  const RunResult result = RunCommand({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, RunCommand({"--help"}).out);
}

TEST(CommandLineTest, EachVerbHasHelpWithTheVariableOfEachFlag) {
  for (const std::string& verb : kVerbs) {
    const RunResult result = RunCommand({verb, "--help"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(result.out, HasSubstr(absl::StrCat("Usage:\n  cpsizer ", verb)));
    EXPECT_THAT(RunCommand({"--help"}).out, HasSubstr(absl::StrCat("\n  ", verb, " ")));
  }
  const std::string help = RunCommand({"recommend", "-h"}).out;
  for (const char* variable :
       {"CPSIZER_FILENAME", "CPSIZER_MEMORY", "CPSIZER_CPU", "CPSIZER_CURRENT", "CPSIZER_CPU_POLICY", "CPSIZER_HYGIENE",
        "CPSIZER_SERVER", "CPSIZER_TIMEOUT", "CPSIZER_OUTPUT", "CPSIZER_FAIL_ON", "CPSIZER_EXIT_ZERO"}) {
    EXPECT_THAT(help, HasSubstr(absl::StrCat("[", variable, "]")));
  }
  ExpectGolden("help.txt", RunCommand({"--help"}).out);
  ExpectGolden("help_recommend.txt", help);
  ExpectGolden("help_ui.txt", RunCommand({"ui", "--help"}).out);
}

TEST(CommandLineTest, NestedVerbHasItsOwnHelpAndFlags) {
  ExpectGolden("help_replicas.txt", RunCommand({"replicas", "--help"}).out);
  ExpectGolden("help_simulate.txt", RunCommand({"replicas", "simulate", "--help"}).out);
  ExpectGolden("help_machine_simulate.txt", RunCommand({"machine", "simulate", "--help"}).out);
  const RunResult flag = RunCommand({"replicas", "simulate", "--serie=a.csv"});
  EXPECT_EQ(flag.exit_code, 2);
  EXPECT_EQ(flag.err, "error: unknown flag --serie; did you mean \"--series\"? See cpsizer replicas simulate --help\n");
  const RunResult early = RunCommand({"replicas", "--series=a.csv"});
  EXPECT_EQ(early.exit_code, 2);
  EXPECT_THAT(early.err, HasSubstr("--series must follow a verb, such as cpsizer replicas simulate --series"));
}

// Returns the examples of a help page, without the name of the program.
std::vector<std::vector<std::string>> ExamplesOf(const std::string& help) {
  std::vector<std::vector<std::string>> examples;
  const std::pair<std::string, std::string> parts = absl::StrSplit(help, absl::MaxSplits("\nExamples:\n", 1));
  for (const absl::string_view line : absl::StrSplit(parts.second, '\n', absl::SkipEmpty())) {
    std::vector<std::string> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
    EXPECT_EQ(words.front(), "cpsizer");
    words.erase(words.begin());
    examples.push_back(std::move(words));
  }
  return examples;
}

TEST(CommandLineTest, HelpVerbPrintsTheSameAsTheFlag) {
  EXPECT_EQ(RunCommand({"help"}).out, RunCommand({"--help"}).out);
  EXPECT_EQ(RunCommand({"help"}).exit_code, 0);
  for (const std::string& verb : kVerbs) {
    EXPECT_EQ(RunCommand({"help", verb}).out, RunCommand({verb, "--help"}).out);
    EXPECT_EQ(RunCommand({verb, "-h"}).out, RunCommand({verb, "--help"}).out);
  }
  EXPECT_EQ(RunCommand({"help", "machine", "simulate"}).out, RunCommand({"machine", "simulate", "--help"}).out);
  EXPECT_EQ(RunCommand({"-h"}).out, RunCommand({"--help"}).out);
  RunOptions plugin;
  plugin.program = "kubectl-cpsizer";
  EXPECT_THAT(RunCommand({"help", "validate"}, plugin).out, HasSubstr("Usage:\n  kubectl cpsizer validate "));
}

TEST(CommandLineTest, EveryExampleOfTheHelpRuns) {
  std::vector<std::string> pages = {RunCommand({"--help"}).out};
  for (const std::string& verb : kVerbs) {
    if (verb != "ui") pages.push_back(RunCommand({verb, "--help"}).out);  // `ui` runs until a signal
  }
  for (const char* verb : {"replicas", "machine"}) pages.push_back(RunCommand({verb, "simulate", "--help"}).out);
  for (const std::string& page : pages) {
    const std::vector<std::vector<std::string>> examples = ExamplesOf(page);
    EXPECT_FALSE(examples.empty()) << page;
    for (const std::vector<std::string>& example : examples) {
      SCOPED_TRACE(::testing::PrintToString(example));
      const RunResult result = RunCommand(example);
      const bool has_findings = example.front() == "diff" || example.front() == "effects";
      EXPECT_LE(result.exit_code, has_findings ? 1 : 0) << result.err;
      EXPECT_FALSE(result.out.empty());
    }
  }
}

TEST(CommandLineTest, AFlagOfTheEnvironmentCountsUnlessTheCommandLineHasIt) {
  const ScopedVariable files("CPSIZER_FILENAME", kFleet);
  const ScopedVariable output("CPSIZER_OUTPUT", "name");
  const ScopedVariable memory("CPSIZER_MEMORY", "20Gi");
  EXPECT_EQ(RunCommand({"recommend"}).out, "medium\n");
  EXPECT_EQ(RunCommand({"recommend", "--memory=1Gi"}).out, "small\n");
  EXPECT_THAT(RunCommand({"recommend", "-o", "json"}).out, StartsWith("{\n"));
  const ScopedVariable cpu("CPSIZER_CPU", "12");
  EXPECT_EQ(RunCommand({"recommend"}).out, "large\n");
  const ScopedVariable policy("CPSIZER_CPU_POLICY", "never");
  EXPECT_EQ(RunCommand({"recommend"}).out, "medium\n");
}

TEST(CommandLineTest, ASwitchOfTheEnvironment) {
  const ScopedVariable with("CPSIZER_WITH", kProposed);
  EXPECT_EQ(RunCommand({"diff", "-f", kFleet}).exit_code, 1);
  const ScopedVariable exit_zero("CPSIZER_EXIT_ZERO", "true");
  EXPECT_EQ(RunCommand({"diff", "-f", kFleet}).exit_code, 0);
}

TEST(CommandLineTest, InvalidVariableIsNamedAndAffectsOnlyItsVerbs) {
  const ScopedVariable output("CPSIZER_OUTPUT", "jason");
  const RunResult result = RunCommand({"recommend", "-f", kFleet});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(
      result.err,
      "error: --output (from CPSIZER_OUTPUT): \"jason\" is not one of table, wide, json, yaml, name; did you mean "
      "\"json\"? See cpsizer recommend --help\n");
  EXPECT_EQ(RunCommand({"version"}).exit_code, 0);
  const ScopedVariable exit_zero("CPSIZER_EXIT_ZERO", "maybe");
  EXPECT_THAT(RunCommand({"diff", "-o", "json"}).err,
              StartsWith("error: --exit-zero is a switch; its value (from CPSIZER_EXIT_ZERO) is true or false."));
}

TEST(CommandLineTest, ThePluginNamesItselfAsKubectlDoes) {
  RunOptions plugin;
  plugin.program = "/usr/local/bin/kubectl-cpsizer";
  EXPECT_THAT(RunCommand({"validate", "--help"}, plugin).out, HasSubstr("Usage:\n  kubectl cpsizer validate "));
  EXPECT_THAT(RunCommand({"validate", "--help"}, plugin).out, HasSubstr("\n  kubectl cpsizer validate -f deploy/"));
  EXPECT_THAT(RunCommand({"validat"}, plugin).err, EndsWith("See kubectl cpsizer --help\n"));
  plugin.program = "./build/dev/bin/cpsizer";
  EXPECT_THAT(RunCommand({"--help"}, plugin).out, HasSubstr("Usage:\n  cpsizer VERB"));
}

TEST(CommandLineTest, TheLastOfTwoValuesCounts) {
  EXPECT_EQ(RunCommand({"recommend", "-f", kFleet, "--memory=1Gi", "-o", "json", "--memory=20Gi", "-o", "name"}).out,
            "medium\n");
}

TEST(CommandLineTest, VersionIsAVerbAndAFlag) {
  const RunResult verb = RunCommand({"version"});
  EXPECT_EQ(verb.exit_code, 0);
  EXPECT_THAT(verb.out, StartsWith("cpsizer 0."));
  EXPECT_THAT(verb.out, HasSubstr("\nAPI cpsizer.v1\n"));
  EXPECT_EQ(RunCommand({"--version"}).out, verb.out);
}

TEST(CommandLineTest, VersionAsJsonHasTheFieldsOfTheText) {
  const RunResult result = RunCommand({"version", "-o", "json"});
  EXPECT_EQ(result.exit_code, 0);
  const nlohmann::json json = nlohmann::json::parse(result.out, nullptr, /*allow_exceptions=*/false);
  ASSERT_TRUE(json.is_object()) << result.out;
  const std::string text = RunCommand({"version"}).out;
  for (const char* field : {"version", "commit", "api", "grpc", "protobuf", "abseil"}) {
    ASSERT_TRUE(json[field].is_string()) << field;
    EXPECT_THAT(text, HasSubstr(json[field].get<std::string>()));
  }
  EXPECT_EQ(RunCommand({"version", "-o", "text"}).out, text);
  EXPECT_EQ(RunCommand({"version", "-o=json"}).out, result.out);
  EXPECT_EQ(RunCommand({"--version", "-o", "json"}).out, result.out);
  const ScopedVariable output("CPSIZER_OUTPUT", "wide");
  EXPECT_EQ(RunCommand({"version"}).out, text);
}

TEST(CommandLineTest, AResultThatCannotBeWrittenIsExitCodeFour) {
  std::ofstream full("/dev/full");
  std::ostringstream err;
  Environment environment = {Screen(full, {}), Screen(err, {}), absl::InfinitePast};
  EXPECT_EQ(cli::Run(std::vector<std::string>{"cpsizer", "explain"}, environment), 4);
  EXPECT_EQ(err.str(),
            "error: failed to write the result to standard output; check the disk space and the program that reads the "
            "output\n");
}

struct TerminalCase {
  absl::string_view name;
  bool interactive;
  int columns;
  const char* no_color;
  const char* term;
  int width;
  bool color;
};
constexpr TerminalCase kTerminals[] = {
    {"a terminal", true, 100, nullptr, "xterm", 100, true},
    {"NO_COLOR", true, 100, "1", "xterm", 100, false},
    {"NO_COLOR that says nothing", true, 100, "", "xterm", 100, true},
    {"a dumb terminal", true, 100, nullptr, "dumb", 100, false},
    {"no TERM", true, 100, nullptr, nullptr, 100, true},
    {"a terminal of unknown width", true, 0, nullptr, "xterm", 80, true},
    {"a pipe", false, 0, nullptr, "xterm", 0, false},
};

TEST(TerminalTest, ColourAndWidth) {
  for (const TerminalCase& test : kTerminals) {
    const Terminal terminal = MakeTerminal(test.interactive, test.columns, test.no_color, test.term);
    EXPECT_EQ(terminal.interactive, test.interactive) << test.name;
    EXPECT_EQ(terminal.width, test.width) << test.name;
    EXPECT_EQ(terminal.color, test.color) << test.name;
  }
}

}  // namespace
}  // namespace cpsizer::cli
