// Tests the program cpsizer-sidecar with --controller=replicas on the fake API server, as a user starts it.
#include <algorithm>
#include <csignal>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/replicas/fake_cluster.h"
#include "tests/testing/fake_api/fake_api_server.h"
#include "tests/testing/paths.h"
#include "tests/testing/subprocess.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using kube::TextAt;
using ::testing::AllOf;
using testing::FakeApiAnswer;
using testing::FakeApiFault;
using testing::FakeApiRequest;
using testing::FakeApiServer;
using testing::FakeApiWrite;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::Subprocess;

constexpr absl::Duration kReplicaProgramTimeout = absl::Seconds(60);
constexpr char kDeployment[] = "/apis/apps/v1/namespaces/shop/deployments/web";
constexpr char kPodMetrics[] = "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods";

FakeApiFault With(int code, const std::string& body, const std::string& content_type = "application/json") {
  FakeApiFault fault;
  fault.kind = FakeApiFault::Kind::kAnswer;
  fault.answer.code = code;
  fault.answer.body = body;
  fault.answer.content_type = content_type;
  return fault;
}

Json CpuMetric() {
  return {{{"type", "Resource"},
           {"resource", {{"name", "cpu"}, {"target", {{"type", "Utilization"}, {"averageUtilization", 50}}}}}}};
}

// A cluster with one autoscaler, `shop/web`. The two pods of its target use all CPU that they request.
class ReplicaProgramTest : public ::testing::Test {
 protected:
  ReplicaProgramTest() {
    testing::FakeApiKind kind;
    kind.api_version = "autoscaling/v2";
    kind.kind = "HorizontalPodAutoscaler";
    kind.plural = "horizontalpodautoscalers";
    api_.InstallKind(kind);
    Json autoscaler = replicas::AutoscalerJson("web", CpuMetric());
    autoscaler["metadata"].erase("resourceVersion");
    api_.Put(std::move(autoscaler));
    Answer("/apis/apps", {{"versions", {{{"version", "v1"}}}}, {"preferredVersion", {{"version", "v1"}}}});
    Answer("/apis/apps/v1", {{"resources", {{{"name", "deployments"}, {"kind", "Deployment"}, {"namespaced", true}}}}});
    Answer(kDeployment, {{"metadata", {{"name", "web"}, {"uid", "d-web"}, {"resourceVersion", "77"}}}});
    AnswerScale(2);
    Answer("/api/v1/namespaces/shop/pods", replicas::PodListJson({replicas::PodJson("web-a", {{"app", "web"}}),
                                                                  replicas::PodJson("web-b", {{"app", "web"}})}));
    Answer(kPodMetrics, replicas::ListJson("PodMetricsList", {replicas::PodMetricsJson("web-a", "100m"),
                                                              replicas::PodMetricsJson("web-b", "100m")}));
    api_.SetFaults([this](const FakeApiRequest& request) { return FaultFor(request); });
  }

  void Answer(const std::string& path, const Json& body) { AnswerWith(path, With(200, body.dump())); }
  void AnswerWith(const std::string& path, FakeApiFault fault) {
    const std::lock_guard lock(mutex_);
    answers_[path] = std::move(fault);
  }
  void AnswerScale(int replicas) {
    Answer(absl::StrCat(kDeployment, "/scale"), replicas::ScaleJson("web", replicas, "app=web"));
  }

  FakeApiFault FaultFor(const FakeApiRequest& request) {
    const std::lock_guard lock(mutex_);
    const auto it = answers_.find(request.path);
    return it == answers_.end() ? FakeApiFault() : it->second;
  }

