#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/cli/size/fleet_diff.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(DiffTest, MatchesGoldenFiles) {
  const struct {
    absl::string_view name;
    const char* format;
  } kCases[] = {{"diff.txt", "table"},
                {"diff_wide.txt", "wide"},
                {"diff.json", "json"},
                {"diff.yaml", "yaml"},
                {"diff_names.txt", "name"}};
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.name);
    const RunResult result = RunCommand({"diff", "-f", kFleet, "--with", kProposed, "-o", test.format});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.err, "");
    ExpectGolden(test.name, result.out);
  }
}

TEST(DiffTest, SameConfigurationChangesNoCluster) {
  const RunResult result = RunCommand({"diff", "-f", kFleet, "--with", kConfiguration});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("no cluster would move\n"));
}

TEST(DiffTest, NamesClustersThatFitNoSize) {
  const RunResult result = RunCommand({"diff", "-f", kFleet, "--with", kConfiguration});
  EXPECT_THAT(result.out, HasSubstr("\nClusters that no size fits:\n  clusters/ingest-eu: large, best effort: "));
  const auto json =
      nlohmann::json::parse(RunCommand({"diff", "-f", kFleet, "--with", kConfiguration, "-o", "json"}).out);
  ASSERT_EQ(json["bestEffort"].size(), 1U);
  EXPECT_EQ(json["bestEffort"][0]["cluster"]["name"], "ingest-eu");
  EXPECT_THAT(json["bestEffort"][0]["summary"].get<std::string>(), HasSubstr("large, best effort: "));
}

TEST(DiffTest, PrintsWarningsAboutTheNewConfiguration) {
  const TemporaryFolder folder;
  const std::string near =
      folder.Write("near.yaml", absl::StrReplaceAll(ReadSource(kConfiguration), {{"\"0.75\"", "\"0.95\""}}));
  for (const char* format : {"table", "wide", "name"}) {
    EXPECT_THAT(RunCommand({"diff", "-f", kFleet, "--with", near, "-o", format}).err,
                HasSubstr(absl::StrCat("warning: ", near, ":")))
        << format;
  }
  EXPECT_EQ(RunCommand({"diff", "-f", kFleet, "--with", near, "-o", "json"}).err, "");
}

TEST(DiffTest, ExitCodesAndSentences) {
  const TemporaryFolder folder;
  const std::string bad =
      folder.Write("bad.yaml", absl::StrReplaceAll(ReadSource(kConfiguration), {{"\"0.75\"", "\"1.75\""}}));
  const struct {
    absl::string_view name;
    std::vector<std::string> args;
    int exit_code;
    std::string err;
  } kCases[] = {
      {"a difference is ignored", {"-f", kFleet, "--with", kProposed, "--exit-zero"}, 0, ""},
      {"no --with", {"-f", kFleet}, 2, "error: specify the files to read with --with PATH"},
      {"no -f", {"--with", kProposed}, 2, "error: specify the files to read with -f PATH"},
      {"no new configuration",
       {"-f", kFleet, "--with", "deploy/examples/fleet/machinesets.yaml"},
       2,
       "error: the files of --with contain no ClusterSizingConfiguration"},
      {"several new configurations",
       {"-f", kFleet, "--with", kProposed, kConfiguration},
       2,
       "error: the files of --with contain 2 ClusterSizingConfigurations"},
      {"no clusters",
       {"-f", kConfiguration, "--with", kProposed},
       2,
       "error: the files of -f contain no HostedCluster to compare"},
      {"a new configuration that is refused",
       {"-f", kFleet, "--with", bad},
       1,
       absl::StrCat("error: ", bad, ":47:38: ")},
  };
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.name);
    std::vector<std::string> args = {"diff"};
    args.insert(args.end(), test.args.begin(), test.args.end());
    const RunResult result = RunCommand(args);
    EXPECT_EQ(result.exit_code, test.exit_code);
    EXPECT_THAT(result.err, HasSubstr(test.err));
  }
}

// Runs `diff` on the example fleet with the configurations `before` and `after`.
RunResult DiffFleet(const std::string& before, const std::string& after, const std::vector<std::string>& flags) {
  std::vector<std::string> args = {"diff", "-f"};
  for (const std::string& path : FleetWith(before)) args.push_back(path);
  args.insert(args.end(), {"--with", after});
  args.insert(args.end(), flags.begin(), flags.end());
  return RunCommand(args);
}

