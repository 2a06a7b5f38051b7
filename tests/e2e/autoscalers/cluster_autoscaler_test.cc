// Tests cpsizer-sidecar --controller=cluster-autoscalers on the real kube-apiserver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/kube/requests.h"
#include "tests/e2e/autoscalers/autoscalers_e2e_test.h"
#include "tests/e2e/programs.h"
#include "tests/testing/subprocess.h"

namespace cpsizer::e2e {
namespace {

using kube::Find;
using kube::Json;
using ::testing::HasSubstr;

constexpr char kName[] = "cluster-autoscaler-default";
constexpr char kClusterAutoscalers[] = "/apis/autoscaling.openshift.io/v1/clusterautoscalers";
constexpr char kConfigApi[] = "/apis/config.openshift.io/v1/";

std::string Namespaced(const std::string& group, const std::string& plural) {
  return absl::StrCat(group, "/namespaces/", kMachineNamespace, "/", plural);
}
const std::string& Deployments() {
  static const std::string& path = *new std::string(Namespaced("/apis/apps/v1", "deployments"));
  return path;
}
std::string DeploymentPath() {
  return absl::StrCat(Deployments(), "/", kName);
}
std::string ServicePath() {
  return absl::StrCat(Namespaced("/api/v1", "services"), "/", kName);
}
std::vector<std::string> WorkloadPaths() {
  std::vector<std::string> paths = {
      ServicePath(), absl::StrCat(Namespaced("/apis/monitoring.coreos.com/v1", "servicemonitors"), "/", kName),
      absl::StrCat(Namespaced("/apis/monitoring.coreos.com/v1", "prometheusrules"), "/", kName)};
  for (const char* suffix : {"default-deny", "allow-egress-to-dns", "allow-egress-to-api-server",
                             "allow-ingress-to-webhooks", "allow-ingress-to-metrics"}) {
    paths.push_back(absl::StrCat(Namespaced("/apis/networking.k8s.io/v1", "networkpolicies"), "/", kName, "-", suffix));
  }
  paths.push_back(DeploymentPath());
  return paths;
}

Json ConfigObject(const std::string& kind, const std::string& name) {
  return {{"apiVersion", "config.openshift.io/v1"}, {"kind", kind}, {"metadata", {{"name", name}}}};
}

class ClusterAutoscalerE2eTest : public AutoscalersTest {
 protected:
  void SetUp() override {
    AutoscalersTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    MustCreate(absl::StrCat(kConfigApi, "infrastructures"), ConfigObject("Infrastructure", "cluster"));
    for (const char* name : {"machine-api", "cluster-autoscaler"}) {
      MustCreate(absl::StrCat(kConfigApi, "clusteroperators"), ConfigObject("ClusterOperator", name));
    }
    SetMachineApi(/*available=*/true);
    SetPlatform("AWS");
  }

  void TearDown() override {
    AutoscalersTest::TearDown();
    if (IsSkipped()) return;
    admin().Delete(absl::StrCat(kClusterAutoscalers, "/default")).IgnoreError();
    for (const std::string& path : WorkloadPaths()) admin().Delete(path).IgnoreError();
    for (const char* path :
         {"infrastructures/cluster", "clusteroperators/machine-api", "clusteroperators/cluster-autoscaler"}) {
      admin().Delete(absl::StrCat(kConfigApi, path)).IgnoreError();
    }
  }

  void SetStatus(const std::string& path, const Json& status) {
    ASSERT_TRUE(admin().Patch(absl::StrCat(path, "/status"), {{"status", status}}).ok()) << path;
  }
  void SetMachineApi(bool available) {
    Json conditions = Json::array();
    for (const char* type : {"Available", "Degraded"}) {
      const bool holds = available == (type == absl::string_view("Available"));
      conditions.push_back(
          {{"type", type}, {"status", holds ? "True" : "False"}, {"lastTransitionTime", "2026-01-01T00:00:00Z"}});
    }
    SetStatus(absl::StrCat(kConfigApi, "clusteroperators/machine-api"), {{"conditions", conditions}});
  }
  void SetPlatform(const std::string& platform) {
    SetStatus(absl::StrCat(kConfigApi, "infrastructures/cluster"), {{"platformStatus", {{"type", platform}}}});
  }

