#include "client/cli/replicas/target_findings.h"

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

constexpr char kManifests[] = R"(apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web, namespace: shop}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  maxReplicas: 10
  metrics:
  - type: Resource
    resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}
  - type: ContainerResource
    containerResource: {name: cpu, container: app, target: {type: Utilization, averageUtilization: 80}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: app, resources: {requests: {cpu: 1}}}
      - {name: log, resources: {limits: {cpu: 1}}}
)";

// Returns the output of `validate` for the manifests with one replacement.
std::string Findings(const std::string& from, const std::string& to) {
  const TemporaryFolder folder;
  const std::string text = absl::StrReplaceAll(kManifests, {{from, to}});
  EXPECT_TRUE(from.empty() || text != kManifests) << from;
  return absl::StrReplaceAll(RunCommand({"validate", "-f", folder.Write("shop.yaml", text)}).out, {{"\n    ", " "}});
}

// A request is set from a limit, as in the API server.
TEST(TargetFindingsTest, AManifestWithAllRequestsHasNoFinding) {
  EXPECT_THAT(Findings("", ""), HasSubstr("0 errors, 0 warnings, 0 notes"));
}

TEST(TargetFindingsTest, ReplicasInTheManifest) {
  EXPECT_THAT(Findings("  selector:", "  replicas: 1\n  selector:"),
              AllOf(HasSubstr("REPLICAS_PINNED at 5:"),
                    HasSubstr("the manifest of Deployment web also sets spec.replicas, to 1"), HasSubstr("1 warning")));
}

TEST(TargetFindingsTest, AContainerOfTheTemplateWithoutTheRequest) {
  EXPECT_THAT(Findings("resources: {limits: {cpu: 1}}", "resources: {requests: {memory: 1}}"),
              AllOf(HasSubstr("POD_REQUESTS_MISSING at 9:"),
                    HasSubstr("in the pod template of Deployment web, 1 container does not request cpu: log"),
                    HasSubstr("1 warning")))
      << "only the metric of all containers fails";
  EXPECT_THAT(Findings("requests: {cpu: 1}", "requests: {memory: 1}"),
              AllOf(HasSubstr("does not request cpu: app"), HasSubstr("the container \"app\" in the pod template of"),
                    HasSubstr("2 warnings")));
  EXPECT_THAT(Findings("Utilization, averageUtilization: 80", "AverageValue, averageValue: 1"),
              HasSubstr("0 warnings"));
}

TEST(TargetFindingsTest, ARequestOfTheWholePodReplacesThoseOfContainers) {
  const TemporaryFolder folder;
  const std::string text = absl::StrReplaceAll(kManifests, {{"resources: {limits: {cpu: 1}}", "image: log"},
                                                            {"    spec:\n      containers:",
                                                             "    spec:\n      resources: {requests: {cpu: "
                                                             "2}}\n      containers:"}});
  EXPECT_THAT(RunCommand({"validate", "-f", folder.Write("shop.yaml", text)}).out, HasSubstr("0 warnings"));
}

TEST(TargetFindingsTest, AContainerThatTheTemplateDoesNotHave) {
  EXPECT_THAT(Findings("container: app", "container: application"),
              AllOf(HasSubstr("CONTAINER_NOT_FOUND at 11:"),
                    HasSubstr("the pod template of Deployment web has no container \"application\"; it has app, log")));
}

TEST(TargetFindingsTest, ATargetThatIsProbablyAnotherObject) {
  EXPECT_THAT(Findings("{apiVersion: apps/v1, kind", "{apiVersion: extensions/v1beta1, kind"),
              AllOf(HasSubstr("TARGET_UNMATCHED at 5:"),
                    HasSubstr("no object of the files is the target; a Deployment web of apps/v1 is there, and "
                              "extensions/v1beta1 is another API group")));
  EXPECT_THAT(
      Findings("kind: Deployment, name: web", "kind: Deployment, name: webb"),
      AllOf(HasSubstr("TARGET_UNMATCHED at 5:"), HasSubstr("a Deployment web is there, which is probably meant")));
  EXPECT_THAT(Findings("kind: Deployment, name: web", "kind: Deployment, name: payments"), HasSubstr("0 warnings"))
      << "the target is probably in other files";
}

