#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/objects/utf8.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

// With these YAML escapes, a value contains special characters, although the file contains only printable text.
constexpr absl::string_view kHostile = R"(\e[2J\a\b\x7f\x9b31m\u202egnp.exe\u2028\r)";

std::string HostileFleet() {
  return absl::StrCat(R"(apiVersion: scheduling.hypershift.openshift.io/v1alpha1
kind: ClusterSizingConfiguration
metadata: {name: ")",
                      kHostile, R"("}
spec:
  ")",
                      kHostile, R"(": 1
  sizes:
  - {name: ")",
                      kHostile, R"(", criteria: {from: 0}, capacity: {memory: 32Gi}}
  - {name: "large", criteria: {from: 5}, capacity: {memory: ")",
                      kHostile, R"("}}
---
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata:
  namespace: ")",
                      kHostile, R"("
  name: ")",
                      kHostile, R"("
  labels: {hypershift.openshift.io/hosted-cluster-size: ")",
                      kHostile, R"("}
---
apiVersion: hypershift.openshift.io/v1beta1
kind: HostedCluster
metadata: {namespace: a, name: b}
---
apiVersion: autoscaling.k8s.io/v1
kind: VerticalPodAutoscaler
metadata:
  namespace: a-b
  name: kube-apiserver
  creationTimestamp: ")",
                      kHostile, R"("
status:
  conditions: [{type: RecommendationProvided, status: "True"}]
  recommendation:
    containerRecommendations: [{containerName: kube-apiserver, uncappedTarget: {memory: ")",
                      kHostile, R"("}}]
)");
}

std::string HostileAutoscaler() {
  const std::string hostile = absl::StrCat("\"", kHostile, "\"");
  return absl::StrReplaceAll(R"(apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: HOSTILE, namespace: HOSTILE}
spec:
  scaleTargetRef: {kind: Deployment, name: web}
  maxReplicas: 3
  metrics:
  - {type: External, external: {metric: {name: a}, target: {type: Value, value: 1}}}
  - {type: Pods, pods: {metric: {name: HOSTILE}, target: {type: Value, averageValue: HOSTILE}}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: HOSTILE}
spec:
  scaleTargetRef: {kind: HOSTILE, name: HOSTILE}
  HOSTILE: 1
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: HOSTILE}
spec: {scaleTargetRef: {kind: Deployment, name: web}, maxReplicas: 3, metrics: [{type: Pods, pods: {metric: {name: HOSTILE}, target: {type: AverageValue, averageValue: 1}}}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {selector: {matchLabels: {app: HOSTILE}}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: HOSTILE}
spec: {scaleTargetRef: {kind: Deployment, name: HOSTILE}, maxReplicas: 3}
)",
                             {{"HOSTILE", hostile}});
}

// Returns whether the text has no character that a terminal treats as a command or that changes the text direction.
bool IsClean(absl::string_view text) {
  while (!text.empty()) {
    const objects::Utf8Char c = objects::FirstChar(text);
    if (c.bytes == 0 || c.value == 0x202E || c.value == 0x2028) return false;
    if (objects::IsControl(c.value) && c.value != '\n') return false;
    text.remove_prefix(c.bytes);
  }
  return true;
}

