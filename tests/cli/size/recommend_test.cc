#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// The examples of the feature request. Each has a demand and the size that the demand needs.
struct SizeCase {
  absl::string_view name;
  std::vector<std::string> demand;
  absl::string_view size;
};
const SizeCase kSizes[] = {
    {"cpu decides", {"--memory=20Gi", "--cpu=12"}, "large"},
    {"memory alone decides when cpu is absent", {"--memory=20Gi"}, "medium"},
    {"equality fits", {"--memory=41.6Gi"}, "medium"},
    {"cpu at the edge", {"--cpu=8"}, "medium"},
    {"cpu a thousandth past the edge", {"--cpu=8001m"}, "large"},
    {"more than the largest", {"--memory=200Gi"}, "large"},
    {"zero is a demand", {"--memory=0", "--cpu=0"}, "small"},
};

TEST(RecommendTest, DemandGivesTheSizeOfTheExampleOfTheIssue) {
  for (const SizeCase& test : kSizes) {
    std::vector<std::string> args = {"recommend", "-f", kConfiguration, "-o", "name"};
    args.insert(args.end(), test.demand.begin(), test.demand.end());
    EXPECT_EQ(RunCommand(args).out, absl::StrCat(test.size, "\n")) << test.name;
  }
}

// In the example fleet, checkout-prod needs 10.1 CPUs.
TEST(RecommendTest, AMissingCpuCapacityDoesNotMakeAClusterSmallerUnlessHoldsAreOff) {
  const TemporaryFolder folder;
  const std::string configuration =
      folder.Write("configuration.yaml", absl::StrReplaceAll(ReadSource(kConfiguration), {{"cpu: \"8\"", ""}}));
  const auto recommend = [&configuration](const std::vector<std::string>& more) {
    std::vector<std::string> args = {"recommend",
                                     "-f",
                                     configuration,
                                     "-f",
                                     "deploy/examples/fleet/hostedclusters.yaml",
                                     "-f",
                                     "deploy/examples/fleet/verticalpodautoscalers.yaml",
                                     "checkout-prod"};
    args.insert(args.end(), more.begin(), more.end());
    return RunCommand(args);
  };
  EXPECT_THAT(recommend({}).out, HasSubstr("held: no CPU capacity is known for size small"));
  EXPECT_THAT(recommend({"-o", "json"}).out, HasSubstr("SIZE_HOLD_RULE_CPU_CAPACITY_MISSING"));
  EXPECT_EQ(recommend({"--holds=off", "-o", "name"}).out, "clusters/checkout-prod small\n");
}

struct RecommendCase {
  absl::string_view name;
  std::vector<std::string> args;  // arguments after `recommend`
  int exit_code;
  std::string err;  // part of the error output
};

void Check(const std::vector<RecommendCase>& cases) {
  for (RecommendCase test : cases) {
    SCOPED_TRACE(test.name);
    test.args.insert(test.args.begin(), "recommend");
    const RunResult result = RunCommand(test.args);
    EXPECT_EQ(result.exit_code, test.exit_code);
    EXPECT_THAT(result.err, HasSubstr(test.err));
  }
}

TEST(RecommendTest, WarnsOfAMemoryDemandWithoutItsUnit) {
  const RunResult tiny = RunCommand({"recommend", "-f", kFleet, "--memory", "20480"});
  EXPECT_EQ(tiny.exit_code, 0);
  EXPECT_THAT(tiny.err,
              HasSubstr("warning: --memory: 20480 is less than 1Mi, so the unit is probably wrong; write such "
                        "as 20480Mi or 20Gi"));
  for (const char* memory : {"1Mi", "20480Mi", "0"}) {
    EXPECT_THAT(RunCommand({"recommend", "-f", kFleet, "--memory", memory}).err, ::testing::Not(HasSubstr("1Mi, so")));
  }
  EXPECT_THAT(RunCommand({"recommend", "-f", kFleet, "--memory", "999Ki"}).err, HasSubstr("write such as 20Gi\n"));
}