  std::unique_ptr<Subprocess> Start(std::vector<std::string> flags) {
    const std::string config =
        folder_.Write("config", absl::StrCat("apiVersion: v1\nkind: Config\ncurrent-context: c\n",
                                             "clusters: [{name: k, cluster: {server: \"", api_.url(),
                                             "\"}}]\nusers: [{name: u, user: {token: t}}]\n",
                                             "contexts: [{name: c, context: {cluster: k, user: u}}]\n"));
    flags.insert(flags.begin(), {testing::ProgramPath("cpsizer-sidecar"), "--controller=replicas", "--sync-period=1s",
                                 "--kubeconfig=" + config, "--leader-elect-resource-namespace=default"});
    absl::StatusOr<std::unique_ptr<Subprocess>> started =
        Subprocess::Start(flags, {"", {"HOME=" + folder_.path(), "KUBECONFIG="}});
    EXPECT_TRUE(started.ok()) << started.status();
    return *std::move(started);
  }
  static void ExpectLine(Subprocess& program, absl::string_view text) {
    EXPECT_TRUE(
        program
            .WaitForLine([&](absl::string_view line) { return absl::StrContains(line, text); }, kReplicaProgramTimeout)
            .has_value())
        << "without " << text << ": " << program.standard_error();
  }
  static void Stop(Subprocess& program) {
    program.Signal(SIGTERM);
    EXPECT_EQ(program.Wait(kReplicaProgramTimeout), 0) << program.standard_error();
  }
  std::vector<FakeApiWrite> WritesOf(const std::string& path) const {
    std::vector<FakeApiWrite> found;
    for (const FakeApiWrite& write : api_.writes()) {
      if (absl::StartsWith(write.path, path)) found.push_back(write);
    }
    return found;
  }

  const testing::TemporaryFolder folder_;
  std::mutex mutex_;
  std::map<std::string, FakeApiFault> answers_;  // guarded by mutex_
  FakeApiServer api_;
};

TEST_F(ReplicaProgramTest, OnlyObservesByDefault) {
  const std::unique_ptr<Subprocess> program = Start({"--log-level=debug", "--horizontal-pod-autoscaler-tolerance=0.2"});
  ExpectLine(*program, R"("syncPeriod":"1s","downscaleStabilization":"5m","tolerance":"0.2")");
  EXPECT_THAT(program->standard_error(), AllOf(HasSubstr(R"("leaderElect":"false")"), Not(HasSubstr("manageVpa"))));
  ExpectLine(*program, R"("outcome":"rescale","current":"2","desired":"4")");
  ExpectLine(*program, R"("outcome":"rescale","current":"2","desired":"4")");
  Stop(*program);
  EXPECT_THAT(api_.writes(), IsEmpty());
}

TEST_F(ReplicaProgramTest, WritesScaleAndStatusAsTheLeaderInEnforceMode) {
  const std::unique_ptr<Subprocess> program = Start({"--mode=enforce"});
  ExpectLine(*program, "scale written");
  AnswerScale(4);
  ASSERT_TRUE(api_.WaitUntil([](const testing::FakeApiStore& store) {
    const auto events = store.All(testing::Events().Collection());
    return std::any_of(events->begin(), events->end(), [](const testing::FakeApiObject& event) {
      return TextAt(*event, {"reason"}) == "SuccessfulRescale";
    });
  }));
  Stop(*program);
  const std::vector<FakeApiWrite> scales = WritesOf(absl::StrCat(kDeployment, "/scale"));
  ASSERT_FALSE(scales.empty());
  EXPECT_EQ(scales[0].method, "PATCH");
  EXPECT_EQ(scales[0].content_type, "application/merge-patch+json");
  EXPECT_EQ(kube::ParseJson(scales[0].body),
            Json::parse(R"({"metadata":{"uid":"d-web","resourceVersion":"77"},"spec":{"replicas":4}})"));
  EXPECT_FALSE(WritesOf("/apis/coordination.k8s.io/v1/namespaces/default/leases").empty());
  const std::vector<FakeApiWrite> autoscalers = WritesOf("/apis/autoscaling");
  ASSERT_FALSE(autoscalers.empty());
  EXPECT_EQ(autoscalers[0].path, "/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers/web/status");
  EXPECT_EQ(autoscalers[0].method, "PATCH");
  const Json body = kube::ParseJson(autoscalers[0].body);
  EXPECT_FALSE(body["metadata"]["uid"].empty());
  EXPECT_FALSE(body["metadata"]["resourceVersion"].empty());
  EXPECT_EQ(body["status"]["desiredReplicas"], 4);
  EXPECT_EQ(body.size(), 2u) << "nothing but the status: " << body;
}

