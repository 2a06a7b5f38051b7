#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/cli/base/text_layout.h"
#include "client/cli/size/resource_output.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

struct RecommendOutputCase {
  absl::string_view name;
  std::vector<std::string> args;
};

// All formats of all kinds of responses. The name of a case is the name of its golden file.
const RecommendOutputCase kRecommendOutputCases[] = {
    {"recommend_fleet.txt", {"recommend", "-f", kFleet}},
    {"recommend_fleet_wide.txt", {"recommend", "-f", kFleet, "-o", "wide"}},
    {"recommend_fleet.json", {"recommend", "-f", kFleet, "-o", "json"}},
    {"recommend_fleet.yaml", {"recommend", "-f", kFleet, "-o", "yaml"}},
    {"recommend_fleet_names.txt", {"recommend", "-f", kFleet, "-o", "name"}},
    {"recommend_fleet_changed.txt", {"recommend", "-f", kFleet, "--changed"}},
    {"recommend_fleet_held.txt", {"recommend", "-f", kFleet, "--held"}},
    {"recommend_fleet_held.json", {"recommend", "-f", kFleet, "--held", "-o", "json"}},
    {"recommend_fleet_sorted.txt", {"recommend", "-f", kFleet, "--sort", "headroom"}},
    {"recommend_fleet_memory_only.txt", {"recommend", "-f", kFleet, "--cpu-policy", "never"}},
    {"recommend_cluster.txt", {"recommend", "-f", kFleet, "checkout-prod"}},
    {"recommend_cluster_wide.txt", {"recommend", "-f", kFleet, "checkout-prod", "-o", "wide"}},
    {"recommend_cluster.json", {"recommend", "-f", kFleet, "checkout-prod", "-o", "json"}},
    {"recommend_cluster.yaml", {"recommend", "-f", kFleet, "checkout-prod", "-o", "yaml"}},
    {"recommend_cluster_name.txt", {"recommend", "-f", kFleet, "checkout-prod", "-o", "name"}},
    {"recommend_best_effort.txt", {"recommend", "-f", kFleet, "ingest-eu"}},
    {"recommend_held.txt", {"recommend", "-f", kFleet, "metrics-dev"}},
    {"recommend_nothing.txt", {"recommend", "-f", kFleet, "legacy-batch"}},
    {"recommend_note.txt", {"recommend", "-f", kFleet, "clusters/gateway-asia"}},
    {"recommend_demand.txt", {"recommend", "-f", kFleet, "--memory", "20Gi", "--cpu", "12", "--current", "medium"}},
    {"recommend_demand_name.txt", {"recommend", "-f", kFleet, "--memory", "20Gi", "-o", "name"}},
    {"recommend_never.txt", {"recommend", "-f", kFleet, "checkout-prod", "--cpu-policy", "never"}},
};

TEST(RecommendOutputTest, MatchesGoldenFiles) {
  for (const RecommendOutputCase& test : kRecommendOutputCases) {
    SCOPED_TRACE(test.name);
    const RunResult result = RunCommand(test.args);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    ExpectGolden(test.name, result.out);
  }
}

TEST(RecommendOutputTest, GoesToStdoutAndTheSummaryToStderr) {
  const RunResult table = RunCommand({"recommend", "-f", kFleet});
  EXPECT_THAT(table.err, HasSubstr("(VPA_OVERFLOW)\nnote: VPA_OVERFLOW holds clusters/metrics-dev\n"));
  EXPECT_THAT(table.err, HasSubstr("(VPA_AT_FLOOR)\nnote: VPA_AT_FLOOR holds clusters/training-lab\n"));
  EXPECT_THAT(
      table.err,
      EndsWith(
          "note: 13 clusters: 8 recommended, 1 best effort, 2 held, 2 no recommendation; 4 would change, 1 of them "
          "is not opted in\n"));
  EXPECT_THAT(RunCommand({"recommend", "-f", kFleet, "--held"}).err,
              EndsWith("note: 2 of 13 clusters: 2 held; 0 would change\n"));
  EXPECT_EQ(RunCommand({"recommend", "-f", kFleet, "-o", "json"}).err, "");
  EXPECT_THAT(RunCommand({"recommend", "-f", kFleet, "-o", "name"}).err,
              EndsWith("note: VPA_OVERFLOW holds clusters/metrics-dev\n"));
}

