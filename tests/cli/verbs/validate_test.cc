#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/cli/input/source_lines.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Returns the example with several errors and a warning. The service finds some of the errors, and the reader of files
// finds one.
std::string Bad() {
  return absl::StrReplaceAll(ReadSource(kConfiguration),
                             {{"\"0.75\"", "\"1.75\""},
                              {"limit: 5", "limmit: 5"},
                              {"from: 11", "from: 12"},
                              {"kubeAPIServerCPUFraction: \"0.40\"", "kubeAPIServerCPUFraction: \"0.04\""}});
}

// Writes `text` to a file and runs the verb on this file. Returns the output without the path of the file.
RunResult ValidateText(const std::string& text, std::vector<std::string> flags = {}) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("config.yaml", text);
  flags.insert(flags.begin(), {"validate", "-f", file});
  RunResult result = RunCommand(flags);
  result.out = absl::StrReplaceAll(result.out, {{file, "config.yaml"}});
  result.err = absl::StrReplaceAll(result.err, {{file, "config.yaml"}});
  return result;
}

// Returns the only response of the JSON output of ValidateText().
nlohmann::json ResponseJson(const std::string& text, std::vector<std::string> flags = {}) {
  flags.insert(flags.end(), {"-o", "json"});
  const auto items = nlohmann::json::parse(ValidateText(text, flags).out)["items"];
  EXPECT_EQ(items.size(), 1U);
  return items.empty() ? nlohmann::json() : items[0]["response"];
}

TEST(ValidateTest, TheExampleHasNoFindings) {
  const RunResult result = RunCommand({"validate", "-f", kFleet, "--fail-on=warning"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out,
            absl::StrCat(kConfiguration, "\n  no findings\n\n0 errors, 0 warnings, 0 notes in 1 configuration\n"));
  EXPECT_EQ(result.err, "");
}

TEST(ValidateTest, MatchesGoldenFiles) {
  const struct {
    absl::string_view name;
    std::vector<std::string> flags;
  } kCases[] = {{"validate.txt", {}},
                {"validate.json", {"-o", "json"}},
                {"validate.yaml", {"-o", "yaml"}},
                {"validate_names.txt", {"-o", "name"}}};
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.name);
    const RunResult result = ValidateText(Bad(), test.flags);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.err, "");
    ExpectGolden(test.name, result.out);
  }
  ExpectGolden("validate_wide.txt", RunCommand({"validate", "-f", kFleet, "-o", "wide"}).out);
}

TEST(ValidateTest, AMisspeltFieldMakesTheAnswerInvalid) {
  const std::string text = absl::StrReplaceAll(ReadSource(kConfiguration), {{"limit: 5", "limmit: 5"}});
  const auto json = ResponseJson(text);
  EXPECT_FALSE(json.value("valid", false));
  EXPECT_EQ(json["findings"].back()["rule"], "FIELD_UNKNOWN");
  EXPECT_EQ(json["condition"]["status"], "False");
  EXPECT_EQ(json["condition"]["reason"], "SizeConfigurationInvalid");
  EXPECT_EQ(json["condition"]["message"], "spec.concurrency.limmit: spec.concurrency has no field limmit");
}

TEST(ValidateTest, MisspeltSpecIsReportedWithTheMissingSizes) {
  const RunResult result = ValidateText(absl::StrReplaceAll(ReadSource(kConfiguration), {{"\nspec:", "\nspce:"}}));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("NO_SIZES"));
  EXPECT_THAT(result.out, HasSubstr("a ClusterSizingConfiguration has no field spce."));
  EXPECT_THAT(result.out, HasSubstr("Write spec."));
  EXPECT_THAT(result.out, HasSubstr("error FIELD_UNKNOWN at 6:1\n"));
}

TEST(ValidateTest, AnUnquotedFractionDoesNotHideOtherFindings) {
  const std::string text = absl::StrReplaceAll(
      Bad(),
      {{"kubeAPIServerMemoryFraction: \"1.75\"", "kubeAPIServerMemoryFraction: 1.75"}, {"from: 101", "from: \"101\""}});
  const RunResult result = ValidateText(text);
  EXPECT_EQ(result.exit_code, 1) << "a finding, as each other one";
  EXPECT_EQ(ValidateText(text, {"--exit-zero"}).exit_code, 0);
  EXPECT_EQ(result.err, "");
  ExpectGolden("validate_mistyped.txt", result.out);
  const auto json = ResponseJson(text, {"--exit-zero"});
  EXPECT_FALSE(json.value("valid", false));
  EXPECT_FALSE(json.value("decidable", false));
  EXPECT_THAT(std::string(json["condition"]["message"]), HasSubstr("1.75 is a number with a fraction"));
}