TEST(DiffTest, ReportsAnInvalidConfiguration) {
  const TemporaryFolder folder;
  const std::string gap = folder.Write("gap.yaml", ConfigurationWithGap());
  const std::string says = absl::StrCat("error: ", gap, ": the configuration is not valid (CRITERIA_GAP); ");
  for (const char* format : {"table", "json", "name"}) {
    const RunResult after = DiffFleet(kConfiguration, gap, {"-o", format});
    EXPECT_EQ(after.exit_code, 1) << "no cluster moves";
    EXPECT_THAT(after.err, HasSubstr(says));
    EXPECT_THAT(DiffFleet(gap, kConfiguration, {"-o", format}).err, HasSubstr(says));
  }
  EXPECT_EQ(DiffFleet(kConfiguration, gap, {"--exit-zero"}).exit_code, 0);
}

TEST(DiffTest, PrintsForHowManyClustersTheCpuPolicyMatters) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("capacities.yaml", ConfigurationWithoutCpuFractions());
  const std::string says = "note: the results for 1 of 13 clusters depend on the CPU policy: ";
  EXPECT_THAT(DiffFleet(kConfiguration, file, {}).err, HasSubstr(says));
  EXPECT_THAT(DiffFleet(file, kConfiguration, {"-o", "json"}).err, HasSubstr(says));
  EXPECT_THAT(DiffFleet(file, file, {}).err, HasSubstr(says)) << "each cluster counts once";
  EXPECT_THAT(DiffFleet(kConfiguration, file, {"--cpu-policy=never"}).err, Not(HasSubstr("CPU policy")));
  EXPECT_EQ(DiffFleet(kConfiguration, kConfiguration, {}).err, "");
}

// Without the CPU capacity of medium, CPU_CAPACITY_MISSING keeps archive-prod at large, its current size.
TEST(DiffTest, AClusterThatTheNewConfigurationHoldsDoesNotMove) {
  const TemporaryFolder folder;
  const std::string text = absl::StrReplaceAll(ReadSource(kConfiguration), {{"        cpu: \"16\"\n", ""}});
  const std::string missing = folder.Write("missing.yaml", text);
  std::vector<std::string> args = {"diff", "--with", missing};
  for (const char* file : {"clustersizingconfiguration.yaml", "hostedclusters.yaml", "verticalpodautoscalers.yaml"}) {
    args.insert(args.end(), {"-f", absl::StrCat(kFleet, "/", file)});
  }
  const RunResult table = RunCommand(args);
  EXPECT_THAT(table.out, ContainsRegex("archive-prod +small +large +outcome +held: "));
  EXPECT_THAT(table.out, ContainsRegex("checkout-prod +large +medium +outcome +held: "));
  EXPECT_THAT(table.out, Not(HasSubstr("move;")));
  args.insert(args.end(), {"-o", "json"});
  EXPECT_EQ(nlohmann::json::parse(RunCommand(args).out)["rollout"]["clusters"], 0);
}