TEST(HostileTextTest, TextOfFilesIsEscaped) {
  const TemporaryFolder folder;
  const std::string hostile = folder.Write("fleet.yaml", HostileFleet());
  const TemporaryFolder autoscalers;
  const std::string autoscaler = autoscalers.Write("hpa.yaml", HostileAutoscaler());
  const std::string hostile_metric = autoscalers.Write(
      "metric.yaml", absl::StrCat("apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nspec: {metrics: [{type: "
                                  "Pods, pods: {metric: {name: \"",
                                  kHostile, "\"}}}]}\n"));
  const std::string csv = autoscalers.Write("series.csv", "time,\xE2\x80\xAEpng.exe\n");
  for (const char* format : {"table", "wide", "json", "yaml", "name"}) {
    const std::vector<std::string> kRuns[] = {
        {"recommend", "-f", hostile, "-o", format},
        {"recommend", "-f", hostile, "--memory=1", "-o", format},
        {"recommend", "-f", kConfiguration, "-f", folder.path(), "-o", format},
        {"validate", "-f", hostile, "-o", format},
        {"diff", "-f", hostile, "--with", kConfiguration, "-o", format},
        {"diff", "-f", kFleet, "--with", hostile, "-o", format},
        {"replicas", "-f", autoscaler, "-o", format},
        {"replicas", "-f", autoscaler, "unknown", "-o", format},
        {"replicas", "simulate", "-f", kReplicas, "--series", hostile, "-o", format},
        {"replicas", "simulate", "-f", hostile_metric, "--series", csv, "-o", format},
        {"machine", "simulate", "-f", "deploy/examples/machine", "--series", hostile, "-o", format},
        {"machine", "simulate", "-f", "deploy/examples/machine", "--series", csv, "-o", format},
        {"machine", "simulate", "-f", "deploy/examples/machine", "--series", csv, "--capacity",
         "\x1b[2J\xE2\x80\xAE=1,1", "-o", format},
        {"replicas", "-f", autoscaler, "--history", hostile, "-o", format},
        {"validate", "-f", autoscaler, "-o", format},
    };
    for (const std::vector<std::string>& args : kRuns) {
      SCOPED_TRACE(::testing::PrintToString(args));
      const RunResult result = RunCommand(args);
      EXPECT_GE(result.exit_code, 1);
      EXPECT_TRUE(IsClean(result.out)) << result.out;
      EXPECT_TRUE(IsClean(result.err)) << result.err;
      EXPECT_FALSE(result.out.empty() && result.err.empty());
    }
  }
}

// The names contain escape sequences. The configuration is valid, and the service accepts these names unchanged.
TEST(HostileTextTest, NamesOfClustersAreEscapedInEveryForm) {
  const TemporaryFolder folder;
  const std::string clusters = folder.Write(
      "clusters.yaml", absl::StrCat("apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: "
                                    "{namespace: \"n",
                                    kHostile,
                                    "\", name: \"c\"}\n---\n"
                                    "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: "
                                    "{namespace: a, name: b, labels: {hypershift.openshift.io/hosted-cluster-size: \"",
                                    kHostile, "\"}}\n"));
  for (const char* format : {"table", "wide", "json", "yaml", "name"}) {
    for (const char* cluster : {"c", "b", ""}) {
      const RunResult result = RunCommand({"recommend", "-f", kConfiguration, "-f", clusters, "-o", format, cluster});
      EXPECT_TRUE(IsClean(result.out)) << result.out;
      EXPECT_TRUE(IsClean(result.err)) << result.err;
    }
  }
}

TEST(HostileTextTest, ArgumentsAreEscapedToo) {
  const std::string kBad = "\x1b[31m\xff\r\n";
  const std::vector<std::string> kRuns[] = {{kBad},
                                            {"recommend", "--" + kBad},
                                            {"recommend", "-f", kBad},
                                            {"recommend", "-f", kFleet, kBad},
                                            {"recommend", "-f", kFleet, "--memory", "\x1b[31m"},
                                            {"recommend", "-f", kFleet, "--memory=1", "--current", "\x1b[31m"},
                                            {"recommend", "-f", kFleet, "-o", kBad},
                                            {"recommend", "-f", kFleet, "--server", "\x1b[31m", "--timeout=100ms"},
                                            {"explain", kBad},
                                            {"completion", kBad}};
  for (const std::vector<std::string>& args : kRuns) {
    const RunResult result = RunCommand(args);
    EXPECT_TRUE(IsClean(result.out)) << result.out;
    EXPECT_TRUE(IsClean(result.err)) << result.err;
  }
}

}  // namespace
}  // namespace cpsizer::cli
