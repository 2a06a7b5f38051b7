// Tests `cpsizer cpu-requests` with files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kCpuRequestsExample[] = "deploy/examples/cpu-requests";
constexpr char kWorkloads[] = "deploy/examples/cpu-requests/workloads.yaml";

std::string CpuDeployment(absl::string_view name, absl::string_view cpu, absl::string_view more = "") {
  return absl::StrCat("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ", name, ", namespace: shop}\nspec:\n  ",
                      more, "\n  selector: {matchLabels: {app: ", name,
                      "}}\n  template: {spec: {containers: [{name: app, ", "resources: {requests: {cpu: ", cpu,
                      "}}}]}}\n---\n");
}

constexpr char kInfrastructure[] =
    "apiVersion: config.openshift.io/v1\nkind: Infrastructure\nmetadata: {name: cluster}\n"
    "status: {controlPlaneCPULimit: 3, platform: None}\n---\n";
constexpr char kInstallConfig[] = "apiVersion: v1\nbaseDomain: example.com\ncontrolPlaneCPULimit: 2\n---\n";

std::string KubeletConfig(absl::string_view name, absl::string_view pool, absl::string_view fields) {
  return absl::StrCat("apiVersion: machineconfiguration.openshift.io/v1\nkind: KubeletConfig\nmetadata: {name: ", name,
                      "}\nspec:\n  machineConfigPoolSelector: {matchLabels: {",
                      "pools.operator.machineconfiguration.openshift.io/", pool, ": ''}}\n  kubeletConfig: {", fields,
                      "}\n---\n");
}

std::string CpuNode(absl::string_view name, absl::string_view labels = "") {
  return absl::StrCat("apiVersion: v1\nkind: Node\nmetadata: {name: ", name, ", labels: {", labels,
                      "}}\nstatus: {capacity: {cpu: 8}}\n---\n");
}

// Writes `text` to a file and runs the verb on this file.
RunResult RunOn(const std::string& text, std::vector<std::string> args = {}) {
  const TemporaryFolder folder;
  args.insert(args.begin(), {"cpu-requests", "-f", folder.Write("objects.yaml", text)});
  RunResult result = RunCommand(args);
  result.err = absl::StrReplaceAll(result.err, {{folder.PathOf("objects.yaml"), "FILE"}});
  return result;
}

TEST(CpuRequestsTest, ExampleMatchesGoldenFiles) {
  ExpectGolden("cpu_requests.txt", RunCommand({"cpu-requests", "-f", kCpuRequestsExample}).out);
  ExpectGolden("cpu_requests_wide.txt", RunCommand({"cpu-requests", "-f", kCpuRequestsExample, "-o", "wide"}).out);
  ExpectGolden("cpu_requests_names.txt", RunCommand({"cpu-requests", "-f", kCpuRequestsExample, "-o", "name"}).out);
  ExpectGolden("cpu_requests.json", RunCommand({"cpu-requests", "-f", kCpuRequestsExample, "-o", "json"}).out);
  ExpectGolden("help_cpu_requests.txt", RunCommand({"cpu-requests", "--help"}).out);
}