// The table and the messages name each rule that holds a cluster, also a rule with a long name, and a rule whose
// finding is about the configuration.
TEST(RecommendOutputTest, NamesTheRuleOfEachHold) {
  const TemporaryFolder folder;
  const std::string text = ReadSource(kConfiguration);
  const std::string missing = folder.Write("missing.yaml", absl::StrReplaceAll(text, {{"        cpu: \"16\"\n", ""}}));
  const std::string suspect = folder.Write("suspect.yaml", absl::StrReplaceAll(text, {{"memory: 32Gi", "memory: 32"}}));
  const std::string vpas = absl::StrReplaceAll(
      ReadSource(absl::StrCat(kFleet, "/verticalpodautoscalers.yaml")),
      {{"type: RecommendationProvided\n      status: \"True\"",
        "type: RecommendationProvided\n      status: \"True\"\n    - type: NoPodsMatched\n      status: \"True\""}});
  const std::string stale = folder.Write("vpas.yaml", vpas);
  const std::string good = absl::StrCat(kFleet, "/verticalpodautoscalers.yaml");
  const struct {
    absl::string_view rule;
    std::string configuration;
    std::string vpas;
    std::string flag;
  } kCases[] = {{"CPU_CAPACITY_MISSING", missing, good, "--vpa-min-age=24h"},
                {"CAPACITY_SUSPECT", suspect, good, "--vpa-min-age=24h"},
                {"VPA_LOW_EVIDENCE", kConfiguration, good, "--vpa-min-age=2000h"},
                {"VPA_RECOMMENDATION_STALE", kConfiguration, stale, "--vpa-min-age=24h"},
                {"VPA_AT_FLOOR", kConfiguration, good, "--vpa-min-age=24h"}};
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.rule);
    const RunResult result = RunCommand({"recommend", "-f", test.configuration, "-f", test.vpas, "-f",
                                         absl::StrCat(kFleet, "/hostedclusters.yaml"), test.flag});
    const std::string cell = absl::StrCat(" HELD ", test.rule, " ");
    const absl::string_view held = test.rule == "VPA_AT_FLOOR" ? "training-lab" : "archive-prod";
    bool found = false;
    for (const absl::string_view line : absl::StrSplit(result.out, '\n')) {
      found |= absl::StrContains(line, held) && absl::StrContains(line, cell);
    }
    EXPECT_TRUE(found) << result.out;
    EXPECT_THAT(result.err, HasSubstr(absl::StrCat("note: ", test.rule, " holds clusters/", held)));
    EXPECT_EQ(absl::StrContains(result.out, "HELD  "), false) << result.out;
  }
}

TEST(RecommendOutputTest, NamesTheClustersWithoutAHoldApart) {
  const RunResult result = RunCommand({"recommend", "-f", kFleet, "--vpa-min-age=2000h"});
  EXPECT_THAT(result.err, HasSubstr("warning: clusters/archive-prod: vpaCreationTimestamp: "));
  EXPECT_THAT(result.err, HasSubstr("note: VPA_LOW_EVIDENCE holds clusters/archive-prod"));
  EXPECT_THAT(result.err, HasSubstr("note: VPA_LOW_EVIDENCE also for clusters/checkout-prod, "));
  EXPECT_THAT(result.err, HasSubstr(", which it does not hold\n"));
}

TEST(RecommendOutputTest, FitsATerminalOfAnyWidth) {
  for (const int width : {1, 20, 40, 80, 132, 500}) {
    RunOptions options;
    options.out = ColorTerminal(width);
    options.out.color = false;
    for (const absl::string_view line : absl::StrSplit(RunCommand({"recommend", "-f", kFleet}, options).out, '\n')) {
      EXPECT_LE(DisplayWidth(line), width) << line;
    }
  }
}

