// Tests `cpsizer fit`: the proposals, the flags, and each error.
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

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kFitRecommendations[] = "deploy/examples/history/recommendations.csv";
constexpr char kSharesUsage[] = "deploy/examples/history/shares-usage.csv";
constexpr char kSharesNodes[] = "deploy/examples/history/shares-nodes.csv";

std::vector<std::string> SearchArgs(std::vector<std::string> more) {
  // Three days, because each configuration replays them.
  more.insert(more.begin(), {"fit", "-f", kFleet, "--history", kFitRecommendations, "--to=2026-02-04T00:00:00Z"});
  return more;
}

std::vector<std::string> SharesArgs(std::vector<std::string> more) {
  more.insert(more.begin(), {"fit", "-f", kFleet, "--history", kSharesUsage, "--node-history", kSharesNodes});
  return more;
}

nlohmann::json FitJsonOf(std::vector<std::string> args, int exit_code = 0) {
  args.insert(args.end(), {"-o", "json"});
  const RunResult result = RunCommand(args);
  EXPECT_EQ(result.exit_code, exit_code) << result.err;
  return nlohmann::json::parse(result.out);
}

// Returns the choice with a mark, or null.
nlohmann::json ChoiceOf(const nlohmann::json& json, absl::string_view mark) {
  for (const auto& choice : json["choices"]) {
    if (choice["mark"] == std::string(mark)) return choice;
  }
  return nullptr;
}

// Returns the evidence about a size and a resource, or null.
nlohmann::json EvidenceOf(const nlohmann::json& json, const std::string& size, const std::string& resource) {
  for (const auto& row : json["evidence"]) {
    if (row["size"] == size && row["resource"] == resource) return row;
  }
  return nullptr;
}

TEST(FitVerbTest, MatchesGoldenFiles) {
  const struct {
    const char* name;
    std::vector<std::string> args;
  } kCases[] = {
      {"fit_search.table.txt", SearchArgs({"--resource", "cpu"})},
      {"fit_search.json", SearchArgs({"--resource", "cpu", "-o", "json"})},
      {"fit_shares.table.txt", SharesArgs({})},
      {"fit_shares.json", SharesArgs({"-o", "json"})},
      {"fit_shares.yaml", SharesArgs({"-o", "yaml"})},
      {"fit_capacities.table.txt",
       SearchArgs({"--resource", "memory", "--search", "capacities", "--max-reversals", "1.5/week"})},
  };
  for (const auto& test : kCases) {
    const RunResult result = RunCommand(test.args);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "");
    ExpectGolden(test.name, result.out);
  }
  ExpectGolden("help_fit.txt", RunCommand({"fit", "--help"}).out);
}

TEST(FitVerbTest, TheGeneratorPrintsTheExamples) {
  for (const char* kind : {"shares-usage", "shares-nodes"}) {
    const auto generator =
        testing::RunProcess({"sh", testing::SourcePath("deploy/examples/history/generate.sh"), kind});
    ASSERT_TRUE(generator.ok()) << generator.status();
    // Not EXPECT_EQ, which would print two complete files.
    EXPECT_TRUE(generator->standard_output == ReadSource(absl::StrCat("deploy/examples/history/", kind, ".csv")))
        << kind;
  }
}

// The shares are those of generate.sh.
TEST(FitVerbTest, WarnsThatCpuIsLeftOut) {
  const TemporaryFolder folder;
  const std::string file =
      folder.Write("sizes.yaml", absl::StrReplaceAll(ReadSource(kConfiguration), {{"        cpu: \"16\"\n", ""}}));
  for (const char* format : {"table", "json", "yaml"}) {
    const RunResult result =
        RunCommand({"fit", "-f", file, "--history", kFitRecommendations, "--to=2026-02-02T00:00:00Z", "-o", format});
    EXPECT_THAT(result.err, HasSubstr(absl::StrCat("warning: ", file, ":"))) << format;
    EXPECT_THAT(result.err, HasSubstr("(CPU_CAPACITY_INCOMPLETE)")) << format;
  }
}