// The API server requires the number. The decision does not need it, so the service cannot report it.
TEST(ValidateTest, ASizeWithoutTheNumberOfNodesIsAnError) {
  const auto response =
      ResponseJson(absl::StrReplaceAll(ReadSource(kConfiguration), {{"from: 11\n        to: 100", "to: 100"}}));
  EXPECT_FALSE(response.value("valid", false));
  EXPECT_TRUE(response.value("decidable", false));
  EXPECT_THAT(response.dump(), HasSubstr("criteria.from: the size has no criteria.from"));
  EXPECT_THAT(
      ValidateText(absl::StrReplaceAll(ReadSource(kConfiguration), {{"from: 11\n        to: 100", "to: 100"}})).out,
      HasSubstr("error FIELD_REQUIRED"));
}

// A null is an absent field, and the other rules about ranges would be about 0.
TEST(ValidateTest, ASizeWithANullNumberOfNodesHasOneFinding) {
  for (const char* from : {"from: 0", "from: 11"}) {
    const RunResult result = ValidateText(absl::StrReplaceAll(ReadSource(kConfiguration), {{from, "from: null"}}));
    EXPECT_EQ(result.exit_code, 1) << from;
    EXPECT_THAT(result.out, HasSubstr("error FIELD_REQUIRED")) << from;
    EXPECT_THAT(result.out, Not(HasSubstr("CRITERIA_"))) << from;
  }
}

// The service gets a size without capacities, and what it says about them is left out.
TEST(ValidateTest, AMappingThatIsLeftOutHasOneFinding) {
  const std::string capacity = "capacity:\n        memory: 64Gi\n        cpu: \"16\"\n";
  const RunResult result =
      ValidateText(absl::StrReplaceAll(ReadSource(kConfiguration), {{capacity, "capacity: 64Gi\n"}}));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("spec.sizes[1].capacity: 64Gi"));
  EXPECT_THAT(result.out, HasSubstr("1 error"));
}

// Without the item, the other sizes would have other places.
TEST(ValidateTest, AnItemOfTheWrongTypeIsAProblem) {
  const RunResult result = ValidateText(
      absl::StrReplaceAll(ReadSource(kConfiguration), {{"    - name: medium\n", "    - tiny\n    - name: medium\n"}}));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("spec.sizes[1]: \"tiny\" is text where a mapping is expected"));
}