TEST(ShowShortAmountTest, KeepsThreeDigitsAndNeverRoundsUp) {
  const struct {
    Resource resource;
    const char* canonical;
    const char* text;
  } cases[] = {
      {Resource::kMemory, "118332099952640m", "110Gi"},
      {Resource::kMemory, "44667659878400m", "41.6Gi"},
      {Resource::kMemory, "4281023392", "3.98Gi"},
      {Resource::kMemory, "1099458150400", "1023Gi"},
      {Resource::kMemory, "32Gi", "32Gi"},
      {Resource::kMemory, "", "-"},
      {Resource::kCpu, "10108m", "10.1"},
      {Resource::kCpu, "12004m", "12"},
      {Resource::kCpu, "2999m", "2.99"},
      {Resource::kCpu, "650m", "650m"},
      {Resource::kCpu, "1234567m", "1234"},
      {Resource::kCpu, "no quantity", "no quantity"},
  };
  for (const auto& test : cases) EXPECT_EQ(ShowShortAmount(test.resource, test.canonical), test.text) << test.canonical;
}

// The table of a fleet has one line for each cluster. If the names have a usual length, a line has at most 80 columns.
TEST(RecommendOutputTest, AFleetFitsEightyColumns) {
  for (const char* policy : {"when-capacity-configured", "never"}) {
    const RunResult result = RunCommand({"recommend", "-f", kFleet, "--cpu-policy", policy});
    for (const absl::string_view line : absl::StrSplit(result.out, '\n')) EXPECT_LE(DisplayWidth(line), 80) << line;
    RunOptions terminal;
    terminal.out = ColorTerminal(80);
    terminal.out.color = false;
    EXPECT_EQ(RunCommand({"recommend", "-f", kFleet, "--cpu-policy", policy}, terminal).out, result.out);
  }
}

// Lines are not wrapped. In a pipe, a line may have any length. On a terminal, the demands are shortened first and the
// names after that, so that the results remain visible.
TEST(RecommendOutputTest, ALongNameKeepsItsLine) {
  const TemporaryFolder folder;
  const std::string name(60, 'x');
  std::string clusters = ReadSource(absl::StrCat(kFleet, "/hostedclusters.yaml"));
  clusters = absl::StrReplaceAll(clusters, {{"name: sandbox-new\n", absl::StrCat("name: ", name, "\n")}});
  const std::vector<std::string> args = {"recommend",
                                         "-f",
                                         kConfiguration,
                                         "-f",
                                         folder.Write("clusters.yaml", clusters),
                                         "-f",
                                         absl::StrCat(kFleet, "/verticalpodautoscalers.yaml")};
  const std::string piped = RunCommand(args).out;
  EXPECT_THAT(piped, HasSubstr(absl::StrCat("clusters   ", name, "  -        NO_RECOMMENDATION    -            -\n")));
  RunOptions terminal;
  terminal.out = ColorTerminal(80);
  terminal.out.color = false;
  const std::string cut = RunCommand(args, terminal).out;
  EXPECT_THAT(
      cut, HasSubstr(absl::StrCat("clusters   ", name.substr(0, 38), "\u2026  -        NO_RECOMMENDATION \u2026\n")));
  EXPECT_EQ(std::count(cut.begin(), cut.end(), '\n'), std::count(piped.begin(), piped.end(), '\n'));
}

TEST(RecommendOutputTest, PrintsTheSameWordsOnANarrowTerminal) {
  const auto words = [](const Terminal& terminal, std::vector<std::string> args) {
    RunOptions options;
    options.out = terminal;
    options.out.color = false;
    args.insert(args.begin(), {"recommend", "-f", kFleet});
    return std::vector<std::string>(
        absl::StrSplit(RunCommand(args, options).out, absl::ByAnyChar(" \n"), absl::SkipEmpty()));
  };
  for (const int width : {80, 100, 130}) EXPECT_EQ(words(ColorTerminal(width), {}), words(Terminal(), {})) << width;
  for (const int width : {60, 80, 100, 130}) {
    EXPECT_EQ(words(ColorTerminal(width), {"checkout-prod"}), words(Terminal(), {"checkout-prod"})) << width;
  }
  // A narrower line would break the name of an annotation.
  for (const int width : {80, 100, 130}) {
    EXPECT_EQ(words(ColorTerminal(width), {"-o", "wide"}), words(Terminal(), {"-o", "wide"})) << width;
  }
}

