// Tests `cpsizer machine` with a cluster, without -f.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/cli/run_command.h"
#include "tests/replicas/fake_cluster.h"

namespace cpsizer::cli {
namespace {

using ::testing::HasSubstr;
using MachineJson = nlohmann::json;

constexpr char kNodeMetrics[] = "/apis/metrics.k8s.io/v1beta1/nodes";

MachineJson ListOf(const MachineJson& items) {
  return {{"metadata", {{"resourceVersion", "7"}}}, {"items", items}};
}

MachineJson LiveAutoscaler() {
  return MachineJson::parse(R"({"metadata": {"name": "cluster", "namespace": "openshift-machine-api"}, "spec": {
    "machineConfiguration": {"machineType": "machines_v1beta1_machine_openshift_io",
      "machines_v1beta1_machine_openshift_io": {"machineConfigurations": {"platform": "AWS", "aws": [
        {"weight": 1, "instanceType": "m6i.xlarge"}, {"weight": 2, "instanceType": "m6i.2xlarge"}]}}},
    "scaleUp": {"triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "30m"}}]}}})");
}

MachineJson LiveMachines() {
  return MachineJson::parse(R"({"metadata": {"name": "cluster", "resourceVersion": "9"}, "spec": {"replicas": 3,
    "state": "Active", "template": {"machines_v1beta1_machine_openshift_io": {"spec": {"providerSpec": {"value": {
      "kind": "AWSMachineProviderConfig", "instanceType": "m6i.xlarge"}}}}}}})");
}

// The cluster has one control plane node, and the metrics API returns one sample of this node.
class LiveMachineTest : public ::testing::Test {
 protected:
  LiveMachineTest() {
    cluster_.Answer("/apis/machine.openshift.io/v1alpha1/controlplanemachinesetautoscalers",
                    ListOf(MachineJson::array({LiveAutoscaler()})));
    cluster_.Answer("/apis/machine.openshift.io/v1/controlplanemachinesets",
                    ListOf(MachineJson::array({LiveMachines()})));
    cluster_.Answer(
        "/api/v1/nodes",
        ListOf(MachineJson::parse(R"([{"metadata": {"name": "a"}, "status": {"capacity": {"cpu": "4"}}}])")));
    cluster_.Answer(kNodeMetrics, ListOf(MachineJson::parse(
                                      R"([{"metadata": {"name": "a"}, "timestamp": "2026-03-01T11:59:40Z",
                                           "window": "30s", "usage": {"cpu": "3600m", "memory": "1Gi"}}])")));
    kubeconfig_ = WriteKubeconfig(folder_, cluster_.url());
  }

  RunResult Run() {
    return RunCommand({"machine", absl::StrCat("--kubeconfig=", kubeconfig_), "--now", "2026-03-01T12:00:00Z"});
  }

  const TemporaryFolder folder_;
  replicas::FakeCluster cluster_;
  std::string kubeconfig_;
};

TEST_F(LiveMachineTest, OneMeasurementIsNotEnough) {
  const RunResult result = Run();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("node \"a\" has 1 of 27 samples"));
}

TEST_F(LiveMachineTest, WithoutMetricsTheOtherObjectsCount) {
  cluster_.Answer(kNodeMetrics, 404, "404 page not found\n", "text/plain");
  const RunResult result = Run();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("the cluster does not serve NodeMetrics of metrics.k8s.io/v1beta1"));
  EXPECT_THAT(result.out, HasSubstr("node \"a\" has no usable samples"));
}

TEST_F(LiveMachineTest, AServerThatFailsIsExitCodeThree) {
  cluster_.Answer(kNodeMetrics, 500, replicas::StatusJson(500, "etcd is gone").dump());
  EXPECT_EQ(Run().exit_code, 3);
}

}  // namespace
}  // namespace cpsizer::cli