TEST(ValidateTest, ConditionFitsTheLimitOfTheApiServer) {
  std::string text = ReadSource(kConfiguration);
  for (int i = 0; i < 900; ++i) absl::StrAppend(&text, "    - name: a name that is not valid ", i, "\n");
  const auto json = ResponseJson(text);
  const std::string message = json["condition"]["message"];
  EXPECT_LE(message.size(), 32'768U);
  EXPECT_THAT(message, ::testing::MatchesRegex(".*; and [0-9]+ more"));
}

TEST(ValidateTest, SeveralConfigurationsAreAListWithTheirFiles) {
  const TemporaryFolder folder;
  const std::string good = folder.Write("a.yaml", ReadSource(kConfiguration));
  const std::string bad = folder.Write("b.yaml", Bad());
  const RunResult json = RunCommand({"validate", "-f", folder.path(), "-o", "json"});
  EXPECT_EQ(json.exit_code, 1);
  const auto items = nlohmann::json::parse(json.out)["items"];
  ASSERT_EQ(items.size(), 2);
  EXPECT_EQ(items[0]["file"], good);
  EXPECT_EQ(items[0]["response"]["valid"], true);
  EXPECT_EQ(items[1]["file"], bad);
  EXPECT_FALSE(items[1]["response"].contains("valid"));
  const RunResult table = RunCommand({"validate", "-f", good, bad});
  EXPECT_THAT(table.out, HasSubstr(" in 2 configurations\n"));
}

TEST(ValidateTest, JsonHasThePlaceOfEachFindingAndTheInputThatCannotBeRead) {
  const TemporaryFolder folder;
  const std::string bad = folder.Write("a.yaml", Bad());
  const std::string cut = folder.Write("b.json", "{\"apiVersion\": \"autoscaling/v2\",\n \"kind\": \"Horiz");
  const std::string values = folder.Write("values.yaml", "replicaCount: 1\n");
  const RunResult result = RunCommand({"validate", "-f", folder.path(), "-o", "json"});
  EXPECT_EQ(result.exit_code, 2);
  const auto items = nlohmann::json::parse(result.out)["items"];
  ASSERT_EQ(items.size(), 3U);
  const auto& finding = items[0]["response"]["findings"].back();
  EXPECT_EQ(finding["rule"], "FRACTION_NEAR_ZERO");
  EXPECT_EQ(finding["file"], bad);
  EXPECT_EQ(finding["line"], 25);
  EXPECT_EQ(finding["column"], 35);
  EXPECT_EQ(items[1],
            nlohmann::json(
                {{"file", cut}, {"line", 2}, {"column", 10}, {"error", "is not JSON: this string is not closed"}}));
  EXPECT_EQ(items[2], nlohmann::json({{"file", values},
                                      {"line", 1},
                                      {"column", 1},
                                      {"warning", "has no kind; it cannot be read as a Kubernetes object"}}));
}

TEST(ValidateTest, JsonHasInputThatCannotBeReadAlsoWithoutAnObject) {
  const auto items = nlohmann::json::parse(ValidateText("a: [\n", {"-o", "json"}).out)["items"];
  ASSERT_EQ(items.size(), 1U);
  EXPECT_EQ(items[0]["file"], "config.yaml");
  EXPECT_EQ(items[0]["line"], 1);
}

TEST(ValidateTest, CountsDocumentsThatCannotBeRead) {
  const std::string text =
      absl::StrCat(ReadSource(kConfiguration), "---\nkind: a: b\n---\n",
                   "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\n", "metadata: [a]\nspec: [b]\n");
  const RunResult result = ValidateText(text);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.out, HasSubstr("0 errors, 0 warnings, 0 notes in 1 configuration; 2 documents cannot be read\n"));
  EXPECT_THAT(ValidateText(absl::StrCat(ReadSource(kConfiguration), "---\n- a\n")).out,
              HasSubstr("in 1 configuration; 1 document cannot be read\n"));
}