TEST(RecommendOutputTest, HasColourOnlyWhereTheTerminalHas) {
  RunOptions colour;
  colour.out = ColorTerminal(200);
  ExpectGolden("recommend_fleet_colour.txt", RunCommand({"recommend", "-f", kFleet}, colour).out);
  ExpectGolden("recommend_cluster_colour.txt", RunCommand({"recommend", "-f", kFleet, "ingest-eu"}, colour).out);
  colour.out.color = false;
  EXPECT_THAT(RunCommand({"recommend", "-f", kFleet}, colour).out, Not(HasSubstr("\033")));
  EXPECT_THAT(RunCommand({"recommend", "-f", kFleet}).out, Not(HasSubstr("\033")));
}

TEST(RecommendOutputTest, StructuredOutputHasNoColour) {
  RunOptions colour;
  colour.out = ColorTerminal(20);
  for (const char* format : {"json", "yaml", "name"}) {
    const std::vector<std::string> args = {"recommend", "-f", kFleet, "-o", format};
    EXPECT_EQ(RunCommand(args, colour).out, RunCommand(args).out) << format;
  }
}

TEST(RecommendOutputTest, TheJsonOfAFleetNamesEveryClusterOnce) {
  const auto json = nlohmann::json::parse(RunCommand({"recommend", "-f", kFleet, "-o", "json"}).out);
  ASSERT_EQ(json["items"].size(), 13);
  const nlohmann::json& checkout = json["items"][1];
  EXPECT_EQ(checkout["cluster"], (nlohmann::json{{"namespace", "clusters"}, {"name", "checkout-prod"}}));
  EXPECT_EQ(checkout["eligible"], true);
  EXPECT_EQ(checkout["currentSize"], "medium");
  EXPECT_EQ(checkout["response"]["recommendedSize"], "large");
  EXPECT_EQ(checkout["response"]["driver"], "SIZE_DRIVER_CPU");
}

// The output contains the demand of the VPA, but no comparison of the demand with a size.
TEST(RecommendOutputTest, ComparesNoSizeWhereTheVpaIsNotReady) {
  const TemporaryFolder folder;
  const std::string vpas =
      folder.Write("vpas.yaml", absl::StrReplaceAll(ReadSource("deploy/examples/fleet/verticalpodautoscalers.yaml"),
                                                    {{"status: \"True\"", "status: \"False\""}}));
  const std::vector<std::string> args = {
      "recommend", "-f", kConfiguration, "-f", "deploy/examples/fleet/hostedclusters.yaml",
      "-f",        vpas, "checkout-prod"};
  const std::string out = RunCommand(args).out;
  EXPECT_THAT(out, HasSubstr("no recommendation"));
  EXPECT_THAT(out, HasSubstr("memory does not take part: vpa not ready\ncpu does not take part: vpa not ready\n"));
  EXPECT_THAT(out, Not(HasSubstr("fits")));
  EXPECT_THAT(out, Not(HasSubstr("short by")));
}

TEST(RecommendOutputTest, OneClusterHasTheSameResultAsInTheFleet) {
  const auto fleet = nlohmann::json::parse(RunCommand({"recommend", "-f", kFleet, "-o", "json"}).out);
  for (const auto& item : fleet["items"]) {
    const std::string name = item["cluster"]["name"];
    const auto one = nlohmann::json::parse(RunCommand({"recommend", "-f", kFleet, name, "-o", "json"}).out);
    nlohmann::json both = item;
    both.erase("response");
    both.update(item["response"]);
    EXPECT_EQ(one, both) << name;
  }
}

}  // namespace
}  // namespace cpsizer::cli