TEST(RecommendTest, TheJsonOfOneClusterHasTheFieldsOfAListItem) {
  const TemporaryFolder folder;
  const std::string cluster =
      folder.Write("cluster.yaml",
                   "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: {namespace: clusters, "
                   "name: a, labels: "
                   "{hypershift.openshift.io/hosted-cluster-size: small}, annotations: "
                   "{hypershift.openshift.io/cluster-size-override: large}}\nspec: {pausedUntil: tomorrow}\n");
  const RunResult result = RunCommand({"recommend", "-f", kConfiguration, "-f", cluster, "a", "-o", "json"});
  for (const char* member :
       {R"("name": "a")", R"("sizeLabel": "small")", R"("sizeOverride": "large")", R"("notApplied": "PAUSED")",
        R"("pausedUntil": "invalid")", R"("by": "-")", R"("outcome": "SIZE_OUTCOME_NO_RECOMMENDATION")"}) {
    EXPECT_THAT(result.out, HasSubstr(member));
  }
  const RunResult findings = RunCommand({"validate", "-f", cluster});
  EXPECT_THAT(findings.out, HasSubstr("PAUSED_UNTIL_INVALID"));
  EXPECT_THAT(findings.out, HasSubstr("spec.pausedUntil is \"tomorrow\""));
}

TEST(RecommendTest, AnOverrideHasItsWriterAndTime) {
  const TemporaryFolder folder;
  const std::string cluster =
      folder.Write("cluster.json",
                   R"({"apiVersion": "hypershift.openshift.io/v1beta1", "kind": "HostedCluster", "metadata": {
        "namespace": "clusters", "name": "a", "labels": {"hypershift.openshift.io/hosted-cluster-size": "large"},
        "annotations": {"hypershift.openshift.io/cluster-size-override": "large"},
        "managedFields": [{"manager": "kubectl-annotate", "operation": "Update", "time": "2026-08-01T09:00:00Z",
          "fieldsV1": {"f:metadata": {"f:annotations": {"f:hypershift.openshift.io/cluster-size-override": {}}}}}]}})");
  const std::vector<std::string> overrides = {"recommend", "-f", kConfiguration, "-f", cluster, "--overrides"};
  std::vector<std::string> wide = overrides;
  wide.insert(wide.end(), {"-o", "wide"});
  EXPECT_THAT(RunCommand(wide).out,
              HasSubstr("sets large (by kubectl-annotate, since 2026-08-01T09:00:00Z or longer)"));
  std::vector<std::string> json = overrides;
  json.insert(json.end(), {"-o", "json"});
  EXPECT_THAT(RunCommand(json).out, HasSubstr(R"("sizeOverrideManager": "kubectl-annotate")"));
  EXPECT_THAT(RunCommand(json).out, HasSubstr(R"("sizeOverrideTime": "2026-08-01T09:00:00Z")"));
}

TEST(RecommendTest, AnAnnotationOfTheWrongTypeDoesNotHideTheOthers) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("cluster.yaml",
                                        "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: "
                                        "{namespace: a, name: b, annotations: "
                                        "{hypershift.openshift.io/resource-based-cp-auto-scaling: true, "
                                        "resource-request-override.hypershift.openshift.io/kube-apiserver: cpu=4}}\n");
  const RunResult result = RunCommand({"validate", "-f", file});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("resource-based-cp-auto-scaling"));
  EXPECT_THAT(result.out, HasSubstr("REQUEST_OVERRIDE_MALFORMED"));
}

TEST(RecommendTest, AnUnusedObjectIsNamed) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "vpa.yaml",
      "apiVersion: autoscaling.k8s.io/v1\nkind: VerticalPodAutoscaler\nmetadata: {namespace: a, name: b}\n");
  EXPECT_THAT(RunCommand({"recommend", "-f", kFleet, "-f", file}).err,
              HasSubstr("skipped 1 object that is not used (VerticalPodAutoscaler of autoscaling.k8s.io/v1 at "));
}