// A workload of another kind is not the target, even if it has the name.
TEST(TargetFindingsTest, TheNameIsWrongEvenIfAnotherKindHasIt) {
  const std::string text = Findings("kind: Deployment, name: web}", "kind: Deployment, name: wep}");
  EXPECT_THAT(text, HasSubstr("spec.scaleTargetRef.name: wep"));
  const TemporaryFolder folder;
  const std::string both = absl::StrCat(absl::StrReplaceAll(kManifests, {{"name: web}", "name: wep}"}}),
                                        "---\napiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: wep, namespace: "
                                        "shop}\nspec: {selector: {matchLabels: {app: wep}}}\n");
  EXPECT_THAT(RunCommand({"validate", "-f", folder.Write("shop.yaml", both)}).out,
              HasSubstr("spec.scaleTargetRef.name: wep"));
}

TEST(TargetFindingsTest, AnotherNamespaceIsAnotherTarget) {
  EXPECT_THAT(Findings("metadata: {name: web, namespace: shop}\nspec:\n  selector",
                       "metadata: {name: web, namespace: "
                       "bank}\nspec:\n  replicas: 1\n  "
                       "selector"),
              AllOf(Not(HasSubstr("REPLICAS_PINNED")), HasSubstr("TARGET_UNMATCHED"), HasSubstr("1 warning")));
}

TEST(TargetFindingsTest, TheErrorOfReplicasSaysTheSame) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("shop.yaml", absl::StrReplaceAll(kManifests, {{"kind: Deployment, name: web",
                                                                                       "kind: Deployment, "
                                                                                       "name: webb"}}));
  EXPECT_THAT(RunCommand({"replicas", "-f", file}).err,
              AllOf(HasSubstr("it scales Deployment webb"), HasSubstr("a Deployment web is there, which is probably "
                                                                      "meant")));
}

// Returns a pod of the file with this owner, as a JSON entry of `ownerReferences`.
std::string PodWith(const std::string& name, const std::string& owner) {
  return absl::StrCat("---\napiVersion: v1\nkind: Pod\nmetadata: {name: ", name,
                      ", namespace: shop, labels: {app: web}, ownerReferences: [", owner, "]}\n");
}

// Returns the output of `validate` for the manifests and others.
std::string SelectorFindings(const std::string& more) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("shop.yaml", absl::StrCat(kManifests, more));
  return absl::StrReplaceAll(RunCommand({"validate", "-f", file}).out, {{"\n    ", " "}});
}

TEST(TargetFindingsTest, ASelectorThatSelectsThePodsOfAnotherWorkload) {
  const std::string canary = absl::StrReplaceAll(
      absl::StrCat("---\n", std::string(kManifests).substr(std::string(kManifests).find("apiVersion: apps/v1\n"))),
      {{"name: web,", "name: web-canary,"}});
  EXPECT_THAT(SelectorFindings(canary),
              AllOf(HasSubstr("SELECTOR_TOO_WIDE at 5:"),
                    HasSubstr("the selector also selects pods of Deployment web-canary"), HasSubstr("1 warning")));
  EXPECT_THAT(SelectorFindings(absl::StrReplaceAll(canary, {{"labels: {app: web}", "labels: {app: web2}"}})),
              HasSubstr("0 warnings"))
      << "its pods have another label";
  const std::string set = absl::StrReplaceAll(canary, {{"kind: Deployment", "kind: ReplicaSet"}});
  EXPECT_THAT(SelectorFindings(absl::StrReplaceAll(set, {{"web-canary", "web-5d8f"}})), HasSubstr("0 warnings"))
      << "it belongs to the target";
  EXPECT_THAT(SelectorFindings(absl::StrCat(canary, absl::StrReplaceAll(set, {{"web-canary", "web-canary-5d8f"}}))),
              HasSubstr("pods of Deployment web-canary."))
      << "the ReplicaSet belongs to the other Deployment";
}

TEST(TargetFindingsTest, PodsWithAnotherOwner) {
  const std::string own = PodWith("web-5d8f-1", "{kind: ReplicaSet, name: web-5d8f, controller: true}");
  EXPECT_THAT(SelectorFindings(own), HasSubstr("0 warnings"));
  EXPECT_THAT(SelectorFindings(PodWith("load-1", "{kind: Job, name: load, controller: true}")),
              HasSubstr("the selector also selects pods of Job load"));
  EXPECT_THAT(SelectorFindings(PodWith("load-1", "{kind: Job, name: load}")), HasSubstr("0 warnings"))
      << "it does not control the pod";
  EXPECT_THAT(SelectorFindings(absl::StrCat(own, PodWith("web-2", ""))),
              HasSubstr("the selector selects 2 pods, and the target has 1 replica; a selected pod has no owner: "
                        "web-2"));
  EXPECT_THAT(SelectorFindings(PodWith("web-2", "")), HasSubstr("0 warnings")) << "no owner is known";
}

