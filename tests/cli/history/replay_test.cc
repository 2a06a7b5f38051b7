// Tests `cpsizer replay`: the reports, the flags, and each error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/cli/run_command.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kRecommendations[] = "deploy/examples/history/recommendations.csv";
constexpr char kUsage[] = "deploy/examples/history/usage.csv";

std::vector<std::string> Replay(std::vector<std::string> more, const std::string& history = kRecommendations) {
  more.insert(more.begin(), {"replay", "-f", kFleet, "--history", history});
  return more;
}

const std::vector<std::string>& WithProposed() {
  static const std::vector<std::string> flags = {"--with",      kProposed, "--price",    "small=0.42", "--price",
                                                 "medium=0.84", "--price", "large=1.68", "--price",    "xlarge=3.36"};
  return flags;
}

nlohmann::json JsonOf(std::vector<std::string> more, const std::string& history = kRecommendations) {
  more.insert(more.end(), {"-o", "json"});
  const RunResult result = RunCommand(Replay(std::move(more), history));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return nlohmann::json::parse(result.out);
}

std::vector<std::string> NamesOf(const nlohmann::json& json) {
  std::vector<std::string> names;
  for (const auto& item : json["items"]) names.push_back(item["cluster"]["name"]);
  return names;
}

// A history of the cluster a/b with these rows.
std::string Rows(absl::string_view rows) {
  return absl::StrCat("time,namespace,cluster,memory,cpu\n", rows);
}

// Returns the example configuration without `concurrency`.
std::string WithoutConcurrency() {
  const std::string text = ReadSource(kConfiguration);
  std::string without = absl::StrReplaceAll(text, {{"  concurrency:\n    slidingWindow: 10m\n    limit: 5\n", ""}});
  EXPECT_NE(without, text);
  return without;
}

// The operator reads an absent `concurrency` as a limit of 0.
TEST(ReplayVerbTest, AbsentConcurrencyMovesOnlyClustersThatAreNotScheduled) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("sizes.yaml", WithoutConcurrency());
  const auto replay = [&](const std::string& clusters, std::vector<std::string> more) {
    more.insert(more.begin(), {"replay", "-f", file, "-f", clusters, "--history", kRecommendations});
    return RunCommand(more);
  };
  const std::string clusters = absl::StrCat(kFleet, "/hostedclusters.yaml");
  const RunResult table = replay(clusters, {});
  EXPECT_EQ(table.exit_code, 0);
  EXPECT_EQ(table.err, absl::StrCat("warning: ", file,
                                    ": spec.concurrency is absent, so the operator's limit is 0: no scheduled cluster "
                                    "gets another size. Write concurrency: {} for 5 transitions per 10m, or leave out "
                                    "delays and limit with --transitions=immediate\n"));
  EXPECT_THAT(table.out, HasSubstr("No scheduled cluster gets another size: spec.concurrency is absent"));
  const auto transitions = [&](const std::string& of, std::vector<std::string> more = {}) {
    more.insert(more.end(), {"-o", "json"});
    return nlohmann::json::parse(replay(of, std::move(more)).out)["before"]["transitions"].get<int>();
  };
  EXPECT_EQ(transitions(clusters), 0);
  EXPECT_GT(transitions(clusters, {"--transitions=immediate"}), 0);
  // Clusters of the history that the files do not have were scheduled, because they had a control plane.
  EXPECT_EQ(transitions(folder.Write("none.yaml", "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n")), 0);
  EXPECT_GT(transitions(folder.Write("unscheduled.yaml",
                                     absl::StrReplaceAll(ReadSource(clusters), {{"cluster-scheduled", "other"}}))),
            0);
}