TEST(DiffTest, MachineSetsOfTheNewConfigurationReplaceTheOthers) {
  const TemporaryFolder folder;
  const std::string config = absl::StrReplaceAll(
      ReadSource(kConfiguration),
      {{"        memory: 32Gi\n", ""}, {"        memory: 64Gi\n", ""}, {"        memory: 128Gi\n", ""}});
  folder.Write("config.yaml", config);
  EXPECT_EQ(RunCommand({"diff", "-f", kFleet, "--with", folder.path()}).exit_code, 0);
  folder.Write("machines.yaml",
               absl::StrReplaceAll(ReadSource("deploy/examples/fleet/machinesets.yaml"), {{"\"65536\"", "\"40000\""}}));
  const RunResult result = RunCommand({"diff", "-f", kFleet, "--with", folder.path(), "-o", "name"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("clusters/search-prod medium large\n"));
}

v1::BatchRecommendSizeResult Answer(v1::SizeOutcome outcome, const std::string& size,
                                    const std::vector<std::string>& ladder) {
  v1::BatchRecommendSizeResult result;
  result.mutable_response()->set_outcome(outcome);
  result.mutable_response()->set_recommended_size(size);
  for (const std::string& name : ladder) result.mutable_response()->add_sizes()->set_name(name);
  return result;
}

const OperatorRules kNoRules(v1::ClusterSizingConfiguration::default_instance(), absl::UnixEpoch());

TEST(CompareFleetsTest, FindsTheDirectionInEitherLadder) {
  const std::vector<std::string> kOld = {"tiny", "small", "large"};
  const std::vector<std::string> kNew = {"small", "large", "huge"};
  constexpr v1::SizeOutcome kYes = v1::SIZE_OUTCOME_RECOMMENDED;
  const struct {
    absl::string_view name;
    std::string current;
    v1::BatchRecommendSizeResult before, after;
    Move move;
  } kCases[] = {
      {"stays", "", Answer(kYes, "small", kOld), Answer(kYes, "small", kNew), Move::kStays},
      {"higher in the new ladder", "", Answer(kYes, "large", kOld), Answer(kYes, "huge", kNew), Move::kUp},
      {"down in both", "", Answer(kYes, "large", kOld), Answer(kYes, "small", kNew), Move::kDown},
      {"a size that no longer exists", "", Answer(kYes, "tiny", kOld), Answer(kYes, "large", kNew), Move::kUp},
      {"no ladder has both", "", Answer(kYes, "tiny", kOld), Answer(kYes, "huge", kNew), Move::kAcross},
      {"same size, no longer enough", "", Answer(kYes, "large", kOld),
       Answer(v1::SIZE_OUTCOME_BEST_EFFORT, "large", kNew), Move::kOutcome},
      {"held keeps the current size", "small", Answer(kYes, "large", kOld), Answer(v1::SIZE_OUTCOME_HELD, "", kNew),
       Move::kOutcome},
      {"held before and after", "small", Answer(v1::SIZE_OUTCOME_HELD, "", kOld),
       Answer(v1::SIZE_OUTCOME_HELD, "", kNew), Move::kStays},
      {"a first size", "", Answer(v1::SIZE_OUTCOME_NO_RECOMMENDATION, "", kOld), Answer(kYes, "small", kNew),
       Move::kAcross},
  };
  for (const auto& test : kCases) {
    objects::HostedCluster cluster;
    cluster.current_size = test.current;
    const FleetDiff diff = CompareFleets({&cluster, 1}, {&test.before, 1}, {&test.after, 1}, kNoRules, kNoRules);
    ASSERT_EQ(diff.clusters.size(), 1);
    EXPECT_EQ(diff.clusters[0].move, test.move) << test.name;
  }
}

TEST(CompareFleetsTest, CountsEverySizeInTheNewOrder) {
  const std::vector<objects::HostedCluster> clusters(2);
  const std::vector<v1::BatchRecommendSizeResult> before = {
      Answer(v1::SIZE_OUTCOME_RECOMMENDED, "tiny", {"tiny", "small"}),
      Answer(v1::SIZE_OUTCOME_NO_RECOMMENDATION, "", {"tiny", "small"})};
  const std::vector<v1::BatchRecommendSizeResult> after = {
      Answer(v1::SIZE_OUTCOME_RECOMMENDED, "small", {"small", "huge"}),
      Answer(v1::SIZE_OUTCOME_NO_RECOMMENDATION, "", {"small", "huge"})};
  std::vector<std::string> counts;
  for (const SizeCount& count : CompareFleets(clusters, before, after, kNoRules, kNoRules).counts) {
    counts.push_back(absl::StrCat(count.size, " ", count.before, " ", count.after));
  }
  EXPECT_THAT(counts, ::testing::ElementsAre("small 0 1", "huge 0 0", "tiny 1 0", " 1 1"));
}

TEST(CompareFleetsTest, FailedClustersKeepTheirSize) {
  std::vector<objects::HostedCluster> clusters(2);
  clusters[0].current_size = "large";
  const std::vector<v1::BatchRecommendSizeResult> before(
      2, Answer(v1::SIZE_OUTCOME_RECOMMENDED, "small", {"small", "large"}));
  std::vector<v1::BatchRecommendSizeResult> after = before;
  after[0].mutable_error()->set_message("no");
  const FleetDiff diff = CompareFleets(clusters, before, after, kNoRules, kNoRules);
  ASSERT_EQ(diff.clusters.size(), 2);
  EXPECT_EQ(diff.clusters[0].move, Move::kFailed);
  EXPECT_EQ(diff.clusters[0].error_before, nullptr);
  ASSERT_NE(diff.clusters[0].error_after, nullptr);
  EXPECT_EQ(diff.clusters[0].error_after->message(), "no");
  EXPECT_EQ(diff.clusters[1].move, Move::kStays) << "the ladder is from the response of another cluster";
  std::vector<std::string> counts;
  for (const SizeCount& count : diff.counts) {
    counts.push_back(absl::StrCat(count.size, " ", count.before, " ", count.after));
  }
  EXPECT_THAT(counts, ::testing::ElementsAre("small 2 1", "large 0 1"));
}

}  // namespace
}  // namespace cpsizer::cli