TEST(CpuRequestsTest, AShortfallIsAWarningWithTheOverSubscriptionThatItNeeds) {
  const RunResult result = RunOn(CpuDeployment("web", "7"), {"--limit=4"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  ExpectGolden("cpu_requests_shortfall.txt", result.out);
  EXPECT_EQ(RunOn(CpuDeployment("web", "7"), {"--limit=4", "--fail-on=warning"}).exit_code, 1);
  EXPECT_EQ(RunOn(CpuDeployment("web", "7"), {"--limit=4", "--fail-on=warning", "--exit-zero"}).exit_code, 0);
  EXPECT_THAT(RunOn(CpuDeployment("web", "7"), {"--limit=4", "-o", "name"}).err, HasSubstr("REQUESTS_ABOVE_LIMIT"));
}

TEST(CpuRequestsTest, C8TheLimitIsThatOfTheFlagElseOfTheInfrastructureElseOfTheInstallConfig) {
  const std::string web = CpuDeployment("web", "600m");
  const std::string all = absl::StrCat(kInstallConfig, kInfrastructure, web);
  EXPECT_EQ(RunOn(all, {"-o", "name", "--limit=1"}).out, "Deployment shop/web app 100m\n");
  EXPECT_EQ(RunOn(all, {"-o", "name"}).out, "Deployment shop/web app 300m\n");
  EXPECT_EQ(RunOn(kInstallConfig + web, {"-o", "name"}).out, "Deployment shop/web app 200m\n");
  const std::string without = absl::StrReplaceAll(kInfrastructure, {{"controlPlaneCPULimit: 3, ", ""}});
  EXPECT_EQ(RunOn(kInstallConfig + without + web, {"-o", "name"}).out, "Deployment shop/web app 200m\n")
      << "it has no limit";
  EXPECT_EQ(RunOn(without + web, {"-o", "name"}).out, "Deployment shop/web app 600m\n") << "no limit";
  const RunResult none = RunOn(web);
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err,
              HasSubstr("contain no Infrastructure and no install-config.yaml; give the CPU limit with --limit"));
}

TEST(CpuRequestsTest, ReplicasNodesAndDaemonSetsGiveTheNumberOfPods) {
  const std::string daemon_set = absl::StrReplaceAll(CpuDeployment("agent", "60m"), {{"Deployment", "DaemonSet"}});
  const std::string scheduled =
      absl::StrReplaceAll(daemon_set, {{"spec:\n", "status: {desiredNumberScheduled: 7}\nspec:\n"}});
  const std::vector<std::string> json = {"--limit=3", "-o", "json"};
  EXPECT_THAT(RunOn(CpuDeployment("web", "1", "replicas: 3"), json).out, HasSubstr("\"pods\": 3"));
  EXPECT_THAT(RunOn(CpuDeployment("web", "1"), json).out, HasSubstr("\"pods\": 1"));
  EXPECT_THAT(RunOn(daemon_set, json).out, HasSubstr("\"pods\": 1"));
  EXPECT_THAT(RunOn(scheduled, json).out, HasSubstr("\"pods\": 7"));
  const std::string nodes = CpuNode("a", "node-role.kubernetes.io/master: ''") +
                            CpuNode("b", "node-role.kubernetes.io/control-plane: ''") + CpuNode("c");
  const RunResult with_nodes = RunOn(scheduled + nodes, json);
  EXPECT_THAT(with_nodes.out, AllOf(HasSubstr("\"pods\": 2"), Not(HasSubstr("\"node\": \"c\""))));
  EXPECT_THAT(RunOn(scheduled + CpuNode("c"), json).out, AllOf(HasSubstr("\"pods\": 1"), HasSubstr("\"node\": \"c\"")));
}

TEST(CpuRequestsTest, PodsOfWorkloadsAndReplicaSetsAreNotCountedAgain) {
  const std::string pod =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: web-1, namespace: shop, ownerReferences: [{apiVersion: apps/v1, "
      "kind: "
      "OWNER, name: x, uid: u, controller: true}]}\nspec: {containers: [{name: app, resources: {requests: {cpu: "
      "60m}}}]}\n---\n";
  const std::string replica_set = absl::StrReplaceAll(CpuDeployment("web", "60m"), {{"Deployment", "ReplicaSet"}});
  const std::string owned = absl::StrReplaceAll(pod, {{"OWNER", "ReplicaSet"}});
  const std::string mirror = absl::StrReplaceAll(pod, {{"OWNER", "Node"}});
  EXPECT_EQ(RunOn(CpuDeployment("web", "60m") + replica_set + owned, {"--limit=3", "-o", "name"}).out,
            "Deployment shop/web app 30m\n");
  EXPECT_EQ(RunOn(mirror, {"--limit=3", "-o", "name"}).out, "Pod shop/web-1 app 30m\n") << "the copy of a static pod";
}

TEST(CpuRequestsTest, IdleUsageIsFoundByLabelsOrByThePod) {
  const std::string usage =
      "apiVersion: metrics.k8s.io/v1beta1\nkind: PodMetrics\nmetadata: {name: web-1, namespace: shopLABELS}\n"
      "containers: [{name: app, usage: {cpu: 60m}}]\n---\n";
  const std::string pod =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: web-1, namespace: shop, labels: {app: web}, ownerReferences: "
      "[{kind: "
      "ReplicaSet, controller: true}]}\n---\n";
  const std::string web = CpuDeployment("web", "600m");
  const std::vector<std::string> capped = {"--limit=3", "--cap-by-idle-usage", "-o", "name"};
  EXPECT_EQ(RunOn(web + absl::StrReplaceAll(usage, {{"LABELS", ", labels: {app: web}"}}), capped).out,
            "Deployment shop/web app 120m\n");
  EXPECT_EQ(RunOn(web + pod + absl::StrReplaceAll(usage, {{"LABELS", ""}}), capped).out,
            "Deployment shop/web app 120m\n");
  EXPECT_EQ(RunOn(web + absl::StrReplaceAll(usage, {{"LABELS", ", labels: {app: db}"}}), capped).out,
            "Deployment shop/web app 300m\n");
  EXPECT_EQ(
      RunOn(web + absl::StrReplaceAll(usage, {{"LABELS", ", labels: {app: web}"}}), {"--limit=3", "-o", "name"}).out,
      "Deployment shop/web app 300m\n");
}

TEST(CpuRequestsTest, TheKubeletConfigIsThatOfTheControlPlane) {
  const std::string workers = KubeletConfig("workers", "worker", "systemReserved: {cpu: 1}");
  const std::string masters = KubeletConfig("masters", "master", "systemReserved: {cpu: 2}");
  EXPECT_THAT(
      RunOn(CpuNode("a") +
            absl::StrReplaceAll(workers, {{"pools.operator.machineconfiguration.openshift.io/worker", "custom"}}))
          .out,
      HasSubstr("8 - 1 reserved = 7"))
      << "of a pool by another label";
  EXPECT_THAT(RunOn(CpuNode("a") + workers).out, HasSubstr("8 - 0 reserved = 8"));
  EXPECT_THAT(RunOn(CpuNode("a") + workers).err,
              HasSubstr("note: KubeletConfig workers is left out: it is not of the machine config pool master"));
  EXPECT_THAT(RunOn(CpuNode("a") + workers + masters).out, HasSubstr("8 - 2 reserved = 6"));
  EXPECT_THAT(RunOn(CpuNode("a") + masters + masters).err,
              HasSubstr("there are 2 KubeletConfigs of the control plane; give one of them"));
}

TEST(CpuRequestsTest, SimilarFieldOfTheKubeletIsReportedAsMisspelt) {
  const RunResult result = RunOn(CpuNode("a") + KubeletConfig("c", "master", "cpuOverSubscriptionCapasity: 1"));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("cpuOverSubscriptionCapasity"), HasSubstr("Write cpuOverSubscriptionCapacity.")));
  EXPECT_EQ(RunOn(CpuNode("a") + KubeletConfig("c", "master", "maxPods: 500")).exit_code, 0)
      << "a field of the kubelet";
}

struct BadCase {
  const char* name;
  std::string text;
  std::vector<std::string> args;
  int exit_code;
  const char* error;
};

TEST(CpuRequestsTest, InvalidInputIsOneClearError) {
  const std::string web = CpuDeployment("web", "1");
  const auto infrastructure = [](const char* limit) {
    return absl::StrReplaceAll(kInfrastructure,
                               {{"controlPlaneCPULimit: 3", absl::StrCat("controlPlaneCPULimit: ", limit)}});
  };
  const BadCase cases[] = {
      {"a flag that is not a number",
       web,
       {"--limit=four"},
       2,
       "error: --limit: \"four\" is not a whole number of CPUs"},
      {"a fraction", web, {"--limit=2.5"}, 2, "error: --limit: \"2.5\" is not a whole number of CPUs"},
      {"a negative flag", web, {"--limit=-1"}, 2, "error: --limit"},
      {"a count of zero", web, {"--limit=4", "--default-cpu-count=0"}, 2, "error: --default-cpu-count"},
      {"a negative limit", infrastructure("-4") + web, {}, 1, "error: FILE:4:"},
      {"a fractional limit", infrastructure("2.5") + web, {}, 2, "2.5 is a number but not a whole number"},
      {"a limit that is text",
       infrastructure("'4'") + web,
       {},
       2,
       "where a whole number is expected; remove the quotes"},
      {"a limit past 32 bits", infrastructure("4294967296") + web, {}, 2, "but not a whole number from"},
      {"an install-config with a text",
       absl::StrReplaceAll(kInstallConfig, {{"2", "many"}}) + web,
       {},
       2,
       "where a whole number is expected"},
      {"two Infrastructures",
       absl::StrCat(kInfrastructure, kInfrastructure, web),
       {},
       2,
       "there are 2 Infrastructures"},
      {"an invalid request",
       CpuDeployment("web", "lots"),
       {"--limit=4"},
       1,
       "error: FILE:1:1: workloads[0].podSpec.containers[0]"},
      {"over-subscription that is text",
       CpuNode("a") + KubeletConfig("c", "master", "cpuOverSubscriptionCapacity: much"),
       {},
       2,
       "where a finite number is expected"},
      {"over-subscription that is infinite",
       CpuNode("a") + KubeletConfig("c", "master", "cpuOverSubscriptionCapacity: .inf"),
       {},
       2,
       "where a finite number is expected"},
      {"negative over-subscription",
       CpuNode("a") + KubeletConfig("c", "master", "cpuOverSubscriptionCapacity: -1"),
       {},
       1,
       "the over-subscription -1 is negative"},
      {"a kubelet that would not start",
       CpuNode("a") + KubeletConfig("c", "master", "systemReserved: {cpu: 9}"),
       {},
       1,
       "node \"a\" has 8"},
      {"nothing to do", kInfrastructure, {}, 2, "contain no workload or Node that can be read"},
  };
  for (const BadCase& c : cases) {
    const RunResult result = RunOn(c.text, c.args);
    EXPECT_EQ(result.exit_code, c.exit_code) << c.name << ": " << result.err;
    EXPECT_THAT(result.err, AllOf(StartsWith("error: "), HasSubstr(c.error))) << c.name;
    EXPECT_EQ(result.out, "") << c.name;
  }
}

TEST(CpuRequestsTest, MisspeltOrMisplacedLimitIsAnError) {
  const std::string web = CpuDeployment("web", "600m");
  const std::string bad[] = {
      absl::StrReplaceAll(kInfrastructure, {{"controlPlaneCPULimit", "controlPlaneCpuLimit"}}),
      absl::StrReplaceAll(kInfrastructure, {{"status:", "spec:"}}),
      absl::StrReplaceAll(kInstallConfig, {{"controlPlaneCPULimit", "controlPlaneCPULimits"}}),
  };
  for (const std::string& text : bad) {
    const RunResult result = RunOn(text + web);
    EXPECT_EQ(result.exit_code, 1) << text;
    EXPECT_THAT(result.err, AllOf(StartsWith("error: FILE:"), HasSubstr("has no field controlPlaneC"))) << text;
    EXPECT_EQ(result.out, "");
  }
}

TEST(CpuRequestsTest, AnObjectThatIsThereTwiceIsAnError) {
  const std::string web = CpuDeployment("web", "600m");
  for (const std::string& text : {web + web, CpuNode("a") + CpuNode("a")}) {
    const RunResult result = RunOn(text, {"--limit=3"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, AllOf(StartsWith("error: FILE:"), HasSubstr(" is also at "), HasSubstr("; give it once")));
  }
}

TEST(CpuRequestsTest, PodsThatHaveEndedDoNotCount) {
  const auto pod = [](absl::string_view name, absl::string_view phase) {
    return absl::StrCat("apiVersion: v1\nkind: Pod\nmetadata: {name: ", name,
                        ", namespace: shop}\nstatus: {phase: ", phase,
                        "}\nspec: {containers: [{name: app, resources: {requests: {cpu: 60m}}}]}\n---\n");
  };
  EXPECT_EQ(RunOn(pod("a", "Running") + pod("b", "Succeeded") + pod("c", "Failed"), {"--limit=3", "-o", "name"}).out,
            "Pod shop/a app 30m\n");
}

TEST(CpuRequestsTest, InvalidUsageIsReportedWithItsPlace) {
  const std::string usage =
      "apiVersion: metrics.k8s.io/v1beta1\nkind: PodMetrics\nmetadata: {name: web-1, namespace: shop, labels: {app: "
      "web}}\n"
      "containers: [{name: app, usage: {cpu: lots}}]\n---\n";
  const std::string web = CpuDeployment("web", "600m");
  EXPECT_EQ(RunOn(usage + web, {"--limit=3"}).exit_code, 0) << "it is ignored";
  EXPECT_THAT(RunOn(usage + web, {"--limit=3", "--cap-by-idle-usage"}).err, StartsWith("error: FILE:1:1: "));
  EXPECT_THAT(RunOn(web, {"--limit=3", "--cap-by-idle-usage"}).err, HasSubstr("so --cap-by-idle-usage has no effect"));
}

TEST(CpuRequestsTest, FileWithoutLimitIsAnErrorAndNodesAloneAreNot) {
  EXPECT_EQ(RunCommand({"cpu-requests", "-f", kWorkloads}).exit_code, 2);
  EXPECT_THAT(RunOn(CpuNode("a")).out, StartsWith("Node a offers 8 CPUs of 8 to pods.\n"));
}

TEST(CpuRequestsTest, ValidateKnowsTheKinds) {
  const TemporaryFolder folder;
  const std::string file =
      folder.Write("objects.yaml",
                   absl::StrCat(absl::StrReplaceAll(kInfrastructure, {{"3", "-3"}, {"name: cluster", "name: other"}}),
                                KubeletConfig("c", "master", "reservedSystemCPUs: 0 to 3, systemReservd: {cpu: 1}")));
  const RunResult result = RunCommand({"validate", "-f", file});
  EXPECT_EQ(result.exit_code, 1);
  ExpectGolden("validate_cpu.txt", absl::StrReplaceAll(result.out, {{file, "objects.yaml"}}));
  EXPECT_EQ(RunCommand({"validate", "-f", kCpuRequestsExample}).exit_code, 0);
}

}  // namespace
}  // namespace cpsizer::cli