TEST(ReplayVerbTest, MatchesGoldenFiles) {
  for (const char* format : {"table", "wide"}) {
    const RunResult result = RunCommand(Replay({"-o", format}));
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "");
    ExpectGolden(absl::StrCat("replay.", format, ".txt"), result.out);
  }
  for (const char* format : {"table", "wide", "yaml"}) {
    std::vector<std::string> flags = WithProposed();
    flags.insert(flags.end(), {"-o", format});
    const RunResult result = RunCommand(Replay(flags));
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "");
    ExpectGolden(absl::StrCat("replay_with.", format, ".txt"), result.out);
  }
  ExpectGolden("replay_usage.txt", RunCommand(Replay({}, kUsage)).out);
  ExpectGolden("help_replay.txt", RunCommand({"replay", "--help"}).out);
}

TEST(ReplayVerbTest, TheGeneratorPrintsTheExamples) {
  for (const char* kind : {"recommendations", "usage"}) {
    const auto generator =
        testing::RunProcess({"sh", testing::SourcePath("deploy/examples/history/generate.sh"), kind});
    ASSERT_TRUE(generator.ok()) << generator.status();
    EXPECT_EQ(generator->exit_code, 0) << generator->standard_error;
    // Not EXPECT_EQ, which would print two complete files.
    EXPECT_TRUE(generator->standard_output == ReadSource(absl::StrCat("deploy/examples/history/", kind, ".csv")))
        << kind;
  }
}

TEST(ReplayVerbTest, TheSameConfigurationTwiceHasNoDifference) {
  const nlohmann::json json = JsonOf({"--with", kConfiguration, "--price=small=1"});
  EXPECT_EQ(json["before"], json["after"]);
  ASSERT_GT(json["difference"].size(), 5u);
  for (const auto& [key, value] : json["difference"].items()) EXPECT_EQ(value, 0) << key;
  for (const auto& item : json["items"]) EXPECT_EQ(item["before"], item["after"]);
  EXPECT_EQ(json["rollout"]["clusters"], 0);
}

TEST(ReplayVerbTest, OneConfigurationHasNoDifference) {
  const nlohmann::json json = JsonOf({});
  EXPECT_EQ(json.count("after") + json.count("difference") + json.count("rollout"), 0u);
  EXPECT_EQ(json["items"].size(), 12u);
  EXPECT_EQ(json["before"].count("cost"), 0u);
}

TEST(ReplayVerbTest, SelectsClusters) {
  EXPECT_THAT(NamesOf(JsonOf({"orders-prod", "clusters/archive-prod"})), ElementsAre("orders-prod", "archive-prod"));
}

TEST(ReplayVerbTest, FlagsChangeTheReplay) {
  const auto transitions = [](const std::vector<std::string>& flags) {
    return static_cast<int>(JsonOf(flags)["before"]["transitions"]);
  };
  const int all = transitions({});
  EXPECT_LT(transitions({"--step=24h"}), all);
  EXPECT_LT(transitions({"--from=2026-02-03T00:00:00Z", "--to=2026-02-08T00:00:00Z"}), all);
  EXPECT_EQ(JsonOf({"--reversal-window=0s"})["before"]["reversals"], 0);
  EXPECT_NE(JsonOf({"--hygiene=off"})["before"]["sizes"], JsonOf({})["before"]["sizes"]);
  EXPECT_EQ(JsonOf({"--hygiene=off"})["before"]["withoutRecommendation"].size(), 0u);
  EXPECT_LT(transitions({"--cpu-policy=never"}), all);
}

TEST(ReplayVerbTest, TransitionsCanBeImmediate) {
  const TemporaryFolder folder;
  const std::string history = folder.Write("h.csv", Rows("2026-02-01T00:00:00Z,a,b,1Gi,1\n"
                                                         "2026-02-01T01:00:00Z,a,b,20Gi,1\n"
                                                         "2026-02-01T01:00:10Z,a,b,50Gi,1\n"
                                                         "2026-02-01T02:00:00Z,a,b,50Gi,1\n"));
  EXPECT_EQ(JsonOf({}, history)["before"]["shortOfMemory"]["seconds"], 30);
  EXPECT_EQ(JsonOf({"--transitions=immediate"}, history)["before"]["shortOfMemory"]["seconds"], 0);
}