TEST(FitVerbTest, FindsKnownShares) {
  const nlohmann::json json = FitJsonOf(SharesArgs({}));
  const struct {
    const char* size;
    const char* resource;
    double share;
  } kKnown[] = {{"small", "memory", 0.6425}, {"medium", "memory", 0.7225}, {"large", "memory", 0.8025},
                {"small", "cpu", 0.5225},    {"medium", "cpu", 0.6025},    {"large", "cpu", 0.6625}};
  for (const auto& known : kKnown) {
    const nlohmann::json row = EvidenceOf(json, known.size, known.resource);
    EXPECT_NEAR(row["share"], known.share, 0.01) << row;
    if (known.size == std::string("large")) {
      EXPECT_EQ(row["reason"], "too little evidence: 3 clusters of 5");
      EXPECT_EQ(row.count("proposedPercent"), 0u);
    } else {
      EXPECT_NEAR(row["proposedPercent"], 90 * known.share, 1) << row;
      EXPECT_LE(row["interval"][0], 0.9 * static_cast<double>(row["share"]) + 1e-4);
      EXPECT_GE(row["interval"][1], 0.9 * static_cast<double>(row["share"]) - 1e-4);
    }
  }
  const nlohmann::json sizes = json["proposal"]["spec"]["sizes"];
  EXPECT_EQ(sizes[0]["capacity"]["kubeAPIServerCPUFraction"], "0.47");
  EXPECT_EQ(sizes[2]["capacity"]["kubeAPIServerCPUFraction"], "0.60");  // as before
  EXPECT_EQ(sizes[0]["effects"]["maximumRequestsInflight"], 1000);
  EXPECT_EQ(sizes[0]["criteria"]["from"], 0);
}

TEST(FitVerbTest, TheReserveLowersTheProposal) {
  EXPECT_EQ(EvidenceOf(FitJsonOf(SharesArgs({"--reserve=0"})), "small", "cpu")["proposedPercent"], 52);
  EXPECT_EQ(EvidenceOf(FitJsonOf(SharesArgs({"--reserve=50%"})), "small", "cpu")["proposedPercent"], 26);
}

TEST(FitVerbTest, TooLittleEvidenceProposesNothing) {
  const nlohmann::json json = FitJsonOf(SharesArgs({"--to=2026-02-07T00:00:00Z"}), 1);
  EXPECT_EQ(EvidenceOf(json, "small", "cpu")["reason"], "too little evidence: 6.0 of 7 days");
  EXPECT_EQ(json.count("proposal"), 0u);
  EXPECT_THAT(json["summary"], HasSubstr("No change is proposed: there is too little evidence"));
  // The configuration stays as it is.
  const RunResult yaml = RunCommand(SharesArgs({"--to=2026-02-07T00:00:00Z", "-o", "yaml"}));
  EXPECT_EQ(yaml.exit_code, 1);
  const TemporaryFolder folder;
  const RunResult diff =
      RunCommand({"diff", "-f", kFleet, "--with", folder.Write("same.yaml", yaml.out), "-o", "json"});
  EXPECT_EQ(diff.exit_code, 0) << diff.err << diff.out;
}

TEST(FitVerbTest, TheProposalOfASearchMeetsTheTargetsAndIsMarked) {
  const nlohmann::json json = FitJsonOf(SearchArgs({"--resource=cpu"}));
  const nlohmann::json proposed = ChoiceOf(json, "proposed");
  ASSERT_FALSE(proposed.is_null());
  EXPECT_EQ(proposed["meetsTargets"], true);
  EXPECT_EQ(ChoiceOf(json, "present")["meetsTargets"], false);
  EXPECT_EQ(json["isComplete"], true);
  EXPECT_EQ(json["evaluated"], 82);
  EXPECT_GT(json["choices"].size(), 3u);
  EXPECT_EQ(proposed["percents"].count("memory"), 0u);
  EXPECT_EQ(json["proposal"]["spec"]["resourceBasedAutoscaling"]["kubeAPIServerCPUFraction"], "0.27");
}

