// The lines of `cpsizer diff` on the rollout and on the cost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

// Returns a cluster of the size small, and its VPA, whose memory fits only a larger size of the proposed configuration.
// `annotation` and `spec` are added to the cluster.
std::string SmallCluster(int number, absl::string_view annotation, absl::string_view spec) {
  return absl::StrFormat(
      R"(---
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata:
  namespace: clusters
  name: c%d
  annotations:
    hypershift.openshift.io/topology: dedicated-request-serving-components
    hypershift.openshift.io/resource-based-cp-auto-scaling: "true"
    hypershift.openshift.io/recommended-cluster-size: small
    hypershift.openshift.io/cluster-scheduled: "true"
    %s
spec: {%s}
---
apiVersion: autoscaling.k8s.io/v1
kind: VerticalPodAutoscaler
metadata: {namespace: clusters-c%d, name: kube-apiserver}
status:
  conditions: [{type: RecommendationProvided, status: "True"}]
  recommendation:
    containerRecommendations:
    - {containerName: kube-apiserver, uncappedTarget: {memory: 17Gi, cpu: "2"}}
)",
      number, annotation, spec, number);
}

TEST(DiffOutlookTest, EndsWithTheTimeOfTheRollout) {
  const TemporaryFolder folder;
  std::string clusters;
  for (int i = 0; i < 42; ++i) clusters += SmallCluster(i, "", "");
  clusters += SmallCluster(42, "hypershift.openshift.io/cluster-size-override: large", "");
  clusters += SmallCluster(43, "", "pausedUntil: 'true'");
  clusters += SmallCluster(44, "", "pausedUntil: '2026-03-01T12:00:01Z'");
  clusters += SmallCluster(45, "", "pausedUntil: '2026-03-01T12:00:00Z'");  // the present time
  folder.Write("clusters.yaml", clusters);
  folder.Write("configuration.yaml", ReadSource(kProposed));
  const TemporaryFolder with;
  const std::string after =
      with.Write("after.yaml", absl::StrReplaceAll(ReadSource(kProposed), {{"\"0.55\"", "\"0.50\""}}));
  const RunResult result = RunCommand({"diff", "-f", folder.path(), "--with", after, "--hygiene=off"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, EndsWith("\n\n43 clusters move; at 5 per 10m this takes at least 1h 20m; 3 clusters do not "
                                   "move: 2 paused, 1 with a size override\n"));
}

// Returns the proposed configuration without `concurrency`.
std::string ProposedWithoutConcurrency() {
  const std::string text = ReadSource(kProposed);
  const std::string without =
      absl::StrReplaceAll(text, {{"  concurrency:\n    slidingWindow: 10m\n    limit: 5\n", ""}});
  EXPECT_NE(without, text);
  return without;
}

// The real operator: without `concurrency` its limit is 0, also if the API server has defaults for the fields below it.
TEST(DiffOutlookTest, AbsentConcurrencyMovesOnlyClustersThatAreNotScheduled) {
  const TemporaryFolder folder;
  const std::string with = folder.Write("without.yaml", ProposedWithoutConcurrency());
  EXPECT_THAT(RunCommand({"diff", "-f", kFleet, "--with", with}).out,
              EndsWith("\n2 clusters never move, because spec.concurrency is absent, so the operator's limit is 0\n"));
  const std::string unscheduled = folder.Write(
      "clusters.yaml", absl::StrReplaceAll(ReadSource(absl::StrCat(kFleet, "/hostedclusters.yaml")),
                                           {{"cluster-scheduled: \"true\"", "cluster-scheduled: \"True\""}}));
  const RunResult result = RunCommand({"diff", "-f", kConfiguration, "-f", unscheduled, "-f",
                                       absl::StrCat(kFleet, "/verticalpodautoscalers.yaml"), "-f",
                                       absl::StrCat(kFleet, "/machinesets.yaml"), "--with", with});
  EXPECT_THAT(result.out, EndsWith("\n2 clusters move; this can happen at once, because the limit is only for clusters "
                                   "with the annotation hypershift.openshift.io/cluster-scheduled\n"));
}

std::vector<std::string> DiffWithPrices(const std::vector<std::string>& prices, const char* format) {
  std::vector<std::string> args = {"diff", "-f", kFleet, "--with", kProposed, "-o", format};
  for (const std::string& price : prices) args.insert(args.end(), {"--price", price});
  return args;
}

TEST(DiffOutlookTest, EndsWithTheCostIfPricesAreGiven) {
  const std::vector<std::string> prices = {"small=0.42", "medium=0.84", "large=1.68", "xlarge=3.36"};
  EXPECT_THAT(RunCommand(DiffWithPrices(prices, "table")).out,
              EndsWith("\n2 clusters move; at 5 per 10m this can happen at once\n"
                       "Cost per month (730 hours): 14716.80 before, 18396.00 after, +3679.20\n"));
  const auto json = nlohmann::json::parse(RunCommand(DiffWithPrices(prices, "json")).out);
  EXPECT_EQ(json["rollout"]["clusters"], 2);
  EXPECT_EQ(json["cost"]["difference"], 3679.2);
  EXPECT_EQ(RunCommand(DiffWithPrices(prices, "name")).out, RunCommand(DiffWithPrices({}, "name")).out);
}

TEST(DiffOutlookTest, RefusesInvalidPrices) {
  const struct {
    std::vector<std::string> prices;
    std::string err;
  } kCases[] = {
      {{"small=-1"}, "error: --price: \"small=-1\": the price is negative"},
      {{"small=abc"}, "error: --price: \"small=abc\": \"abc\" is not a number"},
      {{"small=1", "huge=1"}, "error: --price: \"huge\" is not a size of the configurations"},
  };
  for (const auto& test : kCases) {
    for (const char* format : {"table", "json"}) {
      const RunResult result = RunCommand(DiffWithPrices(test.prices, format));
      EXPECT_EQ(result.exit_code, 2);
      EXPECT_EQ(result.out, "");
      EXPECT_THAT(result.err, HasSubstr(test.err));
    }
  }
}

TEST(DiffOutlookTest, SaysWhyTheRolloutIsNotSimulated) {
  const TemporaryFolder folder;
  const std::string file =
      folder.Write("soon.yaml", absl::StrReplaceAll(ReadSource(kProposed), {{"increase: 30s", "increase: soon"}}));
  const RunResult result = RunCommand({"diff", "-f", kFleet, "--with", file, "-o", "json"});
  EXPECT_THAT(result.err,
              HasSubstr("note: the rollout is not simulated: spec.transitionDelay.increase: \"soon\" is not "
                        "a duration of at least 0; write it like 30s or 1h30m\n"));
  EXPECT_FALSE(nlohmann::json::parse(result.out).contains("rollout"));
}

}  // namespace
}  // namespace cpsizer::cli