  void CreateAutoscaler() {
    const Json spec = {{"resourceLimits", {{"maxNodesTotal", 24}}}, {"balanceSimilarNodeGroups", true}};
    MustCreate(kClusterAutoscalers, {{"apiVersion", "autoscaling.openshift.io/v1"},
                                     {"kind", "ClusterAutoscaler"},
                                     {"metadata", {{"name", "default"}}},
                                     {"spec", spec}});
  }
  void SetMaxNodes(int nodes) {
    const Json patch = {{"spec", {{"resourceLimits", {{"maxNodesTotal", nodes}}}}}};
    ASSERT_TRUE(admin().Patch(absl::StrCat(kClusterAutoscalers, "/default"), patch).ok());
  }

  testing::Subprocess& StartAutoscalers(absl::string_view mode = "enforce") {
    return StartSidecar("cluster-autoscalers", mode,
                        {"--sync-period=1s", "--image=cluster-autoscaler:4.18", "--release-version=5.1.2"});
  }

  // Returns whether all objects exist and `cpsizer autoscaler diff` finds no difference from the plan.
  bool IsAsPlanned() {
    auto command = testing::Subprocess::Start({CommandProgram(), "autoscaler", "diff",
                                               "--image=cluster-autoscaler:4.18", "--release-version=5.1.2",
                                               absl::StrCat("--kubeconfig=", server().AdminKubeconfig())});
    return command.ok() && (*command)->Wait(kAutoscalersTimeout) == 0;
  }
  std::vector<std::string> Arguments() {
    const Json deployment = admin().Get(DeploymentPath()).value_or(Json());
    const Json& containers = Find(deployment, {"spec", "template", "spec", "containers"});
    return containers.empty() ? std::vector<std::string>() : containers[0].value("args", std::vector<std::string>());
  }
  bool HasArgument(const std::string& argument) {
    const std::vector<std::string> arguments = Arguments();
    return std::find(arguments.begin(), arguments.end(), argument) != arguments.end();
  }
  Json OperatorStatus() {
    return Find(MustGet(absl::StrCat(kConfigApi, "clusteroperators/cluster-autoscaler")), {"status"});
  }
  std::string ConditionOf(const std::string& type, const char* field) {
    const Json conditions = Find(OperatorStatus(), {"conditions"});
    for (const Json& condition : conditions) {
      if (condition["type"] == type) return condition[field];
    }
    return "";
  }
  // Applies the object as another field manager. Forces the apply, so that this manager becomes the owner of the
  // fields.
  void ApplyAsAnother(const std::string& path, Json object) {
    kube::HttpRequest request = kube::Apply(path, object, "argocd");
    request.path += "&force=true";
    const absl::StatusOr<Json> applied = admin().Send(std::move(request));
    ASSERT_TRUE(applied.ok()) << applied.status();
  }
  static Json ImageOf(const std::string& image) {
    const Json containers = Json::array({{{"name", "cluster-autoscaler"}, {"image", image}}});
    return {{"spec", {{"template", {{"spec", {{"containers", containers}}}}}}}};
  }
  static Json Identity() {
    return {{"apiVersion", "apps/v1"},
            {"kind", "Deployment"},
            {"metadata", {{"name", kName}, {"namespace", kMachineNamespace}}}};
  }
};

TEST_F(ClusterAutoscalerE2eTest, TheObjectsFollowTheAutoscalerAndDriftIsRepaired) {
  CreateAutoscaler();
  StartAutoscalers();
  ASSERT_TRUE(WaitUntil([&] { return Exists(DeploymentPath()); }));
  for (const std::string& path : WorkloadPaths()) EXPECT_TRUE(Exists(path)) << path;
  EXPECT_TRUE(IsAsPlanned());
  SetMaxNodes(30);
  ASSERT_TRUE(WaitUntil([&] { return HasArgument("--max-nodes-total=30"); }));

  // The changed argument, the changed selector and the deleted policy are drift. The changed replicas are not drift.
  const Json scaled = {{"spec", {{"replicas", 3}}}};
  Json drift = scaled;
  drift["spec"]["template"]["spec"]["containers"] =
      Json::array({{{"name", "cluster-autoscaler"}, {"image", "other"}, {"args", Json::array({"--v=9"})}},
                   {{"name", "b"}, {"image", "b"}}});
  ASSERT_TRUE(admin().Patch(DeploymentPath(), drift).ok());
  ASSERT_TRUE(admin().Patch(ServicePath(), {{"spec", {{"selector", {{"k8s-app", "other"}}}}}}).ok());
  // An apply identifies a port of a Service by its number. Therefore an apply treats a port with a changed number as
  // another port.
  const Json port = {{{"op", "replace"}, {"path", "/spec/ports/0/port"}, {"value", 9999}}};
  ASSERT_TRUE(admin().Send(kube::JsonPatch(ServicePath(), port.dump(), "kubectl-edit")).ok());
  ASSERT_TRUE(admin().Delete(WorkloadPaths()[3]).ok());
  // Adds a rule that allows all traffic, and a container before the planned container. An apply alone would not remove
  // them.
  ASSERT_TRUE(admin().Patch(WorkloadPaths()[4], {{"spec", {{"egress", Json::array({Json::object()})}}}}).ok());
  const Json first = {
      {{"op", "add"}, {"path", "/spec/template/spec/containers/0"}, {"value", {{"name", "before"}, {"image", "b"}}}}};
  ASSERT_TRUE(admin().Send(kube::JsonPatch(DeploymentPath(), first.dump(), "kubectl-edit")).ok());
  ASSERT_TRUE(WaitUntil([&] { return IsAsPlanned(); }));
  EXPECT_EQ(MustGet(DeploymentPath())["spec"]["replicas"], 3);
  EXPECT_EQ(MustGet(DeploymentPath())["spec"]["template"]["spec"]["containers"].size(), 1u);

  ASSERT_TRUE(admin().Delete(absl::StrCat(kClusterAutoscalers, "/default")).ok());
  for (const std::string& path : WorkloadPaths()) {
    ASSERT_TRUE(WaitUntil([&] { return !Exists(path); })) << path;
  }
}

TEST_F(ClusterAutoscalerE2eTest, TheArgumentsAreThoseOfEachPlatform) {
  CreateAutoscaler();
  StartAutoscalers();
  // Each platform, and the first label that is ignored for balancing on this platform. An empty text: there is no
  // label.
  const std::pair<const char*, const char*> platforms[] = {{"AWS", "topology.ebs.csi.aws.com/zone"},
                                                           {"Azure", "topology.disk.csi.azure.com/zone"},
                                                           {"GCP", "topology.gke.io/zone"},
                                                           {"IBMCloud", "ibm-cloud.kubernetes.io/worker-id"},
                                                           {"Nutanix", "nutanix.com/prism-element-name"},
                                                           {"OpenStack", ""},
                                                           {"VSphere", ""},
                                                           {"PowerVS", ""},
                                                           {"BareMetal", ""},
                                                           {"None", ""}};
  for (const auto& [platform, label] : platforms) {
    SCOPED_TRACE(platform);
    SetPlatform(platform);
    const bool has_label = *label != '\0';
    const std::string argument = absl::StrCat("--balancing-ignore-label=", label);
    ASSERT_TRUE(WaitUntil([&] {
      const std::string arguments = absl::StrJoin(Arguments(), " ");
      if (arguments.empty()) return false;
      return has_label ? absl::StrContains(arguments, argument)
                       : !absl::StrContains(arguments, "--balancing-ignore-label=");
    }));
    ASSERT_TRUE(WaitUntil([&] { return IsAsPlanned(); }));
  }
}

TEST_F(ClusterAutoscalerE2eTest, FieldsOfOtherOwnersAreNotOverwritten) {
  // This Service has the name of a planned Service, but belongs to another owner.
  Json service = {{"apiVersion", "v1"},
                  {"kind", "Service"},
                  {"metadata", {{"name", kName}, {"namespace", kMachineNamespace}}},
                  {"spec", {{"ports", Json::array({{{"port", 80}}})}}}};
  MustCreate(Namespaced("/api/v1", "services"), service);
  const Json before = MustGet(ServicePath());
  CreateAutoscaler();
  testing::Subprocess& sidecar = StartAutoscalers();
  ASSERT_TRUE(WaitUntil([&] { return Exists(DeploymentPath()); }));
  ASSERT_TRUE(WaitUntil([&] { return absl::StrContains(sidecar.standard_error(), "OBJECT_OF_ANOTHER_OWNER"); }));
  EXPECT_EQ(MustGet(ServicePath()), before);
  ASSERT_TRUE(admin().Delete(ServicePath()).ok());
  ASSERT_TRUE(WaitUntil([&] { return IsAsPlanned(); }));

  // Another field manager has applied this image.
  Json object = Identity();
  object.merge_patch(ImageOf("mirror/cluster-autoscaler:4.18"));
  ApplyAsAnother(DeploymentPath(), object);
  ASSERT_TRUE(WaitUntil([&] { return absl::StrContains(sidecar.standard_error(), "FIELD_OF_ANOTHER_MANAGER"); }));
  EXPECT_THAT(sidecar.standard_error(), HasSubstr("argocd"));
  EXPECT_THAT(MustGet(DeploymentPath()).dump(), HasSubstr("mirror/cluster-autoscaler:4.18"));
}

TEST_F(ClusterAutoscalerE2eTest, TheStatusOfTheOperatorFollowsTheDeployment) {
  CreateAutoscaler();
  StartAutoscalers();
  ASSERT_TRUE(WaitUntil([&] { return ConditionOf("Progressing", "status") == "True"; }));
  EXPECT_EQ(ConditionOf("Progressing", "message"), "updating to 5.1.2");
  ASSERT_TRUE(WaitUntil([&] { return Exists(DeploymentPath()); }));
  const int64_t generation = kube::NumberAt(MustGet(DeploymentPath()), {"metadata", "generation"});
  SetStatus(DeploymentPath(), {{"observedGeneration", generation},
                               {"replicas", 1},
                               {"updatedReplicas", 1},
                               {"readyReplicas", 1},
                               {"availableReplicas", 1}});
  ASSERT_TRUE(WaitUntil([&] { return ConditionOf("Available", "message") == "at version 5.1.2"; }));
  EXPECT_EQ(ConditionOf("Progressing", "status"), "False");
  EXPECT_EQ(OperatorStatus()["versions"], Json::array({{{"name", "operator"}, {"version", "5.1.2"}}}));
  SetMachineApi(/*available=*/false);
  ASSERT_TRUE(WaitUntil([&] { return ConditionOf("Degraded", "status") == "True"; }));
  EXPECT_EQ(ConditionOf("Degraded", "message"), "machine-api not ready");
}

TEST_F(ClusterAutoscalerE2eTest, ObserveModeWritesNothing) {
  CreateAutoscaler();
  const Json status = OperatorStatus();
  testing::Subprocess& sidecar = StartAutoscalers("observe");
  ASSERT_TRUE(WaitUntil([&] {
    return absl::StrContains(sidecar.standard_error(), "would create an object") &&
           absl::StrContains(sidecar.standard_error(), "Deployment");
  }));
  for (const std::string& path : WorkloadPaths()) EXPECT_FALSE(Exists(path)) << path;
  EXPECT_EQ(OperatorStatus(), status);
}

}  // namespace
}  // namespace cpsizer::e2e
