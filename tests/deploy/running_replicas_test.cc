// The installed controller of replicas. The pod of the shape runs on this machine, with the account and the rights that
// kubectl has installed before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/deploy/installed_test.h"
#include "tests/deploy/local_pod.h"
#include "tests/testing/paths.h"

namespace cpsizer::deploy {
namespace {

using kube::Find;
using kube::Json;
using kube::TextAt;

constexpr char kRunningReplicasDeployments[] = "/apis/apps/v1/namespaces/default/deployments";
constexpr char kAutoscalers[] = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";

// A Deployment with five replicas, and an autoscaler that allows three.
class RunningReplicasTest : public InstalledTest {
 protected:
  void SetUp() override {
    InstalledTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    const Json labels = {{"app", "web"}};
    const Json container = {{"name", "main"}, {"image", "web:1"}};
    const Json deployment = {
        {"apiVersion", "apps/v1"},
        {"kind", "Deployment"},
        {"metadata", {{"name", "web"}, {"namespace", "default"}}},
        {"spec",
         {{"replicas", 5},
          {"selector", {{"matchLabels", labels}}},
          {"template", {{"metadata", {{"labels", labels}}}, {"spec", {{"containers", {container}}}}}}}}};
    const Json autoscaler = {{"apiVersion", "autoscaling/v2"},
                             {"kind", "HorizontalPodAutoscaler"},
                             {"metadata", {{"name", "web"}, {"namespace", "default"}}},
                             {"spec",
                              {{"scaleTargetRef", {{"apiVersion", "apps/v1"}, {"kind", "Deployment"}, {"name", "web"}}},
                               {"maxReplicas", 3}}}};
    ASSERT_TRUE(admin().Create(kRunningReplicasDeployments, deployment).ok());
    ASSERT_TRUE(admin().Create(kAutoscalers, autoscaler).ok());
    DeleteLater({deployment, autoscaler});
  }

  int64_t Replicas() {
    const auto deployment = admin().Get(absl::StrCat(kRunningReplicasDeployments, "/web"));
    return deployment.ok() ? kube::NumberAt(*deployment, {"spec", "replicas"}) : -1;
  }

  std::unique_ptr<LocalPod> Run(const std::string& name) {
    Install(name);
    const auto objects = Render(ShapeNamed(name));
    EXPECT_TRUE(objects.ok()) << objects.status();
    const std::string user = "system:serviceaccount:cpsizer:cpsizer-replicas";
    const LocalPod::Node node = {
        .programs = testing::ProgramFolder(),
        .kubeconfig = server().WriteKubeconfig(user, {"system:serviceaccounts", "system:serviceaccounts:cpsizer"}),
        // RBAC applies the rights with a delay. A forbidden request is retried in the next period.
        .variables = {"CPSIZER_LOG_LEVEL=debug", "CPSIZER_SYNC_PERIOD=1s",
                      "CPSIZER_LEADER_ELECT_RESOURCE_NAMESPACE=cpsizer", "CPSIZER_LEADER_ELECT_RETRY_PERIOD=1s"}};
    auto pod = LocalPod::Start(Find(OfKind(*objects, "Deployment").at(0), {"spec", "template"}), node);
    const absl::Status status = pod.ok() ? (*pod)->WaitUntilReady() : pod.status();
    EXPECT_EQ(status, absl::OkStatus());
    return status.ok() ? *std::move(pod) : nullptr;
  }
};

TEST_F(RunningReplicasTest, ObservesWithTheRightsOfItsOverlay) {
  const auto pod = Run("ReplicasThatObserve");
  ASSERT_NE(pod, nullptr);
  testing::Subprocess& sidecar = pod->container("sidecar");
  const auto decided = [](absl::string_view line) {
    return absl::StrContains(line, R"("outcome":"rescale","current":"5","desired":"3")");
  };
  EXPECT_TRUE(sidecar.WaitForLine(decided, kTimeout).has_value()) << sidecar.standard_error();
  EXPECT_TRUE(sidecar.WaitForLine(decided, kTimeout).has_value());
  EXPECT_EQ(pod->Stop(), absl::OkStatus());
  EXPECT_EQ(Replicas(), 5);
}

TEST_F(RunningReplicasTest, ScalesWithTheRightsOfTheComponentAndReportsIt) {
  const auto pod = Run("ReplicasEnforced");
  ASSERT_NE(pod, nullptr);
  EXPECT_TRUE(admin().RunUntil([this] { return Replicas() == 3; }, kTimeout))
      << pod->container("sidecar").standard_error();
  const auto reported = [this] {
    const auto events = admin().Get("/apis/events.k8s.io/v1/namespaces/default/events");
    if (!events.ok()) return false;
    for (const Json& event : Find(*events, {"items"})) {
      if (TextAt(event, {"reason"}) == "SuccessfulRescale" && TextAt(event, {"regarding", "name"}) == "web") {
        return true;
      }
    }
    return false;
  };
  EXPECT_TRUE(admin().RunUntil(reported, kTimeout)) << pod->container("sidecar").standard_error();
  EXPECT_EQ(pod->Stop(), absl::OkStatus());
}

}  // namespace
}  // namespace cpsizer::deploy