TEST(ValidateTest, WarnsOfDocumentsInFoldersThatAreNotObjects) {
  const TemporaryFolder folder;
  folder.Write("config.yaml", ReadSource(kConfiguration));
  const std::string values = folder.Write("values.yaml", "replicaCount: 1\n");
  const RunResult result = RunCommand({"validate", "-f", folder.path()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err,
            absl::StrCat("warning: ", values, ":1:1: has no kind; it cannot be read as a Kubernetes object\n"));
  for (int i = 0; i < 20; ++i) folder.Write(absl::StrCat("values", i, ".yaml"), "replicaCount: 1\n");
  EXPECT_THAT(RunCommand({"validate", "-f", folder.path()}).err,
              HasSubstr("\nnote: 1 more document cannot be read as Kubernetes objects\n"));
}

TEST(ValidateTest, AnObjectThatIsCutBeforeItsKindIsAnError) {
  const TemporaryFolder folder;
  folder.Write("config.yaml", ReadSource(kConfiguration));
  const std::string cut =
      folder.Write("cut.yaml", "apiVersion: scheduling.hypershift.openshift.io/v1alpha1\nmetadata:\n  name: clu");
  const RunResult result = RunCommand({"validate", "-f", folder.path()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, absl::StrCat("error: ", cut, ":1:1: the Kubernetes object has no kind\n"));
}

TEST(ValidateTest, ADurationWithoutAUnitIsOneFinding) {
  const std::string text =
      absl::StrReplaceAll(ReadSource(kConfiguration), {{"increase: 30s", "increase: 30"},
                                                       {"decrease: 10m", "decrease: 10.5"},
                                                       {"slidingWindow: 10m", "slidingWindow: 10"}});
  EXPECT_EQ(ValidateText(text, {"-o", "name"}).out,
            "config.yaml:11:20 DURATION_MALFORMED spec.concurrency.slidingWindow\n"
            "config.yaml:14:15 DURATION_MALFORMED spec.transitionDelay.increase\n"
            "config.yaml:15:15 DURATION_MALFORMED spec.transitionDelay.decrease\n");
  const auto json = ResponseJson(text);
  EXPECT_FALSE(json.value("valid", false));
  EXPECT_THAT(std::string(json["condition"]["message"]), Not(HasSubstr("30 is a number")));
}

TEST(ValidateTest, ExitCodes) {
  const std::string warning = absl::StrReplaceAll(ReadSource(kConfiguration), {{"\"0.75\"", "\"0.95\""}});
  const std::string unquoted = absl::StrReplaceAll(ReadSource(kConfiguration), {{"\"0.75\"", "0.75"}});
  // A value of the wrong type is a finding, even if it is unclear which value was meant.
  const std::string unreadable = absl::StrReplaceAll(ReadSource(kConfiguration), {{"\"0.75\"", "[0.75]"}});
  const struct {
    absl::string_view name;
    std::string text;
    std::vector<std::string> flags;
    int exit_code;
  } kCases[] = {{"an error", Bad(), {}, 1},
                {"an error, ignored", Bad(), {"--exit-zero"}, 0},
                {"a warning", warning, {}, 0},
                {"a warning that counts", warning, {"--fail-on=warning"}, 1},
                {"no configuration", "apiVersion: v1\nkind: ConfigMap\n", {}, 2},
                {"a missing configuration is not ignored", "apiVersion: v1\nkind: ConfigMap\n", {"--exit-zero"}, 2},
                {"nothing that can be read", "a: [", {}, 2},
                {"an unquoted fraction", unquoted, {}, 1},
                {"an unquoted fraction, ignored", unquoted, {"--exit-zero"}, 0},
                {"a list in place of a text", unreadable, {}, 1},
                {"a list in place of a text, ignored", unreadable, {"--exit-zero"}, 0}};
  for (const auto& test : kCases) EXPECT_EQ(ValidateText(test.text, test.flags).exit_code, test.exit_code) << test.name;
  EXPECT_EQ(RunCommand({"validate"}).exit_code, 2);
}

TEST(ValidateTest, ReportsWhetherTheServiceCanDecide) {
  const auto decidable = [](const std::string& text) { return ResponseJson(text).value("decidable", false); };
  EXPECT_TRUE(decidable(ReadSource(kConfiguration)));
  EXPECT_TRUE(decidable(ConfigurationWithGap())) << "not valid, and no decision depends on it";
  EXPECT_FALSE(decidable(absl::StrReplaceAll(ReadSource(kConfiguration), {{"\"0.75\"", "\"1.75\""}})));
  EXPECT_FALSE(decidable(absl::StrReplaceAll(ReadSource(kConfiguration), {{"limit: 5", "limmit: 5"}})));
}

TEST(ValidateTest, PrintsForHowManyClustersTheCpuPolicyMatters) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("capacities.yaml", ConfigurationWithoutCpuFractions());
  std::vector<std::string> args = {"validate", "-f"};
  for (const std::string& path : FleetWith(file)) args.push_back(path);
  EXPECT_THAT(RunCommand(args).err, HasSubstr("note: the results for 1 of 13 clusters depend on the CPU policy: "));
  EXPECT_THAT(RunCommand({"validate", "-f", file}).err,
              HasSubstr("note: results with this configuration depend on the CPU policy: "));
  args.push_back("--cpu-policy=when-fraction-configured");
  EXPECT_EQ(RunCommand(args).err, "");
  EXPECT_EQ(RunCommand({"validate", "-f", kFleet}).err, "");
}

TEST(ValidateTest, CpuPolicyReachesTheService) {
  const auto reason = [](std::vector<std::string> flags) {
    return ResponseJson(ReadSource(kConfiguration), std::move(flags)).value("cpuNotInPlayReason", "none");
  };
  EXPECT_EQ(reason({}), "none");
  EXPECT_EQ(reason({"--cpu-policy=never"}), "SIZE_NOT_IN_PLAY_REASON_CPU_POLICY_NEVER");
}

TEST(ValidateTest, MachineSetsOfTheFilesAreChecked) {
  const TemporaryFolder folder;
  const std::string config =
      folder.Write("config.yaml", absl::StrReplaceAll(ReadSource(kConfiguration), {{"        memory: 64Gi\n", ""}}));
  const std::string machines = "deploy/examples/fleet/machinesets.yaml";
  EXPECT_THAT(RunCommand({"validate", "-f", config}).out, HasSubstr("MEMORY_CAPACITY_INCOMPLETE"));
  EXPECT_THAT(RunCommand({"validate", "-f", config, machines}).out, HasSubstr("CAPACITY_SOURCES_MIXED"));
}

TEST(ValidateTest, FindingsAboutMachineSetsHaveTheirFile) {
  const TemporaryFolder folder;
  const std::string config =
      folder.Write("config.yaml", absl::StrReplaceAll(ReadSource(kConfiguration), {{"        memory: 64Gi\n", ""}}));
  const std::string machines =
      folder.Write("machines.yaml",
                   absl::StrReplaceAll(ReadSource("deploy/examples/fleet/machinesets.yaml"), {{"\"65536\"", "64Gi"}}));
  const std::string place = absl::StrCat(machines, ":33:36");
  const RunResult table = RunCommand({"validate", "-f", config, machines});
  EXPECT_THAT(table.out, HasSubstr(absl::StrCat("MACHINE_SET_MALFORMED at ", place, "\n")));
  EXPECT_THAT(table.out, HasSubstr("    33 |     machine.openshift.io/memoryMb: 64Gi\n"));
  const RunResult names = RunCommand({"validate", "-f", config, machines, "-o", "name"});
  EXPECT_THAT(names.out, HasSubstr(absl::StrCat(place, " MACHINE_SET_MALFORMED machineSets[")));
  const RunResult fleet = RunCommand({"recommend", "-f", config, "-f", machines, "--cpu=1"});
  EXPECT_THAT(fleet.out, HasSubstr("MACHINE_SET_MALFORMED"));
}

TEST(ValidateTest, AFileWithoutObjectsIsOneSentence) {
  const TemporaryFolder folder;
  const std::string empty = folder.Write("empty.yaml", "# nothing\n");
  const std::string expected = absl::StrCat("error: ", empty, ": contains no Kubernetes object\n");
  EXPECT_EQ(RunCommand({"validate", "-f", empty}).err, expected);
  EXPECT_EQ(RunCommand({"recommend", "-f", empty}).err, expected);
  const RunResult with_configuration = RunCommand({"validate", "-f", kConfiguration, empty});
  EXPECT_EQ(with_configuration.err, expected);
  EXPECT_EQ(with_configuration.exit_code, 2);
}

std::string Caret(const std::string& text, const objects::Position& position) {
  const TemporaryFolder folder;
  std::ostringstream out;
  Screen screen(out, Terminal());
  SourceLines(folder.Write("file.yaml", text)).PrintCaret(position, screen);
  return out.str();
}

TEST(SourceLinesTest, PointsAtTheColumn) {
  EXPECT_EQ(Caret("a: 1\n  b: 2\n", {2, 6}),
            "    2 |   b: 2\n"
            "      |      ^\n");
}

TEST(SourceLinesTest, EscapesAndStillPointsRight) {
  EXPECT_EQ(Caret("a\x1b: x\r\n", {1, 5}),
            "    1 | a\\x1b: x\n"
            "      |        ^\n");
}

TEST(SourceLinesTest, ShowsAWindowOfALongLine) {
  const std::string caret = Caret(std::string(100'000, 'x') + "!" + std::string(100'000, 'y'), {1, 100'001});
  EXPECT_THAT(caret, HasSubstr(std::string(60, 'x') + "!" + std::string(39, 'y') + "...\n"));
  EXPECT_LT(caret.size(), 300);
}

TEST(SourceLinesTest, PrintsNothingWithoutAValidPlace) {
  for (const objects::Position& position :
       {objects::Position{0, 0}, objects::Position{3, 1}, objects::Position{-1, 5}}) {
    EXPECT_EQ(Caret("a\n", position), "");
  }
  std::ostringstream out;
  Screen screen(out, Terminal());
  SourceLines("/nonexistent/file.yaml").PrintCaret({1, 1}, screen);
  EXPECT_EQ(out.str(), "");
}

TEST(SourceLinesTest, AColumnPastTheEndIsTheEnd) {
  EXPECT_THAT(Caret("abc\n", {1, 99}), HasSubstr(" |    ^\n"));
}

}  // namespace
}  // namespace cpsizer::cli
