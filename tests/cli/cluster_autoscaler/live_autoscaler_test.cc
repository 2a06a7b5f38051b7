// Tests `cpsizer autoscaler` with a cluster, without -f.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/cli/run_command.h"
#include "tests/replicas/fake_cluster.h"

namespace cpsizer::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using PlanJson = nlohmann::json;

// Returns the path of the list of a kind in the namespace of the operator.
std::string InMachineApi(absl::string_view group, absl::string_view plural) {
  return absl::StrCat(group, "/namespaces/openshift-machine-api/", plural);
}

class LiveAutoscalerTest : public ::testing::Test {
 protected:
  LiveAutoscalerTest() {
    Answer("/apis/autoscaling.openshift.io/v1/clusterautoscalers",
           R"([{"metadata": {"name": "default", "uid": "1-2-3"}, "spec": {"balanceSimilarNodeGroups": true}}])");
    Answer(InMachineApi("/apis/autoscaling.openshift.io/v1beta1", "machineautoscalers"),
           R"([{"metadata": {"name": "a", "namespace": "openshift-machine-api"}, "spec": {
                "minReplicas": 1, "maxReplicas": 6, "scaleTargetRef": {"apiVersion": "machine.openshift.io/v1beta1",
                "kind": "MachineSet", "name": "workers"}}}])");
    Answer(InMachineApi("/apis/machine.openshift.io/v1beta1", "machinesets"),
           R"([{"metadata": {"name": "workers", "namespace": "openshift-machine-api"}}])");
    Answer("/apis/config.openshift.io/v1/infrastructures",
           R"([{"metadata": {"name": "cluster"}, "status": {"platformStatus": {"type": "GCP"}}}])");
    Answer(InMachineApi("/apis/apps/v1", "deployments"), R"([{"metadata": {"name": "cluster-autoscaler-default",
           "namespace": "openshift-machine-api", "managedFields": [{"manager": "x"}]}, "spec": {"replicas": 2}},
           {"metadata": {"name": "other", "namespace": "openshift-machine-api"}}])");
    Answer(InMachineApi("/api/v1", "services"), "[]");
    Answer(InMachineApi("/apis/networking.k8s.io/v1", "networkpolicies"), "[]");
    // The Prometheus operator is not installed in this cluster.
    for (const char* plural : {"servicemonitors", "prometheusrules"}) {
      cluster_.Answer(InMachineApi("/apis/monitoring.coreos.com/v1", plural), 404, "404 page not found\n",
                      "text/plain");
    }
    kubeconfig_ = WriteKubeconfig(folder_, cluster_.url());
  }

  void Answer(const std::string& path, const char* items) {
    cluster_.Answer(path, PlanJson{{"metadata", {{"resourceVersion", "7"}}}, {"items", PlanJson::parse(items)}});
  }

  RunResult Run(const std::string& verb) {
    return RunCommand({"autoscaler", verb, absl::StrCat("--kubeconfig=", kubeconfig_), "--release-version=5.1.2",
                       "--image=i", "-o", "name"});
  }

  const TemporaryFolder folder_;
  replicas::FakeCluster cluster_;
  std::string kubeconfig_;
};

TEST_F(LiveAutoscalerTest, ArgumentsFollowThePlatform) {
  const RunResult result = Run("args");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              HasSubstr("--balance-similar-node-groups=true\n--balancing-ignore-label=topology.gke.io/zone"));
}

TEST_F(LiveAutoscalerTest, DiffComparesWithObjectsOfTheCluster) {
  const RunResult result = Run("diff");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.err, HasSubstr("the cluster does not serve ServiceMonitor of monitoring.coreos.com/v1"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("MachineSet workers\n"), HasSubstr("Service cluster-autoscaler-default\n"),
                                HasSubstr("Deployment cluster-autoscaler-default\n")));
}

}  // namespace
}  // namespace cpsizer::cli