TEST(FitVerbTest, SearchesPerSizeAndCapacities) {
  const nlohmann::json all = FitJsonOf(SearchArgs({"--resource=cpu"}));
  const nlohmann::json each = FitJsonOf(SearchArgs({"--resource=cpu", "--per-size"}));
  EXPECT_LT(ChoiceOf(each, "proposed")["cost"], ChoiceOf(all, "proposed")["cost"]);
  EXPECT_EQ(each["isComplete"], false);
  const nlohmann::json capacities =
      FitJsonOf(SearchArgs({"--resource=memory", "--search=capacities", "--max-reversals=1.5/week"}));
  const nlohmann::json sizes = capacities["proposal"]["spec"]["sizes"];
  EXPECT_NE(sizes[0]["capacity"]["memory"], "32Gi");
  EXPECT_EQ(sizes[0]["capacity"]["cpu"], "8");
}

TEST(FitVerbTest, TargetsDecideTheProposal) {
  // The present configuration meets these targets, and nothing is cheaper.
  const nlohmann::json loose = FitJsonOf(SearchArgs({"--resource=cpu", "--target-short=0", "--max-reversals=1/day"}));
  EXPECT_EQ(loose.count("proposal"), 0u);
  EXPECT_THAT(loose["summary"], HasSubstr("the present values meet the targets, and no others cost less"));
  EXPECT_EQ(loose["targets"]["reversalsPerWeek"], 7);
  // A cheaper configuration is allowed to be short.
  const nlohmann::json cheap = FitJsonOf(SearchArgs({"--resource=cpu", "--target-short=5%", "--max-reversals=1/day"}));
  EXPECT_LT(ChoiceOf(cheap, "proposed")["cost"], ChoiceOf(cheap, "present")["cost"]);
  // A recommendation above the largest size cannot be met by a larger capacity of the grid.
  const TemporaryFolder folder;
  const std::string huge = folder.Write("huge.csv",
                                        "time,namespace,cluster,memory,cpu\n2026-02-01T00:00:00Z,a,b,900Gi,1\n"
                                        "2026-02-02T00:00:00Z,a,b,900Gi,1\n");
  const nlohmann::json missed =
      FitJsonOf({"fit", "-f", kFleet, "--history", huge, "--search=capacities", "--resource=memory"}, 1);
  EXPECT_THAT(missed["summary"], HasSubstr("no value of the grid meets the targets"));
  EXPECT_FALSE(ChoiceOf(missed, "nearest").is_null());
}

TEST(FitVerbTest, SharesAreTheUsableFractionsOfASearch) {
  const nlohmann::json json = FitJsonOf(SharesArgs({"--search=fractions", "--resource=cpu"}));
  EXPECT_FALSE(ChoiceOf(json, "shares").is_null());
  EXPECT_EQ(ChoiceOf(json, "proposed")["shortRatio"], 0);
  // Without shares, the present fractions are usable, so that the proposal is short.
  const nlohmann::json without =
      FitJsonOf({"fit", "-f", kFleet, "--history", kSharesUsage, "--resource=cpu", "--target-short=0"});
  EXPECT_EQ(without.count("proposal"), 0u);
}

TEST(FitVerbTest, PricesReplaceCapacities) {
  const nlohmann::json json =
      FitJsonOf(SearchArgs({"--resource=cpu", "--price=small=1", "--price=medium=1", "--price=large=1"}));
  EXPECT_EQ(json["prices"]["large"], 1);
  EXPECT_EQ(ChoiceOf(json, "present")["cost"], 1584);  // 2 nodes of 11 clusters for 72 hours
}