TEST(ReplayVerbTest, UsageDependsOnTheFlagsOfTheVpa) {
  const auto items = [](const std::vector<std::string>& flags) { return JsonOf(flags, kUsage)["items"]; };
  const nlohmann::json normal = items({});
  EXPECT_EQ(normal, items({"--series=usage", "--vpa-target-memory-percentile=0.9"}));
  EXPECT_NE(normal, items({"--vpa-target-memory-percentile=0.5"}));
  EXPECT_NE(normal, items({"--vpa-recommendation-margin-fraction=3"}));
  EXPECT_NE(normal, items({"--vpa-memory-aggregation-interval=1h"}));
  EXPECT_EQ(normal, items({"--vpa-memory-aggregation-interval-count=8"}));
  // The samples of this history are an hour apart, so the state is deleted before each of them.
  EXPECT_NE(normal, items({"--vpa-memory-aggregation-interval=30m", "--vpa-memory-aggregation-interval-count=1"}));
  EXPECT_EQ(JsonOf({"--series=usage"})["samples"]["used"], JsonOf({})["samples"]["used"]);
}

TEST(ReplayVerbTest, APriceThatIsMissingIsNoted) {
  const RunResult result = RunCommand(Replay({"--price", "small=0.42"}));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out,
              HasSubstr("\nThe cost does not include the nodes of medium, large, for which --price is not set\n"));
  const std::vector<std::string> missing = JsonOf({"--price", "small=0.42"})["withoutPrice"];
  EXPECT_THAT(missing, ElementsAre("medium", "large"));
}

// The nodes of large are not counted, so a cheaper proposal seems to be one that moves clusters to large.
TEST(ReplayVerbTest, WithoutAPriceThatCountsThereIsNoDifferenceOfCosts) {
  const std::vector<std::string> one = {"--with", kProposed, "--price", "medium=0.84"};
  EXPECT_THAT(RunCommand(Replay(one)).out,
              AllOf(ContainsRegex("\ncost .* unknown\n"), HasSubstr("so its change is not known")));
  const nlohmann::json some = JsonOf(one);
  EXPECT_FALSE(some["difference"].contains("cost"));
  EXPECT_TRUE(some["difference"].contains("nodeHours"));
  EXPECT_TRUE(some["after"].contains("cost"));
  EXPECT_GT(JsonOf(WithProposed())["difference"]["cost"], 0);
}

TEST(ReplayVerbTest, ReadsStandardInputOnce) {
  EXPECT_THAT(RunCommand({"replay", "-f", "-", "--history", "-"}).err,
              HasSubstr("standard input (-) can be read only"));
}

TEST(ReplayVerbTest, WarnsAboutAConfigurationThatIsNotValid) {
  const TemporaryFolder folder;
  const std::string gap = folder.Write("gap.yaml", ConfigurationWithGap());
  const RunResult result = RunCommand({"replay", "-f", gap, "--history", kRecommendations});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("the operator may apply no sizes"));
  EXPECT_THAT(result.out, HasSubstr("transitions"));
}

TEST(ReplayVerbTest, RefusesAConfiguration) {
  const TemporaryFolder folder;
  const std::string fraction =
      folder.Write("fraction.yaml", absl::StrReplaceAll(ReadSource(kConfiguration), {{"\"0.75\"", "\"1.75\""}}));
  const std::string delay = folder.Write(
      "delay.yaml", absl::StrReplaceAll(ReadSource(kConfiguration), {{"increase: 30s", "increase: soon"}}));
  const struct {
    std::vector<std::string> args;
    const char* err;
  } kCases[] = {
      {Replay({"--with", fraction}), "kubeAPIServerMemoryFraction"},
      {{"replay", "-f", fraction, "--history", kRecommendations}, "kubeAPIServerMemoryFraction"},
      {{"replay", "-f", delay, "--history", kRecommendations}, "spec.transitionDelay.increase"},
  };
  for (const auto& test : kCases) {
    const RunResult result = RunCommand(test.args);
    EXPECT_EQ(result.exit_code, 1) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(test.err));
  }
}

