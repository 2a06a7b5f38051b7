#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kBad[] =
    "apiVersion: autoscaling/v2\n"
    "kind: HorizontalPodAutoscaler\n"
    "metadata: {name: web, namespace: shop}\n"
    "spec:\n"
    "  scaleTargetRef: {apiVersion: apps/v1, kind: DaemonSet, name: web}\n"
    "  minReplicas: 5\n"
    "  maxReplicas: 3\n"
    "  minReplica: 2\n"
    "  metrics:\n"
    "  - type: Resource\n"
    "    resource:\n"
    "      name: cpu\n"
    "      target: {type: Utilization, averageUtilization: 0}\n";

TEST(ValidateAutoscalerTest, TheExampleHasNoFindings) {
  const RunResult result = RunCommand({"validate", "-f", kReplicas, "--fail-on=warning"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out,
            absl::StrCat(kReplicas,
                         ": HorizontalPodAutoscaler shop/web\n  no findings\n\n0 errors, 0 warnings, 0 notes in 1 "
                         "autoscaler\n"));
  EXPECT_EQ(result.err, "");
}

TEST(ValidateAutoscalerTest, PrintsEachFindingWithItsPlace) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("hpa.yaml", kBad);
  const RunResult names = RunCommand({"validate", "-f", file, "-o", "name"});
  EXPECT_EQ(names.exit_code, 1);
  EXPECT_EQ(names.out, absl::StrCat(file, ":7:16 MAX_REPLICAS_BELOW_MIN spec.maxReplicas\n", file,
                                    ":13:55 VALUE_OUT_OF_RANGE spec.metrics[0].resource.target.averageUtilization\n",
                                    file, ":8:3 FIELD_UNKNOWN spec.minReplica\n", file,
                                    ":5:47 TARGET_NOT_SCALABLE spec.scaleTargetRef.kind\n"));
  const RunResult table = RunCommand({"validate", "-f", file});
  EXPECT_THAT(table.out, HasSubstr("  error FIELD_UNKNOWN at 8:3\n    spec.minReplica: 2\n    spec has no field "
                                   "minReplica.\n    8 |   minReplica: 2\n      |   ^\n    Write minReplicas.\n"));
  const nlohmann::json json =
      nlohmann::json::parse(RunCommand({"validate", "-f", file, "-o", "json"}).out)["items"][0]["response"];
  EXPECT_FALSE(json.contains("valid"));
  EXPECT_FALSE(json.contains("condition")) << "an autoscaler has no condition about its validity";
  EXPECT_EQ(json["findings"].size(), 4U);
}

std::string Good(absl::string_view name, absl::string_view target) {
  return absl::StrCat("apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: ", name,
                      ", namespace: shop}\nspec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ",
                      target, "}\n  maxReplicas: 9\n---\n");
}

// Returns autoscalers whose bounds are equal, which is a warning. If `error`, each also has an error.
std::string Pinned(int count, bool error) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&text, "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: a", i,
                    ", namespace: shop}\nspec: {minReplicas: 3, maxReplicas: 3, ", error ? "maxReplica: 3, " : "",
                    "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: a", i, "}}\n---\n");
  }
  return text;
}

size_t CountOf(absl::string_view word, absl::string_view text) {
  return std::vector<std::string>(absl::StrSplit(text, word)).size() - 1;
}

TEST(ValidateAutoscalerTest, PrintsTheFirstWarningsOfARule) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("hpa.yaml", Pinned(25, /*error=*/false));
  const RunResult table = RunCommand({"validate", "-f", file, "--fail-on=warning"});
  EXPECT_EQ(table.exit_code, 1);
  EXPECT_EQ(CountOf("MIN_EQUALS_MAX at ", table.out), 20U);
  EXPECT_THAT(table.out, HasSubstr("\n... and 5 more MIN_EQUALS_MAX; -o json prints all\n"
                                   "0 errors, 25 warnings, 0 notes in 25 autoscalers\n"));
  EXPECT_EQ(CountOf("MIN_EQUALS_MAX", RunCommand({"validate", "-f", file, "-o", "json"}).out), 25U);
  EXPECT_EQ(CountOf("MIN_EQUALS_MAX", RunCommand({"validate", "-f", file, "-o", "name"}).out), 25U);
}

TEST(ValidateAutoscalerTest, PrintsAllErrors) {
  const TemporaryFolder folder;
  const RunResult table = RunCommand({"validate", "-f", folder.Write("hpa.yaml", Pinned(25, /*error=*/true))});
  EXPECT_EQ(CountOf("FIELD_UNKNOWN at ", table.out), 25U);
  EXPECT_EQ(CountOf("MIN_EQUALS_MAX at ", table.out), 20U);
}

std::string ValidateAutoscalerDeployment(absl::string_view name, absl::string_view selector, absl::string_view labels) {
  return absl::StrCat("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ", name,
                      ", namespace: shop}\nspec: {selector: {matchLabels: {", selector,
                      "}}, template: {metadata: {labels: {", labels, "}}}}\n---\n");
}

TEST(ValidateAutoscalerTest, TwoAutoscalersOfOneTargetAreReported) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("hpa.yaml", Good("web", "web") + Good("old", "web") + Good("api", "api"));
  const RunResult result = RunCommand({"validate", "-f", file, "--fail-on=warning"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr(": HorizontalPodAutoscaler shop/web\n  warning PODS_SHARED at 5:3\n"
                                          "    spec.scaleTargetRef: old\n"
                                          "    some of these pods are also selected by old.\n"),
                                HasSubstr(": HorizontalPodAutoscaler shop/api\n  no findings\n"),
                                HasSubstr("0 errors, 2 warnings, 0 notes in 3 autoscalers\n")));
}