TEST(RecommendTest, AFileThatCannotBeReadIsOneSentence) {
  const RunResult result = RunCommand({"recommend", "-f", "nosuch.yaml"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "error: nosuch.yaml: cannot be opened: No such file or directory\n");
}

TEST(RecommendTest, ReportsInvalidInput) {
  const TemporaryFolder folder;
  const std::string other = folder.Write("other.yaml", "apiVersion: v1\nkind: ConfigMap\n");
  const std::string others =
      folder.Write("others.yaml", "apiVersion: v1\nkind: \"Widget\\e[31m\"\n---\napiVersion: v1\nkind: ConfigMap\n");
  const std::string broken = folder.Write("broken.yaml", "a: [\n");
  const std::string second = folder.Write("second.yaml", ReadSource(kConfiguration));
  Check({
      {"no files",
       {},
       2,
       "error: specify the files to read with -f PATH (-f - is standard input), or the cluster with --kubeconfig\n"},
      {"no such file", {"-f", "nosuch.yaml"}, 2, "error: nosuch.yaml: "},
      {"a demand that is not a quantity",
       {"-f", kConfiguration, "--memory=20Qi"},
       2,
       "error: --memory: \"20Qi\" has an invalid suffix"},
      {"two invalid demands", {"-f", kConfiguration, "--memory=20Qi", "--cpu=x"}, 2, "error: --cpu: \"x\" "},
      {"no configuration", {"-f", other}, 2, "error: the files of -f contain no ClusterSizingConfiguration"},
      {"a skipped object is named",
       {"-f", other},
       2,
       absl::StrCat("note: skipped 1 object that is not used (ConfigMap of v1 at ", other, ":1:1)\n")},
      {"of several skipped objects the first is named",
       {"-f", others},
       2,
       absl::StrCat("note: skipped 2 objects that are not used (Widget\\x1b[31m of v1 at ", others, ":1:1, ...)\n")},
      {"broken file", {"-f", broken}, 2, absl::StrCat("error: ", broken, ":")},
      {"two configurations",
       {"-f", kFleet, "-f", second},
       2,
       absl::StrCat("error: the files of -f contain 2 ClusterSizingConfigurations (", kConfiguration, ":3:7, ", second,
                    ":3:7); keep one of them\n")},
      {"no clusters",
       {"-f", kConfiguration},
       2,
       "error: there is no HostedCluster; read other files, or give a demand with --memory and --cpu\n"},
      {"misspelt cluster",
       {"-f", kFleet, "chekout-prod"},
       2,
       "error: there is no HostedCluster \"chekout-prod\"; did you mean \"checkout-prod\"?\n"},
      {"misspelt namespace", {"-f", kFleet, "cluster/checkout-prod"}, 2, "did you mean \"clusters/checkout-prod\"?\n"},
      {"cluster and demand",
       {"-f", kFleet, "checkout-prod", "--cpu=1"},
       2,
       "error: --memory and --cpu replace a cluster, but checkout-prod specifies one; leave out these flags, or the "
       "cluster\n"},
      {"changed and held",
       {"-f", kFleet, "--changed", "--held"},
       2,
       "error: no cluster matches both --changed and --held, because a held cluster keeps its size; leave one of them "
       "out\n"},
      {"current size of a whole fleet",
       {"-f", kFleet, "--current=small"},
       2,
       "error: --current is the size of one cluster"},
      {"an invalid quantity", {"-f", kFleet, "--memory", "1 Gi"}, 2, "error: --memory: \"1 Gi\" "},
      {"empty cluster", {"-f", kFleet, ""}, 2, "error: CLUSTER: the value is empty; give one, or leave it out"},
      {"empty path", {"-f", ""}, 2, "error: --filename: the value is empty; give one, or leave it out"},
      {"server without port",
       {"-f", kFleet, "--server=127.0.0.1"},
       2,
       "error: --server: \"127.0.0.1\" is not an address; write host:port"},
      {"server of version six without brackets",
       {"-f", kFleet, "--server=::1"},
       2,
       "error: --server: \"::1\" is not an address"},
      {"server without path", {"-f", kFleet, "--server=unix:"}, 2, "error: --server: \"unix:\" is not an address"},
      {"server with a blank", {"-f", kFleet, "--server=a b:1"}, 2, "error: --server: \"a b:1\" is not an address"},
      {"server without host",
       {"-f", kFleet, "--server=:50051"},
       2,
       "error: --server: \":50051\" is not an address; write host:port"},
      {"server with an invalid port", {"-f", kFleet, "--server=a:0"}, 2, "error: --server: \"a:0\" is not an address"},
      {"server of the web",
       {"-f", kFleet, "--server=http://a:1"},
       2,
       "error: --server: \"http://a:1\" is not an address"},
      {"empty quantity", {"-f", kFleet, "--memory", ""}, 2, "error: --memory: the value is empty; give one"},
      {"negative quantity", {"-f", kFleet, "--cpu", "-1"}, 2, "(VALUE_NEGATIVE)\n"},
      {"bytes that are not text", {"-f", kFleet, "--memory", "1\xff"}, 2, "error: --memory: \"1\\xff\" is not UTF-8"},
  });
}

TEST(RecommendTest, ClusterWithoutSizeAndVpaDoesNotChange) {
  const TemporaryFolder folder;
  const std::string clusters = folder.Write(
      "clusters.yaml",
      "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: {namespace: clusters, name: "
      "a}\n---\n"
      "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: {namespace: clusters, name: b}\n");
  const std::string why =
      "not opted in, because the annotation hypershift.openshift.io/resource-based-cp-auto-scaling: \"true\" is "
      "missing, "
      "and the annotation hypershift.openshift.io/topology: \"dedicated-request-serving-components\" is missing; no "
      "recommendation: there is no VPA of the cluster that can be read; the cluster stays as it is\n";
  EXPECT_THAT(RunCommand({"recommend", "-f", kConfiguration, "-f", clusters, "-o", "wide"}).out, HasSubstr(why));
  EXPECT_THAT(RunCommand({"recommend", "-f", kConfiguration, "-f", clusters, "a"}).out, HasSubstr(why));
}

TEST(RecommendTest, PrintsFindingsAboutSingleClusters) {
  const std::string sizes = absl::StrReplaceAll(ReadSource(kConfiguration), {{"name: medium", "name: middle"}});
  const TemporaryFolder folder;
  const std::string renamed = folder.Write("sizes.yaml", sizes);
  std::vector<std::string> args = {"recommend", "-f", renamed, "--fail-on=warning"};
  for (const char* file : {"hostedclusters.yaml", "verticalpodautoscalers.yaml"}) {
    args.insert(args.end(), {"-f", absl::StrCat("deploy/examples/fleet/", file)});
  }
  for (const char* format : {"table", "wide", "name"}) {
    args.insert(args.end(), {"-o", format});
    const RunResult result = RunCommand(args);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.err,
                HasSubstr("warning: clusters/checkout-prod: currentSize: the configuration has no size "
                          "\"medium\". Check whether the size was renamed or removed. "
                          "(CURRENT_SIZE_UNKNOWN)\n"
                          "note: CURRENT_SIZE_UNKNOWN also for clusters/legacy-batch, clusters/orders-prod, "
                          "clusters/payments-prod, clusters/training-lab\n"));
  }
  args.push_back("checkout-prod");
  EXPECT_THAT(RunCommand(args).err, HasSubstr("warning: clusters/checkout-prod: currentSize: "));
}