TEST(ReplayVerbTest, WrongInputIsAUsageError) {
  const TemporaryFolder folder;
  const std::string bad = folder.Write("bad.csv", Rows("2026-02-01T00:00:00Z,a,b,lots,1\n"));
  const std::string empty = folder.Write("empty.csv", Rows(""));
  const std::string huge = folder.Write("huge.csv", Rows("2026-02-01T00:00:00Z,a,b,2e18,1\n"));
  const struct {
    std::vector<std::string> args;
    std::vector<const char*> err;
  } kCases[] = {
      {{"replay", "-f", kFleet}, {"specify the history to read with --history PATH"}},
      {{"replay", "--history", kRecommendations}, {"specify the files to read with -f PATH"}},
      {{"replay", "-f", kProposed, "--history", "missing.csv"}, {"missing.csv"}},
      {Replay({}, bad), {bad.c_str(), ":2:", "\"lots\""}},
      {Replay({}, empty), {"the history has no samples"}},
      {Replay({}, huge), {"a/b at 2026-02-01T00:00:00Z: memory 2e+18 is not in the range"}},
      {Replay({"--with", "deploy/examples/fleet/machinesets.yaml"}), {"the files of --with contain no"}},
      {Replay({"ordrs-prod"}), {"no samples of a cluster \"ordrs-prod\"; did you mean \"orders-prod\"?"}},
      {Replay({"x.yaml"}), {"\"x.yaml\" is not a hosted cluster; write -f or --history before each path"}},
      {Replay({"--from=2026-02-02T00:00:00Z", "--to=2026-02-02T00:00:00Z"}), {"--from: ", "is not before"}},
      {Replay({"--from=2027-01-01T00:00:00Z"}), {"has no demand in the time of the replay", "--from"}},
      {Replay({"--step=1ms"}), {"--step: 1ms is below 1s"}},
      {Replay({"--vpa-target-cpu-percentile=x"}), {"--vpa-target-cpu-percentile: \"x\" is not a number"}},
      {Replay({"--vpa-round-memory-bytes=1.5"}), {"--vpa-round-memory-bytes: \"1.5\" is not a whole number"}},
      {Replay({"--vpa-memory-aggregation-interval-count=0"}), {"0 is out of range; write a number from 1 to 1e+06"}},
      {Replay({"--oom-events=maybe"}), {"--oom-events"}},
      {Replay({"--vpa-target-cpu-percentile=2"}), {"--vpa-target-cpu-percentile: 2 is out of range"}},
      {Replay({"--price=small"}), {"--price: \"small\" is not a price"}},
      {Replay({"--price=xlarge=1"}), {"--price: \"xlarge\" is not a size"}},
  };
  for (const auto& test : kCases) {
    const RunResult result = RunCommand(test.args);
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_EQ(result.out, "");
    for (const char* part : test.err) EXPECT_THAT(result.err, HasSubstr(part));
  }
}

// A number of MiB without its unit is a number of bytes.
TEST(ReplayVerbTest, WarnsOfMemoryWithoutItsUnit) {
  const TemporaryFolder folder;
  constexpr absl::string_view kWarning = "is probably wrong; write bytes, or a quantity such as 20Gi";
  const std::string tiny =
      folder.Write("tiny.csv", Rows("2026-02-01T00:00:00Z,a,b,20480,1\n2026-02-08T00:00:00Z,a,b,20481.5,1\n"));
  const RunResult replay = RunCommand(Replay({}, tiny));
  EXPECT_EQ(replay.exit_code, 0);
  EXPECT_THAT(replay.out,
              HasSubstr(absl::StrCat(
                  "Warning: the largest memory of the history is 20481 bytes, less than 1Mi, so the unit ", kWarning)));
  const RunResult fit = RunCommand({"fit", "-f", kFleet, "--history", tiny, "--resource", "memory"});
  EXPECT_EQ(fit.exit_code, 2);
  EXPECT_EQ(fit.out, "");
  EXPECT_THAT(fit.err, HasSubstr(kWarning));
  const std::string one =
      folder.Write("one.csv", Rows("2026-02-01T00:00:00Z,a,b,20480,1\n2026-02-08T00:00:00Z,a,b,33Mi,1\n"));
  EXPECT_THAT(RunCommand(Replay({}, one)).out, ::testing::Not(HasSubstr(kWarning)))
      << "one idle cluster does not matter";
}