TEST(ValidateAutoscalerTest, AutoscalersOfTheSamePodsAreReported) {
  const TemporaryFolder folder;
  const std::string autoscalers = Good("web", "web") + Good("canary", "canary");
  const std::string apart =
      folder.Write("apart.yaml", autoscalers + ValidateAutoscalerDeployment("web", "app: web", "app: web") +
                                     ValidateAutoscalerDeployment("canary", "app: canary", "app: canary"));
  EXPECT_EQ(RunCommand({"validate", "-f", apart, "-o", "name"}).out, "");
  const std::string by_manifest =
      folder.Write("manifest.yaml",
                   autoscalers + ValidateAutoscalerDeployment("web", "app: web", "app: web") +
                       ValidateAutoscalerDeployment("canary", "app: web, track: canary", "app: web, track: canary"));
  EXPECT_THAT(RunCommand({"validate", "-f", by_manifest, "-o", "name"}).out, HasSubstr(":5:3 PODS_SHARED "));
  const std::string scale = "apiVersion: autoscaling/v1\nkind: Scale\nmetadata: {name: web}\nstatus: {selector: a=b}\n";
  const std::string by_pod = folder.Write(
      "pod.yaml", autoscalers + scale + "---\n" + ValidateAutoscalerDeployment("canary", "c: d", "c: d") +
                      "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: shop, labels: {a: b, c: d}}\n");
  EXPECT_THAT(RunCommand({"validate", "-f", by_pod, "-o", "name"}).out, HasSubstr(":5:3 PODS_SHARED "));
}

TEST(ValidateAutoscalerTest, UnreadableOtherObjectsAreIgnoredWithAnAutoscaler) {
  const TemporaryFolder folder;
  folder.Write("hpa.yaml", Good("web", "web") + "apiVersion: apps/v1\nkind: Deployment\nspec: 7\n");
  folder.Write("deployment.yaml", "apiVersion: apps/v1\nkind: Deployment\nmetadata: &web {name: web}\nother: *web\n");
  const RunResult result = RunCommand({"validate", "-f", folder.path(), "-o", "name"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("note: skipped 2 objects that are not used"));
}

TEST(ValidateAutoscalerTest, AnEmptyListOfPoliciesIsAnError) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("hpa.yaml",
                                        "apiVersion: autoscaling/v2\n"
                                        "kind: HorizontalPodAutoscaler\n"
                                        "metadata: {name: web, namespace: shop}\n"
                                        "spec:\n"
                                        "  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n"
                                        "  maxReplicas: 3\n"
                                        "  behavior: {scaleUp: {policies: []}}\n");
  const RunResult result = RunCommand({"validate", "-f", file, "-o", "name"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, absl::StrCat(file, ":7:24 FIELD_REQUIRED spec.behavior.scaleUp.policies\n"));
}

TEST(ValidateAutoscalerTest, AnOlderOneIsReadAsTheApiServerConvertsIt) {
  const TemporaryFolder folder;
  const std::string file = folder.Write("hpa.yaml",
                                        "apiVersion: autoscaling/v1\n"
                                        "kind: HorizontalPodAutoscaler\n"
                                        "metadata:\n"
                                        "  name: web\n"
                                        "  namespace: shop\n"
                                        "  annotations:\n"
                                        "    autoscaling.alpha.kubernetes.io/behavior: 'none'\n"
                                        "spec:\n"
                                        "  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n"
                                        "  maxReplicas: 3\n"
                                        "  metrics: []\n"
                                        "  targetCPUUtilizationPercentage: 0\n");
  const RunResult result = RunCommand({"validate", "-f", file, "-o", "name"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out,
            absl::StrCat(file, ":12:35 VALUE_OUT_OF_RANGE spec.metrics[0].resource.target.averageUtilization\n", file,
                         ":11:3 FIELD_UNKNOWN spec.metrics\n"));
  EXPECT_EQ(result.err,
            absl::StrCat("note: ", file,
                         ":7:47: metadata.annotations[autoscaling.alpha.kubernetes.io/behavior] cannot be "
                         "read; the API server ignores it without a message. Correct or remove the annotation\n"));
}

TEST(ValidateAutoscalerTest, IsValidatedWithConfigurations) {
  const RunResult result = RunCommand({"validate", "-f", kConfiguration, "-f", kReplicas, "-o", "json"});
  EXPECT_EQ(result.exit_code, 0);
  const nlohmann::json json = nlohmann::json::parse(result.out);
  ASSERT_EQ(json["items"].size(), 2U);
  EXPECT_EQ(json["items"][0]["object"], nlohmann::json({{"kind", "ClusterSizingConfiguration"}, {"name", "cluster"}}));
  EXPECT_EQ(json["items"][1]["file"], kReplicas);
  EXPECT_EQ(json["items"][1]["object"],
            nlohmann::json({{"kind", "HorizontalPodAutoscaler"}, {"namespace", "shop"}, {"name", "web"}}));
  EXPECT_EQ(json["items"][1]["response"]["valid"], true);
}

TEST(ValidateAutoscalerTest, ReportsThatThereIsNothingToValidate) {
  const TemporaryFolder folder;
  const RunResult result = RunCommand({"validate", "-f", folder.Write("a.yaml", "apiVersion: v1\nkind: ConfigMap\n")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("error: the files of -f contain no object to validate, such as a "
                                    "ClusterSizingConfiguration or a HorizontalPodAutoscaler\n"));
}

}  // namespace
}  // namespace cpsizer::cli