TEST(FitVerbTest, TheProposalCanBeComparedAndReplayed) {
  const TemporaryFolder folder;
  const std::string proposal = folder.Write("p.yaml", RunCommand(SharesArgs({"-o", "yaml"})).out);
  const RunResult diff = RunCommand({"diff", "-f", kFleet, "--with", proposal});
  EXPECT_EQ(diff.err, "");
  const RunResult replay =
      RunCommand({"replay", "-f", kFleet, "--history", kSharesUsage, "--with", proposal, "-o", "json"});
  EXPECT_EQ(replay.exit_code, 0) << replay.err;
  EXPECT_EQ(nlohmann::json::parse(replay.out)["rollout"]["clusters"], 3);
  EXPECT_EQ(RunCommand({"validate", "-f", proposal}).exit_code, 0);
}

TEST(FitVerbTest, NodesBelowTheUsageAreLeftOut) {
  const TemporaryFolder folder;
  const std::string usage = folder.Write("u.csv",
                                         "time,namespace,cluster,pod,memory,cpu\n2026-02-01T00:00:00Z,a,b,p,1Gi,1\n"
                                         "2026-02-01T01:00:00Z,a,b,p,1Gi,1\n");
  const std::string nodes = folder.Write("n.csv",
                                         "time,namespace,cluster,memory,cpu\n2026-02-01T00:00:00Z,a,b,2Gi,0.5\n"
                                         "2026-02-01T00:30:00Z,a,b,2Gi,2\n2026-02-01T01:00:00Z,a,b,2Gi,2\n");
  const RunResult result = RunCommand({"fit", "-f", kFleet, "--history", usage, "--node-history", nodes});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.out, HasSubstr("Left out: 1 value of nodes below the usage of the kube-apiserver"));
  EXPECT_THAT(result.out, HasSubstr("Left out: 2 values of nodes without usage of the kube-apiserver"));
}

// The result of the queries of docs/fit.md.
TEST(FitVerbTest, ReadsNodesFromPrometheus) {
  const TemporaryFolder folder;
  const std::string usage = folder.Write("u.csv",
                                         "time,namespace,cluster,pod,memory,cpu\n1769904000,clusters,b,p,1Gi,1\n"
                                         "1769904300,clusters,b,p,1Gi,1\n");
  const std::string nodes = folder.Write("n.json",
                                         R"({"status": "success", "data": {"resultType": "matrix", "result": [
          {"metric": {"namespace": "clusters-b", "resource": "memory"}, "values": [[1769904000, "2147483648"]]},
          {"metric": {"namespace": "clusters-b", "resource": "cpu"}, "values": [[1769904000, "4"]]}]}})");
  const std::string cluster = folder.Write("c.yaml",
                                           "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\n"
                                           "metadata: {namespace: clusters, name: b}\n");
  const nlohmann::json json =
      FitJsonOf({"fit", "-f", kConfiguration, "-f", cluster, "--history", usage, "--node-history", nodes}, 1);
  EXPECT_EQ(EvidenceOf(json, "small", "memory")["samples"], 1) << json;
  EXPECT_NEAR(EvidenceOf(json, "small", "memory")["share"], 0.5, 0.005);
  EXPECT_NEAR(EvidenceOf(json, "small", "cpu")["share"], 0.25, 0.005);
}

TEST(FitVerbTest, RefusesAConfiguration) {
  const TemporaryFolder folder;
  const std::string fraction =
      folder.Write("fraction.yaml", absl::StrReplaceAll(ReadSource(kConfiguration), {{"\"0.75\"", "\"1.75\""}}));
  const RunResult result = RunCommand({"fit", "-f", fraction, "--history", kFitRecommendations});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("kubeAPIServerMemoryFraction"));
  EXPECT_EQ(result.out, "");
}

