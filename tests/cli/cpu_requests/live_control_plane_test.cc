// Tests `cpsizer cpu-requests` and `cpsizer validate` with a cluster, without -f.
#include "client/cli/cpu_requests/live_control_plane.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/run_command.h"
#include "tests/replicas/fake_cluster.h"

namespace cpsizer::cli {
namespace {

using kube::Json;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kDeployments[] = "/apis/apps/v1/deployments";

Json List(const std::vector<Json>& items) {
  return {{"metadata", {{"resourceVersion", "9"}}}, {"items", items}};
}

Json Containers(const std::string& cpu) {
  return {{"containers", {{{"name", "app"}, {"resources", {{"requests", {{"cpu", cpu}}}}}}}}};
}

Json Workload(const std::string& space, const std::string& name, const std::string& cpu) {
  return {{"metadata", {{"namespace", space}, {"name", name}}},
          {"spec", {{"selector", {{"matchLabels", {{"app", name}}}}}, {"template", {{"spec", Containers(cpu)}}}}}};
}

Json StaticPod(const std::string& name, const std::string& owner) {
  return {{"metadata",
           {{"namespace", "openshift-etcd"},
            {"name", name},
            {"ownerReferences",
             {{{"apiVersion", "v1"}, {"kind", owner}, {"name", "x"}, {"uid", "u"}, {"controller", true}}}}}},
          {"spec", Containers("300m")}};
}

// The cluster has a limit of 3 CPUs, a control plane workload, a user workload, and a static pod.
class LiveControlPlaneTest : public ::testing::Test {
 protected:
  LiveControlPlaneTest() {
    cluster_.Answer("/apis/config.openshift.io/v1/infrastructures",
                    List({{{"metadata", {{"name", "cluster"}}}, {"status", {{"controlPlaneCPULimit", 3}}}}}));
    cluster_.Answer("/apis/machineconfiguration.openshift.io/v1/kubeletconfigs", List({}));
    cluster_.Answer("/api/v1/nodes",
                    List({{{"metadata", {{"name", "a"}}}, {"status", {{"capacity", {{"cpu", "8"}}}}}}}));
    cluster_.Answer(kDeployments,
                    List({Workload("openshift-ingress", "router", "100m"), Workload("shop", "web", "1")}));
    cluster_.Answer("/apis/apps/v1/statefulsets", List({}));
    cluster_.Answer("/apis/apps/v1/daemonsets", List({}));
    cluster_.Answer("/api/v1/pods", List({StaticPod("etcd-a", "Node"), StaticPod("job-1", "Job")}));
    cluster_.Answer("/apis/metrics.k8s.io/v1beta1/pods", List({}));
    kubeconfig_ = WriteKubeconfig(folder_, cluster_.url());
  }

  RunResult Run(std::vector<std::string> args) {
    args.insert(args.begin() + 1, absl::StrCat("--kubeconfig=", kubeconfig_));
    return RunCommand(args);
  }

  const TemporaryFolder folder_;
  replicas::FakeCluster cluster_;
  std::string kubeconfig_;
};

TEST_F(LiveControlPlaneTest, ReadsTheNamespacesOfTheControlPlane) {
  const RunResult result = Run({"cpu-requests", "-o", "name"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "Deployment openshift-ingress/router app 50m\nPod openshift-etcd/etcd-a app 150m\n");
}

TEST_F(LiveControlPlaneTest, ReadsOneNamespaceOnRequest) {
  cluster_.Answer("/apis/apps/v1/namespaces/shop/deployments", List({Workload("shop", "web", "1")}));
  for (const char* path : {"/apis/apps/v1/namespaces/shop/statefulsets", "/apis/apps/v1/namespaces/shop/daemonsets",
                           "/api/v1/namespaces/shop/pods", "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods"}) {
    cluster_.Answer(path, List({}));
  }
  EXPECT_EQ(Run({"cpu-requests", "-n", "shop", "-o", "name"}).out, "Deployment shop/web app 500m\n");
}

TEST_F(LiveControlPlaneTest, MissingOrForbiddenKindsAreSkippedAndReported) {
  cluster_.Answer("/apis/machineconfiguration.openshift.io/v1/kubeletconfigs", 404, "404 page not found\n",
                  "text/plain");
  cluster_.Answer("/api/v1/nodes", 403, replicas::StatusJson(403, "nodes is forbidden").dump());
  const RunResult result = Run({"cpu-requests"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("the cluster does not serve KubeletConfig of machineconfiguration.openshift.io/v1"),
                    HasSubstr("objects of kind Node are left out: ")));
  EXPECT_THAT(result.out, HasSubstr("2 pods request 0.2 CPUs instead of 0.4"));
}

TEST_F(LiveControlPlaneTest, AServerThatFailsIsExitCodeThree) {
  cluster_.Answer(kDeployments, 500, replicas::StatusJson(500, "etcd is gone").dump());
  const RunResult result = Run({"cpu-requests"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.out, "");
}

TEST(IsControlPlaneNamespace, KnowsThoseOfOpenShiftAndKubernetes) {
  for (const char* name : {"kube-system", "openshift", "openshift-etcd"}) {
    EXPECT_TRUE(IsControlPlaneNamespace(name)) << name;
  }
  for (const char* name : {"default", "shop", "openshifted", "kube-public", ""}) {
    EXPECT_FALSE(IsControlPlaneNamespace(name)) << name;
  }
}

}  // namespace
}  // namespace cpsizer::cli
