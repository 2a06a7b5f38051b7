// Tests `cpsizer replicas` with a cluster, without -f.
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/run_command.h"
#include "tests/replicas/fake_cluster.h"

namespace cpsizer::cli {
namespace {

using kube::Json;
using replicas::AutoscalerJson;
using replicas::ListJson;
using replicas::PodJson;
using replicas::PodListJson;
using replicas::PodMetricsJson;
using replicas::ScaleJson;
using replicas::StatusJson;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kAutoscalers[] = "/apis/autoscaling/v2/horizontalpodautoscalers";
constexpr char kAutoscalersOfShop[] = "/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers";
constexpr char kScale[] = "/apis/apps/v1/namespaces/shop/deployments/web/scale";
constexpr char kPodMetrics[] = "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods";

Json CpuMetric() {
  return {{{"type", "Resource"},
           {"resource", {{"name", "cpu"}, {"target", {{"type", "Utilization"}, {"averageUtilization", 50}}}}}}};
}

Json Autoscalers(const std::vector<Json>& items) {
  Json list = ListJson("HorizontalPodAutoscalerList", items);
  list["metadata"]["resourceVersion"] = "9";
  return list;
}

// The cluster has an autoscaler `shop/web`. Its target has two pods. Each pod uses all CPU that it requests.
class LiveReplicasTest : public ::testing::Test {
 protected:
  LiveReplicasTest() {
    Json item = AutoscalerJson("web", CpuMetric());
    // In a list of the API server, items have no apiVersion and no kind.
    item.erase("apiVersion");
    item.erase("kind");
    for (const char* path : {kAutoscalers, kAutoscalersOfShop}) cluster_.Answer(path, Autoscalers({item}));
    cluster_.Answer(kScale, ScaleJson("web", 2, "app=web"));
    cluster_.Answer("/api/v1/namespaces/shop/pods",
                    PodListJson({PodJson("web-a", {{"app", "web"}}), PodJson("web-b", {{"app", "web"}})}));
    cluster_.Answer(kPodMetrics,
                    ListJson("PodMetricsList", {PodMetricsJson("web-a", "100m"), PodMetricsJson("web-b", "100m")}));
    kubeconfig_ = WriteKubeconfig(folder_, cluster_.url());
  }

  RunResult Run(std::vector<std::string> args) {
    args.insert(args.begin(), {"replicas", absl::StrCat("--kubeconfig=", kubeconfig_)});
    return RunCommand(args);
  }