// The smallest size of the fleet has 32Gi, so a thousandth is between 32Mi and 33Mi.
TEST(ReplayVerbTest, WarnsOfMemoryBelowAThousandthOfTheSmallestSize) {
  const TemporaryFolder folder;
  constexpr absl::string_view kWarning =
      "bytes, less than a thousandth of the memory of small, the smallest size, so the unit is probably wrong";
  // Kibibytes without their unit.
  const std::string tiny =
      folder.Write("tiny.csv", Rows("2026-02-01T00:00:00Z,a,b,20971520,1\n2026-02-08T00:00:00Z,a,c,34359738,1\n"));
  EXPECT_THAT(RunCommand(Replay({}, tiny)).out,
              HasSubstr(absl::StrCat("Warning: the largest memory of the history is 34359738 ", kWarning)));
  const RunResult fit = RunCommand({"fit", "-f", kFleet, "--history", tiny, "--resource", "memory"});
  EXPECT_EQ(fit.exit_code, 2);
  EXPECT_THAT(fit.err, HasSubstr(kWarning));
  const std::string one =
      folder.Write("one.csv", Rows("2026-02-01T00:00:00Z,a,b,20971520,1\n2026-02-08T00:00:00Z,a,c,34359739,1\n"));
  EXPECT_THAT(RunCommand(Replay({}, one)).out, ::testing::Not(HasSubstr(kWarning)));
}

TEST(ReplayVerbTest, OomKillsRaiseTheDemandUnlessTheyAreOff) {
  const TemporaryFolder folder;
  const std::string history =
      folder.Write("h.csv",
                   "time,namespace,cluster,pod,memory,cpu,oom\n2026-02-01T00:00:00Z,a,b,p,10Gi,1,\n"
                   "2026-02-01T01:00:00Z,a,b,p,,,25Gi\n2026-02-01T02:00:00Z,a,b,p,10Gi,1,\n");
  const nlohmann::json on = JsonOf({}, history);
  EXPECT_EQ(on["samples"]["oomKills"], 1);
  EXPECT_EQ(on["items"][0]["before"]["lastSize"], "medium");
  EXPECT_THAT(RunCommand(Replay({}, history)).out, HasSubstr("OOM kills of pods that were counted: 1\n"));
  const nlohmann::json off = JsonOf({"--oom-events=off"}, history);
  EXPECT_EQ(off["samples"]["oomKills"], 0);
  EXPECT_EQ(off["items"][0]["before"]["lastSize"], "small");
  const nlohmann::json more = JsonOf({"--vpa-oom-bump-up-ratio=2"}, history);
  EXPECT_EQ(more["items"][0]["before"]["lastSize"], "large");
}

TEST(ReplayVerbTest, SamplesOfClustersAndPodsNeedAChoice) {
  const TemporaryFolder folder;
  folder.Write("a.csv", Rows("2026-02-01T00:00:00Z,a,b,1Gi,1\n"));
  folder.Write("b.csv", "time,namespace,cluster,pod,memory,cpu\n2026-02-01T01:00:00Z,a,b,p,1Gi,1\n");
  const RunResult result = RunCommand(Replay({}, folder.path()));
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("choose with --series=recommendation or --series=usage"));
  EXPECT_EQ(JsonOf({"--series=recommendation"}, folder.path())["samples"]["ignored"], 1);
}

TEST(ReplayVerbTest, AServerThatCannotBeReachedIsACallThatFailed) {
  const RunResult result = RunCommand(Replay({"--server=unix:/nonexistent/socket", "--timeout=1s"}));
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("unix:/nonexistent/socket"));
  EXPECT_EQ(result.out, "");
}

}  // namespace
}  // namespace cpsizer::cli