TEST(TargetFindingsTest, AnEndedPodOfTheTargetIsToBeDeleted) {
  const std::string ended = absl::StrCat(PodWith("web-5d8f-1", "{kind: ReplicaSet, name: web-5d8f, controller: true}"),
                                         "status: {phase: Succeeded}\n");
  EXPECT_THAT(SelectorFindings(ended), AllOf(HasSubstr("1 selected pod has ended (Succeeded): web-5d8f-1"),
                                             HasSubstr("Delete the pods that have ended")));
}

// A DaemonSet cannot be scaled, but its pods count.
TEST(TargetFindingsTest, ASelectorThatSelectsThePodsOfADaemonSet) {
  const std::string agent =
      "---\napiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent, namespace: shop}\nspec: {selector: "
      "{matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}}}\n";
  EXPECT_THAT(SelectorFindings(agent), AllOf(HasSubstr("SELECTOR_TOO_WIDE at 5:"),
                                             HasSubstr("the selector also selects pods of DaemonSet agent")));
  EXPECT_THAT(SelectorFindings(absl::StrReplaceAll(agent, {{"labels: {app: web}", "labels: {app: agent}"}})),
              HasSubstr("0 warnings"));
  EXPECT_THAT(SelectorFindings(absl::StrReplaceAll(agent, {{"namespace: shop", "namespace: bank"}})),
              HasSubstr("0 warnings"));
  const TemporaryFolder folder;
  const std::string file = folder.Write("shop.yaml", absl::StrCat(kManifests, agent));
  EXPECT_THAT(RunCommand({"replicas", "-f", file, "--now=2026-03-01T12:00:00Z"}).out,
              HasSubstr("the selector also selects pods of DaemonSet agent"));
}

TEST(TargetFindingsTest, TheDecisionHasTheSameFindingAboutTheSelector) {
  const TemporaryFolder folder;
  const std::string file = folder.Write(
      "shop.yaml", absl::StrCat(kManifests, PodWith("load-1", "{kind: Job, name: load, controller: true}")));
  EXPECT_THAT(RunCommand({"replicas", "-f", file, "--now=2026-03-01T12:00:00Z"}).out,
              AllOf(HasSubstr("SELECTOR_TOO_WIDE"), HasSubstr("pods of Job load")));
}

// The manifest of a target was only skipped with a warning.
TEST(TargetFindingsTest, AValueOfTheWrongTypeInTheManifestOfTheTargetIsAnError) {
  const TemporaryFolder folder;
  const std::string text = absl::StrReplaceAll(kManifests, {{"  selector:", "  replicas: \"1\"\n  selector:"}});
  const std::string file = folder.Write("shop.yaml", text);
  const RunResult result = RunCommand({"validate", "-f", file});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(absl::StrReplaceAll(result.out, {{"\n    ", " "}}),
              AllOf(HasSubstr("Deployment shop/web"), HasSubstr("error FIELD_TYPE_MISMATCH at 17:"),
                    HasSubstr("spec.replicas \"1\" is text where a whole number is expected"),
                    HasSubstr("1 error, 0 warnings, 0 notes in 1 autoscaler and 1 Deployment")));
  EXPECT_THAT(RunCommand({"validate", "-f", file, "-o", "json"}).out, HasSubstr("\"kind\": \"Deployment\""));
  const std::string other = folder.Write(
      "other.yaml", absl::StrReplaceAll(text, {{"kind: Deployment, name: web", "kind: Deployment, name: payments"}}));
  EXPECT_EQ(RunCommand({"validate", "-f", other}).exit_code, 0) << "it is not the target";
}

// As for the answer of a live adapter: the metric fails, and the others decide.
TEST(TargetFindingsTest, AMalformedValueFailsItsMetricOnly) {
  const TemporaryFolder folder;
  const std::string metrics =
      folder.Write("metrics.yaml",
                   "apiVersion: metrics.k8s.io/v1beta1\nkind: PodMetrics\nmetadata: {name: web-1, namespace: shop}\n"
                   "timestamp: '2026-03-01T11:59:50Z'\nwindow: 15s\ncontainers:\n- {name: app, usage: {cpu: NaN}}\n");
  const std::string file = folder.Write("shop.yaml", kManifests);
  const RunResult result =
      RunCommand({"replicas", "-f", file, "-f", metrics, "--now=2026-03-01T12:00:00Z", "-o", "json"});
  EXPECT_THAT(result.out, AllOf(HasSubstr("NaN"), HasSubstr("METRICS_FAILED")));
  EXPECT_THAT(result.err, Not(HasSubstr("QUANTITY_MALFORMED")));
}

}  // namespace
}  // namespace cpsizer::cli