  const TemporaryFolder folder_;
  replicas::FakeCluster cluster_;
  std::string kubeconfig_;
};

TEST_F(LiveReplicasTest, DecidesFromObjectsOfTheCluster) {
  const RunResult result = Run({"-o", "name"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "shop/web 4\n");
}

TEST_F(LiveReplicasTest, PinnedReplicasInTheManifestOfTheTargetAreReported) {
  cluster_.Answer(
      "/apis/apps/v1/namespaces/shop/deployments/web",
      {{"metadata",
        {{"annotations", {{"kubectl.kubernetes.io/last-applied-configuration", R"({"spec":{"replicas":3}})"}}}}}});
  const RunResult result = Run({"web"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out + result.err, HasSubstr("REPLICAS_PINNED"));
}

TEST_F(LiveReplicasTest, ExplainsTheOnlyOrTheNamedAutoscaler) {
  for (const std::vector<std::string>& args : {std::vector<std::string>{}, {"web"}, {"shop/web"}}) {
    const RunResult result = Run(args);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("cpu resource utilization (percentage of request)"));
  }
  const RunResult other = Run({"shop/wed"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("wed"));
}

TEST_F(LiveReplicasTest, EarlierHistoryCounts) {
  const std::string history =
      folder_.Write("history.json", R"({"recommendations": [{"replicas": 7, "time": "2099-01-01T00:00:00Z"}]})");
  cluster_.Answer(kPodMetrics,
                  ListJson("PodMetricsList", {PodMetricsJson("web-a", "10m"), PodMetricsJson("web-b", "10m")}));
  EXPECT_EQ(Run({"-o", "name"}).out, "shop/web 2\n");
  const RunResult result = Run({"-o", "json", "--history", history});
  EXPECT_THAT(result.out, HasSubstr("\"replicas\": 7")) << result.err;
}

TEST_F(LiveReplicasTest, ReadsOneNamespaceOnRequest) {
  cluster_.Answer("/apis/autoscaling/v2/namespaces/quiet/horizontalpodautoscalers", Autoscalers({}));
  const RunResult result = Run({"-n", "quiet"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err,
              HasSubstr("the objects of namespace \"quiet\" of the cluster contain no HorizontalPodAutoscaler"));
}

TEST_F(LiveReplicasTest, MissingMetricsApiIsDecidedAsByTheController) {
  cluster_.Answer(kPodMetrics, 503, "service unavailable\n", "text/plain");
  const RunResult result = Run({});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("the server is currently unable to handle the request (get pods.metrics.k8s.io)"));
}

TEST_F(LiveReplicasTest, OtherAutoscalersAreFoundFromTheFirstRunOn) {
  cluster_.Answer(kAutoscalers, Autoscalers({AutoscalerJson("web", CpuMetric()), AutoscalerJson("also", CpuMetric())}));
  cluster_.Answer("/apis/apps/v1/namespaces/shop/deployments/also/scale", ScaleJson("also", 1, "app=web"));
  const RunResult result = Run({"web", "-o", "json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("AmbiguousSelector"));
}

// The output must not be zero, because a scale can have zero replicas.
TEST_F(LiveReplicasTest, MissingTargetHasNoNumberOfReplicas) {
  cluster_.Answer(kScale, 404, StatusJson(404, "deployments.apps \"web\" not found").dump());
  EXPECT_EQ(Run({"-o", "name"}).out, "shop/web -\n");
  EXPECT_THAT(Run({}).out, StartsWith("shop/web\nnothing decided: "));
  cluster_.Answer(kAutoscalers, Autoscalers({AutoscalerJson("web", CpuMetric()), AutoscalerJson("gone", CpuMetric())}));
  EXPECT_THAT(Run({}).out, HasSubstr("shop        web    -         -         target unreadable"));
}

TEST_F(LiveReplicasTest, UnreadableObjectIsExitCodeThreeAndTheRestIsDecided) {
  cluster_.Answer(kAutoscalers, Autoscalers({AutoscalerJson("web", CpuMetric()), AutoscalerJson("dark", CpuMetric())}));
  cluster_.Answer("/apis/apps/v1/namespaces/shop/deployments/dark/scale", 403,
                  StatusJson(403, "deployments.apps \"dark\" is forbidden").dump());
  const RunResult result = Run({"-o", "name"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.out, "shop/web 4\n");
  EXPECT_THAT(result.err, AllOf(HasSubstr("shop/dark: "), HasSubstr("is forbidden")));
}

TEST_F(LiveReplicasTest, UnreadableAutoscalerIsReportedByNameAndTheRestIsDecided) {
  Json broken = AutoscalerJson("broken", CpuMetric());
  broken["spec"]["maxReplicas"] = "many";
  cluster_.Answer(kAutoscalers, Autoscalers({AutoscalerJson("web", CpuMetric()), broken}));
  const RunResult result = Run({"-o", "name"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "shop/web 4\n");
  EXPECT_THAT(result.err, HasSubstr("HorizontalPodAutoscaler shop/broken: spec.maxReplicas"));
}

// An autoscaler that has scaled its target to zero, and an External metric of 3.
class LiveZeroReplicasTest : public LiveReplicasTest {
 protected:
  LiveZeroReplicasTest() {
    Json item = AutoscalerJson(
        "web", {{{"type", "External"},
                 {"external",
                  {{"metric", {{"name", "Queue"}}}, {"target", {{"type", "AverageValue"}, {"averageValue", "1"}}}}}}});
    item["spec"]["minReplicas"] = 0;
    cluster_.Answer(kAutoscalers, Autoscalers({item}));
    item["status"] = {{"conditions", {{{"type", "ScaledToZero"}, {"status", "True"}}}}};
    proven_ = Autoscalers({item});
    cluster_.Answer(kScale, ScaleJson("web", 0, "app=web"));
    cluster_.Answer("/api/v1/namespaces/shop/pods", PodListJson({}));
    cluster_.Answer("/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue",
                    ListJson("ExternalMetricValueList", {{{"metricName", "queue"}, {"value", "3"}}}));
  }

  RunResult Validate(std::vector<std::string> args = {}) {
    args.insert(args.begin(), {"validate", absl::StrCat("--kubeconfig=", kubeconfig_)});
    return RunCommand(args);
  }

  Json proven_;  // a list with the same autoscaler, which has the condition ScaledToZero
};

TEST_F(LiveZeroReplicasTest, DefaultsFollowTheVersionOfTheApiServer) {
  cluster_.Answer(kAutoscalers, proven_);
  cluster_.Answer("/version", {{"gitVersion", "v1.37.1"}});
  const RunResult result = Run({"-o", "name"});
  EXPECT_EQ(result.out, "shop/web 3\n");
  EXPECT_THAT(result.err,
              HasSubstr("note: the defaults are those of Kubernetes v1.37.1, the version of the API server"));
  EXPECT_THAT(Validate().out, Not(HasSubstr("SCALE_TO_ZERO_GATED")));
}

TEST_F(LiveZeroReplicasTest, BeforeV137OnlyTheConditionProvesTheGate) {
  cluster_.Answer("/version", {{"gitVersion", "v1.36.3"}});
  EXPECT_EQ(Run({"-o", "name"}).out, "shop/web 0\n");
  EXPECT_THAT(Validate().out, HasSubstr("SCALE_TO_ZERO_GATED"));
  EXPECT_THAT(Validate({"--kubernetes-version=1.37"}).out, Not(HasSubstr("SCALE_TO_ZERO_GATED")));
  cluster_.Answer(kAutoscalers, proven_);
  EXPECT_EQ(Run({"-o", "name"}).out, "shop/web 3\n");
  EXPECT_EQ(Run({"-o", "name", "--feature-gates=HPAScaleToZero=false"}).out, "shop/web 0\n");
  EXPECT_THAT(Validate().out, Not(HasSubstr("SCALE_TO_ZERO_GATED")));
}

TEST_F(LiveZeroReplicasTest, AnUnknownVersionIsReported) {
  EXPECT_THAT(
      Run({"-o", "name"}).err,
      HasSubstr("note: the defaults are those of Kubernetes v1.37, because the version of the API server is not "
                "known: "));
  cluster_.Answer("/version", {{"gitVersion", "unknown"}});
  EXPECT_THAT(Validate().err,
              HasSubstr("gitVersion \"unknown\" is not a version of Kubernetes from v1.23 to v1.99; set "
                        "it with --kubernetes-version"));
  EXPECT_THAT(Run({"--kubernetes-version=v1.38.0"}).err,
              HasSubstr("note: the defaults are those of Kubernetes v1.38.0, treated as v1.37 (--kubernetes-version)"));
}

TEST_F(LiveReplicasTest, ValidateChecksTheAutoscalersOfTheClusterToo) {
  Json web = AutoscalerJson("web", CpuMetric());
  web["spec"]["minReplicas"] = web["spec"]["maxReplicas"];
  Json also = AutoscalerJson("also", CpuMetric());
  also["spec"]["scaleTargetRef"] = web["spec"]["scaleTargetRef"];
  cluster_.Answer(kAutoscalers, Autoscalers({web, also}));
  const RunResult result = RunCommand({"validate", absl::StrCat("--kubeconfig=", kubeconfig_)});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("HorizontalPodAutoscaler shop/web\n"), HasSubstr("MIN_EQUALS_MAX"),
                                HasSubstr("PODS_SHARED"), HasSubstr(" in 2 autoscalers\n")));
}

TEST_F(LiveReplicasTest, ValidateKnowsAllNamespaces) {
  cluster_.Answer(kAutoscalers, Autoscalers({AutoscalerJson("web", CpuMetric())}));
  const std::string kubeconfig = absl::StrCat("--kubeconfig=", kubeconfig_);
  const RunResult all = RunCommand({"validate", kubeconfig});
  EXPECT_EQ(RunCommand({"validate", kubeconfig, "-A"}).out, all.out);
  EXPECT_EQ(RunCommand({"validate", kubeconfig, "-A", "-n", "elsewhere"}).out, all.out);
  EXPECT_NE(RunCommand({"validate", kubeconfig, "-n", "elsewhere"}).out, all.out);
  EXPECT_EQ(RunCommand({"validate", "-A", "-f", "deploy/examples/replicas/hpa.yaml"}).exit_code, 0);
}

TEST_F(LiveReplicasTest, ValidateReportsThatListingAutoscalersIsForbidden) {
  cluster_.Answer(kAutoscalers, 403, StatusJson(403, "horizontalpodautoscalers is forbidden").dump());
  const RunResult result = RunCommand({"validate", absl::StrCat("--kubeconfig=", kubeconfig_)});
  EXPECT_THAT(result.err, AllOf(HasSubstr("note: the autoscalers are left out, because listing them is not allowed: "),
                                HasSubstr("is forbidden")));
  EXPECT_EQ(result.exit_code, 2) << "this cluster holds nothing else";
}

TEST_F(LiveReplicasTest, ClusterAndFilesTogetherAreAnError) {
  const RunResult files = Run({"-f", "deploy/examples/replicas/hpa.yaml"});
  EXPECT_EQ(files.exit_code, 2);
  EXPECT_THAT(files.err, HasSubstr("leave them out, or leave out -f"));
  const RunResult metrics = Run({"--metrics", "deploy/examples/replicas/busy.yaml"});
  EXPECT_EQ(metrics.exit_code, 2);
  EXPECT_THAT(metrics.err, HasSubstr("--metrics is only for files"));
}

}  // namespace
}  // namespace cpsizer::cli