TEST(RecommendTest, ANameInSeveralNamespacesNeedsTheNamespace) {
  const TemporaryFolder folder;
  for (const char* name : {"a", "b"}) {
    folder.Write(
        absl::StrCat(name, ".yaml"),
        absl::StrCat("apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: {namespace: ", name,
                     ", name: shop}\n"));
  }
  Check({{"name alone",
          {"-f", kConfiguration, "-f", folder.path(), "shop"},
          2,
          "error: \"shop\" matches 2 HostedClusters (a/shop, b/shop); write namespace/name\n"},
         {"with namespace", {"-f", kConfiguration, "-f", folder.path(), "b/shop"}, 0, ""}});
}

TEST(RecommendTest, AFileThatCannotBeReadDoesNotHideTheRest) {
  const RunResult result = RunCommand({"recommend", "-f", kFleet, "-f", "nosuch.yaml", "-o", "name"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.out, HasSubstr("clusters/checkout-prod large\n"));
}

TEST(RecommendTest, ARefusedConfigurationIsExitCodeOneWithEveryPlace) {
  const TemporaryFolder folder;
  const std::string text =
      absl::StrReplaceAll(ReadSource(kConfiguration), {{"cpu: \"16\"", "cpu: 16x"}, {"0.75", "1.75"}});
  const std::string bad = folder.Write("bad.yaml", text);
  const RunResult result = RunCommand({"recommend", "-f", bad, "--memory=1Gi"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, StartsWith(absl::StrCat("error: ", bad, ":36:14: spec.sizes[1].capacity.cpu: ")));
  EXPECT_THAT(result.err,
              HasSubstr(absl::StrCat("error: ", bad, ":47:38: spec.sizes[2].capacity.kubeAPIServerMemoryFraction: ")));
  EXPECT_EQ(RunCommand({"recommend", "-f", bad, "--memory=1Gi", "--exit-zero"}).exit_code, 0);
}

TEST(RecommendTest, ListsMoreViolationsThanFitInAStatus) {
  const TemporaryFolder folder;
  std::string text =
      "apiVersion: scheduling.hypershift.openshift.io/v1alpha1\nkind: ClusterSizingConfiguration\n"
      "metadata: {name: cluster}\nspec:\n  sizes:\n";
  constexpr int kSizesInFile = 60;
  for (int i = 0; i < kSizesInFile; ++i) {
    absl::StrAppend(&text, "  - {name: s", i, ", criteria: {from: 0}, capacity: {memory: ", i, "bad}}\n");
  }
  const RunResult result = RunCommand({"recommend", "-f", folder.Write("many.yaml", text), "--memory=1Gi"});
  EXPECT_EQ(result.exit_code, 1);
  for (int i = 0; i < kSizesInFile; ++i) {
    EXPECT_THAT(result.err, HasSubstr(absl::StrCat(" spec.sizes[", i, "].capacity.memory: ")));
  }
}

TEST(RecommendTest, MisspeltFieldIsAnErrorWithoutADecision) {
  const TemporaryFolder folder;
  const std::string file =
      folder.Write("misspelt.yaml",
                   absl::StrReplaceAll(ReadSource(kConfiguration),
                                       {{"kubeAPIServerCPUFraction: \"0.60\"", "kubeAPIServerCpuFraction: \"0.60\""}}));
  const RunResult result = RunCommand({"recommend", "-f", file, "--memory=1Gi", "-o", "name"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr(absl::StrCat("error: ", file, ":48:9: ")));
  EXPECT_THAT(result.err, HasSubstr("kubeAPIServerCPUFraction"));
}

TEST(RecommendTest, ASizeWithoutMemoryFailsEveryClusterInOneLine) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "incomplete.yaml", absl::StrReplaceAll(ReadSource(kConfiguration), {{"        memory: 64Gi\n", ""}}));
  const RunResult result = RunCommand({"recommend", "-f", file, "-f", "deploy/examples/fleet/hostedclusters.yaml", "-f",
                                       "deploy/examples/fleet/verticalpodautoscalers.yaml"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("error: clusters/archive-prod: no memory capacity is known for medium"));
  EXPECT_THAT(result.err, HasSubstr("note: the same error for 9 more clusters\n"));
  EXPECT_THAT(result.err,
              ContainsRegex("\nnote: [^ ]*incomplete.yaml:[0-9]+:[0-9]+: spec.sizes.1..capacity.memory: size "
                            "medium has no memory capacity\n"));
  EXPECT_THAT(result.out, HasSubstr("legacy-batch"));
  EXPECT_THAT(result.err, HasSubstr(" 10 failed"));
}

TEST(RecommendTest, SizesWithoutMemoryAreNotesAfterTheErrorAndTheRestIsCounted) {
  const TemporaryFolder folder;
  std::string text =
      "apiVersion: scheduling.hypershift.openshift.io/v1alpha1\nkind: ClusterSizingConfiguration\n"
      "metadata: {name: cluster}\nspec:\n  sizes:\n";
  for (int i = 0; i < 100; ++i) absl::StrAppend(&text, "  - {name: s", i, ", criteria: {from: ", i, "}}\n");
  const RunResult result = RunCommand({"recommend", "-f", folder.Write("bare.yaml", text), "--memory=1Gi"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, StartsWith("error: "));
  EXPECT_THAT(result.err, HasSubstr("and 90 more. Set capacity.memory on each size"));
  EXPECT_THAT(result.err, HasSubstr("bare.yaml:15:5: spec.sizes[9].capacity.memory: size s9 has no memory capacity\n"));
  EXPECT_THAT(result.err, ContainsRegex("\nnote: and [1-9][0-9] more\n$"));
}

TEST(RecommendTest, WarningsCountOnRequestOnly) {
  Check({{"held is fine", {"-f", kFleet, "metrics-dev"}, 0, ""},
         {"held is a warning", {"-f", kFleet, "metrics-dev", "--fail-on=warning"}, 1, ""},
         {"of a fleet as well", {"-f", kFleet, "--fail-on=warning"}, 1, ""},
         {"forgiven", {"-f", kFleet, "--fail-on=warning", "--exit-zero"}, 0, ""},
         {"a note is not a warning", {"-f", kFleet, "gateway-asia", "--fail-on=warning"}, 0, ""},
         {"a usage error is not ignored", {"--exit-zero"}, 2, ""}});
}

TEST(RecommendTest, HygieneAndCpuPolicyReachTheDecision) {
  const auto size = [](std::vector<std::string> args) {
    args.insert(args.begin(), {"recommend", "-f", kFleet, "-o", "name"});
    return RunCommand(args).out;
  };
  EXPECT_EQ(size({"metrics-dev"}), "clusters/metrics-dev -\n");
  EXPECT_EQ(size({"metrics-dev", "--hygiene=warn"}), "clusters/metrics-dev large\n");
  EXPECT_EQ(size({"metrics-dev", "--hygiene=off"}), "clusters/metrics-dev large\n");
  EXPECT_EQ(size({"checkout-prod"}), "clusters/checkout-prod large\n");
  EXPECT_EQ(size({"checkout-prod", "--cpu-policy=never"}), "clusters/checkout-prod small\n");
  EXPECT_EQ(size({"training-lab", "--current=small"}), "clusters/training-lab small\n");
}

// Runs `recommend` with these flags on the example fleet. `configuration` replaces the configuration of the fleet.
RunResult RecommendFleet(const std::string& configuration, const std::vector<std::string>& flags) {
  std::vector<std::string> args = {"recommend"};
  for (const std::string& path : FleetWith(configuration)) args.insert(args.end(), {"-f", path});
  args.insert(args.end(), flags.begin(), flags.end());
  return RunCommand(args);
}

TEST(RecommendTest, ReportsAnInvalidConfigurationAndDecides) {
  const TemporaryFolder folder;
  const std::string gap = folder.Write("gap.yaml", ConfigurationWithGap());
  const std::string line =
      absl::StrCat("error: ", gap,
                   ": the configuration is not valid (CRITERIA_GAP); no decision reads the fields with errors, so the "
                   "sidecar decides, but the operator may apply no sizes; cpsizer validate lists the errors\n");
  const std::vector<std::string> cases[] = {
      {}, {"-o", "json"}, {"-o", "name"}, {"checkout-prod"}, {"--memory=20Gi"}, {"--memory=20Gi", "-o", "name"}};
  for (const std::vector<std::string>& flags : cases) {
    const RunResult result = RecommendFleet(gap, flags);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.err, HasSubstr(line));
    EXPECT_NE(result.out, "") << "it is decided anyway";
  }
  EXPECT_EQ(RecommendFleet(gap, {"--exit-zero"}).exit_code, 0);
  EXPECT_THAT(RecommendFleet(kConfiguration, {}).err, Not(HasSubstr("the sidecar would hold")));
}

TEST(RecommendTest, AConfigurationThatTheOperatorRefusesMovesNoCluster) {
  const TemporaryFolder folder;
  const RunResult result = RecommendFleet(folder.Write("gap.yaml", ConfigurationWithGap()), {});
  EXPECT_THAT(result.out, HasSubstr("CONFIGURATION_REFUSED"));
  EXPECT_THAT(result.err, HasSubstr("0 would change"));
  EXPECT_THAT(result.err, HasSubstr(", because the operator refuses the configuration"));
}

TEST(RecommendTest, PrintsForHowManyClustersTheCpuPolicyMatters) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("capacities.yaml", ConfigurationWithoutCpuFractions());
  const std::string policies =
      " on the CPU policy: CPU is used with when-capacity-configured, the default here, but not with "
      "when-fraction-configured, which an installed sidecar uses; choose one with --cpu-policy\n";
  EXPECT_THAT(RecommendFleet(file, {}).err, HasSubstr("note: the results for 1 of 13 clusters depend" + policies));
  EXPECT_THAT(RecommendFleet(file, {"-o", "json"}).err, HasSubstr("clusters depend" + policies));
  EXPECT_THAT(RecommendFleet(file, {"checkout-prod"}).err, HasSubstr("note: the result depends" + policies));
  EXPECT_THAT(RecommendFleet(file, {"archive-prod"}).err, Not(HasSubstr("CPU policy")));
  EXPECT_THAT(RecommendFleet(file, {"--memory=1Gi", "--cpu=12"}).err, HasSubstr("note: the result depends" + policies));
  EXPECT_THAT(RecommendFleet(file, {"--memory=1Gi"}).err, Not(HasSubstr("CPU policy")));
  EXPECT_THAT(RecommendFleet(file, {"--cpu-policy=when-capacity-configured"}).err, Not(HasSubstr("CPU policy")));
  EXPECT_THAT(RecommendFleet(kConfiguration, {}).err, Not(HasSubstr("CPU policy")));
}

}  // namespace
}  // namespace cpsizer::cli