// Case: an autoscaler that scaled its target to zero, and the flags of deploy/.
TEST_F(ReplicaProgramTest, ComesBackFromZeroReplicasInKubernetesV137) {
  Json autoscaler = replicas::AutoscalerJson(
      "web", {{{"type", "External"},
               {"external",
                {{"metric", {{"name", "Queue"}}}, {"target", {{"type", "AverageValue"}, {"averageValue", "1"}}}}}}});
  autoscaler["metadata"].erase("resourceVersion");
  autoscaler["spec"]["minReplicas"] = 0;
  autoscaler["status"] = {{"conditions", {{{"type", "ScaledToZero"}, {"status", "True"}}}}};
  api_.Put(std::move(autoscaler));
  Answer("/version", {{"gitVersion", "v1.37.1"}});
  Answer("/api/v1/namespaces/shop/pods", replicas::PodListJson({}));
  Answer("/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue",
         replicas::ListJson("ExternalMetricValueList", {{{"metricName", "queue"}, {"value", "3"}}}));
  AnswerScale(0);
  const std::unique_ptr<Subprocess> program = Start({"--mode=enforce"});
  ExpectLine(*program, R"("version":"v1.37.1")");
  ExpectLine(*program, "scale written");
  Stop(*program);
  const std::vector<FakeApiWrite> scales = WritesOf(absl::StrCat(kDeployment, "/scale"));
  ASSERT_FALSE(scales.empty());
  EXPECT_EQ(kube::ParseJson(scales[0].body)["spec"]["replicas"], 3);
}

TEST_F(ReplicaProgramTest, ATargetThatIsBeingDeletedIsNotWritten) {
  Answer(kDeployment, {{"metadata",
                        {{"name", "web"},
                         {"uid", "d-web"},
                         {"resourceVersion", "77"},
                         {"deletionTimestamp", "2026-01-01T00:00:00Z"}}}});
  const std::unique_ptr<Subprocess> program = Start({"--mode=enforce"});
  ExpectLine(*program, "TARGET_BEING_DELETED");
  Stop(*program);
  EXPECT_THAT(WritesOf(kDeployment), IsEmpty());
}

TEST_F(ReplicaProgramTest, AChangedTargetIsReadAgain) {
  Answer(kDeployment, {{"metadata", {{"name", "web"}, {"uid", "d-web"}, {"resourceVersion", "78"}}}});
  const std::unique_ptr<Subprocess> program = Start({"--mode=enforce", "--log-level=debug"});
  ExpectLine(*program, R"("outcome":"rescale")");
  ExpectLine(*program, R"("outcome":"rescale")");
  EXPECT_THAT(WritesOf(kDeployment), IsEmpty());
  Answer(kDeployment, {{"metadata", {{"name", "web"}, {"uid", "d-web"}, {"resourceVersion", "77"}}}});
  ExpectLine(*program, "scale written");
  Stop(*program);
}

TEST_F(ReplicaProgramTest, AFailingOrInvalidMetricsApiChangesNothingUntilItResponds) {
  AnswerWith(kPodMetrics, With(503, "service unavailable\n", "text/plain"));
  const std::unique_ptr<Subprocess> program = Start({"--mode=enforce", "--log-level=debug"});
  ExpectLine(*program, R"("reason":"METRICS_FAILED")");
  for (const char* const lie : {"<html>", "[]", R"({"kind":"PodMetricsList","items":[{"containers":7}]})"}) {
    AnswerWith(kPodMetrics, With(200, lie));
    ExpectLine(*program, R"("outcome":"metrics_failed")");
  }
  EXPECT_THAT(WritesOf(kDeployment), IsEmpty());
  Answer(kPodMetrics, replicas::ListJson("PodMetricsList", {replicas::PodMetricsJson("web-a", "100m"),
                                                            replicas::PodMetricsJson("web-b", "100m")}));
  ExpectLine(*program, "scale written");
  Stop(*program);
}

}  // namespace
}  // namespace cpsizer::sidecar