TEST(FitVerbTest, WrongInputIsAUsageError) {
  const TemporaryFolder folder;
  const std::string bad = folder.Write("bad.csv", "time,namespace,cluster,memory,cpu\n2026-02-01T00:00:00Z,a,b,x,1\n");
  const struct {
    std::vector<std::string> args;
    std::vector<const char*> err;
  } kCases[] = {
      {{"fit", "-f", kFleet}, {"specify the history to read with --history PATH"}},
      {{"fit", "--history", kFitRecommendations}, {"specify the files to read with -f PATH"}},
      {{"fit", "-f", kFleet, "--history", "-", "--node-history", "-"}, {"standard input (-) can be read only once"}},
      {{"fit", "-f", kFleet, "--history", bad}, {"--history: ", bad.c_str(), ":2:", "\"x\""}},
      {{"fit", "-f", kFleet, "--history", kSharesUsage, "--node-history", bad}, {"--node-history: ", ":2:", "\"x\""}},
      {{"fit", "-f", kFleet, "--history", kSharesUsage, "--node-history", "none.csv"},
       {"--node-history: ", "none.csv"}},
      {{"fit", "-f", kFleet, "--history", kSharesUsage, "--node-history", kSharesUsage},
       {"--node-history: there is a sample of the pod clusters/", "with the total of its nodes"}},
      {{"fit", "-f", kFleet, "--history", kFitRecommendations, "--node-history", kSharesNodes},
       {"--history: the shares need the usage of the kube-apiserver"}},
      {SearchArgs({"--reserve=1"}), {"--reserve: \"1\" is not a part from 0 to below 1; write 0.10 or 10%"}},
      {SearchArgs({"--reserve=x"}), {"--reserve: \"x\" is not"}},
      {SearchArgs({"--reserve=-0.1"}), {"--reserve: \"-0.1\" is not"}},
      {SearchArgs({"--target-short=101%"}),
       {"--target-short: \"101%\" is not a part from 0 to 1; write 0.1% or 0.001"}},
      {SearchArgs({"--target-short=nan"}), {"--target-short: \"nan\" is not"}},
      {SearchArgs({"--target-short=2"}), {"--target-short: \"2\" is not"}},
      {SearchArgs({"--max-reversals=1"}), {"--max-reversals: \"1\" is not a number from 0 to 1000 with a unit"}},
      {SearchArgs({"--max-reversals=1/month"}), {"--max-reversals: \"1/month\" is not"}},
      {SearchArgs({"--max-reversals=-1/week"}), {"--max-reversals: \"-1/week\" is not"}},
      {SearchArgs({"--max-reversals=1001/day"}), {"--max-reversals: \"1001/day\" is not"}},
      {SearchArgs({"--resource=disk"}), {"--resource", "disk"}},
      {SearchArgs({"--search=sizes"}), {"--search", "sizes"}},
      {SharesArgs({"--per-size"}), {"--per-size is for a search", "--search fractions"}},
      {SearchArgs({"--price=small=1"}), {"--price: medium, large have no price; give a price for each size"}},
      {SearchArgs({"--price=tiny=1"}), {"--price: \"tiny\" is not a size"}},
      {SearchArgs({"--step=1ms"}), {"--step: 1ms is below 1s"}},
      {SearchArgs({"--vpa-target-cpu-percentile=2"}), {"--vpa-target-cpu-percentile: 2 is out of range"}},
      {SearchArgs({"-o", "wide"}), {"--output", "wide"}},
      {SearchArgs({"ordrs-prod"}), {"no samples of a cluster \"ordrs-prod\"; did you mean \"orders-prod\"?"}},
  };
  for (const auto& test : kCases) {
    const RunResult result = RunCommand(test.args);
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_THAT(result.out, Not(HasSubstr("CHOICE")));
    for (const char* part : test.err) EXPECT_THAT(result.err, HasSubstr(part));
  }
}

TEST(FitVerbTest, AServerThatCannotBeReachedIsACallThatFailed) {
  const RunResult result = RunCommand(SearchArgs({"--server=unix:/nonexistent/socket", "--timeout=1s"}));
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("unix:/nonexistent/socket"));
}

}  // namespace
}  // namespace cpsizer::cli
