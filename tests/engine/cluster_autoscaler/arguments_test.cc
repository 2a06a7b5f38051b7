// Tests each argument of the command line of the cluster-autoscaler.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tests/engine/cluster_autoscaler/autoscaler_flags.h"
#include "tests/engine/cluster_autoscaler/plans.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::ArgumentTexts;
using ::cpsizer::testing::AutoscalerPlan;
using ::cpsizer::testing::CommandLineError;
using ::cpsizer::testing::Plan;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

const std::vector<std::string> kFixedArguments = {"--logtostderr",
                                                  "--record-duplicated-events",
                                                  "--cloud-provider=openshift",
                                                  "--namespace=openshift-machine-api",
                                                  "--leader-elect-lease-duration=137s",
                                                  "--leader-elect-renew-deadline=107s",
                                                  "--leader-elect-retry-period=26s",
                                                  "--max-bulk-soft-taint-count=0",
                                                  "--kube-api-content-type=application/json"};

// Returns kFixedArguments followed by `more`.
std::vector<std::string> AfterFixed(const std::vector<std::string>& more) {
  std::vector<std::string> all = kFixedArguments;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::vector<std::string> ArgumentsOf(absl::string_view spec, absl::string_view platform = "") {
  return ArgumentTexts(Plan(AutoscalerPlan(spec, platform)));
}

TEST(PlanArguments, Section6AnEmptySpecHasTheFixedOnesAndTheVerbosity) {
  EXPECT_THAT(ArgumentsOf(""), ElementsAreArray(AfterFixed({"--v=1"})));
}

constexpr char kFullAutoscaler[] = R"(
    "startupTaints": ["a", "b"], "maxPodGracePeriod": 600, "maxNodeProvisionTime": "15m", "podPriorityThreshold": -10,
    "resourceLimits": {"maxNodesTotal": 24, "cores": {"min": 8, "max": 128}, "memory": {"min": 4, "max": 256},
      "gpus": [{"type": "nvidia-t4", "min": 0, "max": 16}, {"type": "amd", "min": 0, "max": 4}]},
    "scaleDown": {"enabled": true, "delayAfterAdd": "10m", "delayAfterDelete": "0s", "delayAfterFailure": "30s",
      "unneededTime": "1h30m", "utilizationThreshold": "0.40", "cordonNodeBeforeTerminating": "Disabled"},
    "scaleUp": {"newPodScaleUpDelay": "10s"},
    "balanceSimilarNodeGroups": true, "ignoreDaemonsetsUtilization": false, "skipNodesWithLocalStorage": true,
    "balancingIgnoredLabels": ["x", "y"], "logVerbosity": 4, "expanders": ["LeastWaste", "Priority", "Random"],
    "enforceNodeGroupMinSize": "Enabled")";

// Returns the arguments for kFullAutoscaler on a platform with these labels.
std::vector<std::string> FullArguments(const std::vector<std::string>& labels) {
  std::vector<std::string> all = AfterFixed(
      {"--startup-taint=a", "--startup-taint=b", "--max-graceful-termination-sec=600", "--max-node-provision-time=15m",
       "--expendable-pods-priority-cutoff=-10", "--max-nodes-total=24", "--cores-total=8:128", "--memory-total=4:256",
       "--gpu-total=nvidia-t4:0:16", "--gpu-total=amd:0:4", "--scale-down-enabled=true",
       "--scale-down-delay-after-add=10m", "--scale-down-delay-after-delete=0s", "--scale-down-delay-after-failure=30s",
       "--scale-down-unneeded-time=1h30m", "--scale-down-utilization-threshold=0.40",
       "--cordon-node-before-terminating=false", "--new-pod-scale-up-delay=10s", "--balance-similar-node-groups=true"});
  for (const std::string& label : labels) all.push_back("--balancing-ignore-label=" + label);
  for (const char* argument : {"--ignore-daemonsets-utilization=false", "--skip-nodes-with-local-storage=true",
                               "--balancing-ignore-label=x", "--balancing-ignore-label=y", "--v=4",
                               "--expander=least-waste,priority,random", "--enforce-node-group-min-size=true"}) {
    all.push_back(argument);
  }
  return all;
}

TEST(PlanArguments, Section6EveryFieldInItsOrderOnEveryPlatform) {
  const struct {
    const char* platform;
    std::vector<std::string> labels;
  } kCases[] = {
      {"AWS",
       {"topology.ebs.csi.aws.com/zone", "lifecycle", "k8s.amazonaws.com/eniConfig", "eks.amazonaws.com/nodegroup",
        "alpha.eksctl.io/nodegroup-name", "alpha.eksctl.io/instance-id", "topology.k8s.aws/zone-id"}},
      {"Azure", {"topology.disk.csi.azure.com/zone", "agentpool", "kubernetes.azure.com/agentpool"}},
      {"GCP", {"topology.gke.io/zone"}},
      {"IBMCloud",
       {"ibm-cloud.kubernetes.io/worker-id", "vpc-block-csi-driver-labels", "ibm-cloud.kubernetes.io/vpc-instance-id"}},
      {"Nutanix",
       {"nutanix.com/prism-element-name", "nutanix.com/prism-element-uuid", "nutanix.com/prism-host-name",
        "nutanix.com/prism-host-uuid"}},
      {"BareMetal", {}},
      {"OpenStack", {}},
      {"PowerVS", {}},
      {"VSphere", {}},
      {"None", {}},
      {"External", {}},
      {"", {}},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(ArgumentsOf(kFullAutoscaler, test.platform), ElementsAreArray(FullArguments(test.labels)))
        << test.platform;
  }
}

TEST(PlanArguments, Section6EachArgumentNamesItsField) {
  const v1::PlanClusterAutoscalerResponse response = Plan(AutoscalerPlan(kFullAutoscaler, "GCP"));
  std::vector<std::string> sources;
  for (const v1::ClusterAutoscalerArgument& argument : response.arguments()) {
    sources.push_back(absl::StrCat(argument.argument(), " ", argument.source()));
  }
  for (const char* expected :
       {"--logtostderr ", "--namespace=openshift-machine-api operator.namespace",
        "--startup-taint=b clusterAutoscaler.spec.startupTaints[1]",
        "--gpu-total=amd:0:4 clusterAutoscaler.spec.resourceLimits.gpus[1]",
        "--scale-down-utilization-threshold=0.40 clusterAutoscaler.spec.scaleDown.utilizationThreshold",
        "--balancing-ignore-label=topology.gke.io/zone infrastructure.status.platformStatus.type",
        "--balancing-ignore-label=y clusterAutoscaler.spec.balancingIgnoredLabels[1]",
        "--v=4 clusterAutoscaler.spec.logVerbosity"}) {
    EXPECT_THAT(sources, Contains(expected));
  }
}

TEST(PlanArguments, Section6SettingsOfADisabledScaleDownAreNotPassedOn) {
  EXPECT_THAT(ArgumentsOf(R"("scaleDown": {"enabled": false, "unneededTime": "5m", "delayAfterAdd": "1m"})"),
              ElementsAreArray(AfterFixed({"--scale-down-enabled=false", "--v=1"})));
}

TEST(PlanArguments, Section6LabelsOfThePlatformFollowAlsoWithoutBalancing) {
  EXPECT_THAT(ArgumentsOf(R"("balanceSimilarNodeGroups": false)", "GCP"),
              ElementsAreArray(AfterFixed(
                  {"--balance-similar-node-groups=false", "--balancing-ignore-label=topology.gke.io/zone", "--v=1"})));
  EXPECT_THAT(ArgumentsOf("", "GCP"), ElementsAreArray(AfterFixed({"--v=1"})));
}

TEST(PlanArguments, Section6ZeroAndDisabledArePassedOn) {
  EXPECT_THAT(ArgumentsOf(R"("resourceLimits": {"maxNodesTotal": 0, "cores": {"min": 0, "max": 0}},
                             "maxPodGracePeriod": 0, "logVerbosity": 0, "enforceNodeGroupMinSize": "Disabled")"),
              ElementsAreArray(AfterFixed({"--max-graceful-termination-sec=0", "--max-nodes-total=0",
                                           "--cores-total=0:0", "--v=0", "--enforce-node-group-min-size=false"})));
}

TEST(PlanArguments, Section6FeatureGates) {
  const char* kPlatforms[] = {"AWS", "Azure", "BareMetal", "GCP", "OpenStack", "PowerVS", "VSphere"};
  for (const char* platform : kPlatforms) {
    for (const char* gate : kPlatforms) {
      v1::PlanClusterAutoscalerRequest request = AutoscalerPlan("", platform);
      request.mutable_operator_()->add_feature_gates(absl::StrCat("ClusterAPIMachineManagement", gate));
      request.mutable_operator_()->add_feature_gates("ProvisioningRequestAvailable");
      std::vector<std::string> expected = kFixedArguments;
      if (std::string(platform) == gate) {
        expected.push_back("--node-group-auto-discovery=clusterapi:namespace=openshift-cluster-api");
      }
      expected.insert(expected.end(), {"--enable-provisioning-requests=true", "--v=1"});
      EXPECT_THAT(ArgumentTexts(Plan(request)), ElementsAreArray(expected)) << platform << " " << gate;
    }
  }
  v1::PlanClusterAutoscalerRequest other = AutoscalerPlan("", "Nutanix");
  other.mutable_operator_()->add_feature_gates("ClusterAPIMachineManagementNutanix");
  other.mutable_operator_()->add_feature_gates("ClusterAPIMachineManagement");
  EXPECT_THAT(ArgumentTexts(Plan(other)), ElementsAreArray(AfterFixed({"--v=1"})));
}

TEST(PlanArguments, Section6SettingsOfTheOperator) {
  v1::PlanClusterAutoscalerRequest request = AutoscalerPlan("");
  v1::ClusterAutoscalerOperatorSettings& settings = *request.mutable_operator_();
  settings.set_namespace_("autoscaling");
  settings.set_cloud_provider("clusterapi");
  settings.set_verbosity(0);
  settings.set_extra_args("--one --two=2");
  const std::vector<std::string> arguments = ArgumentTexts(Plan(request));
  EXPECT_THAT(arguments, Contains("--cloud-provider=clusterapi"));
  EXPECT_THAT(arguments, Contains("--namespace=autoscaling"));
  ASSERT_GE(arguments.size(), 2u);
  EXPECT_EQ(arguments[arguments.size() - 2], "--v=0");
  EXPECT_EQ(arguments.back(), "--one --two=2") << "one argument";
}

TEST(PlanArguments, AnInvalidClusterAutoscalerHasNoArguments) {
  const v1::PlanClusterAutoscalerResponse response =
      Plan(AutoscalerPlan(R"("scaleDown": {"enabled": true, "unneededTime": "soon"})"));
  EXPECT_EQ(response.outcome(), v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_INVALID);
  EXPECT_THAT(response.arguments(), IsEmpty());
  EXPECT_THAT(testing::PlanFindings(response),
              ElementsAre("DURATION_MALFORMED clusterAutoscaler.spec.scaleDown.unneededTime: \"soon\" is not a "
                          "duration"));
  EXPECT_EQ(response.summary(), "The ClusterAutoscaler has errors: the running cluster-autoscaler is not changed.");
}

TEST(PlanArguments, WarningsAreFindingsOfThePlan) {
  EXPECT_THAT(
      testing::PlanFindings(Plan(AutoscalerPlan(R"("balancingIgnoredLabels": ["a"])"))),
      ElementsAre(::testing::StartsWith("SETTING_WITHOUT_EFFECT clusterAutoscaler.spec.balancingIgnoredLabels")));
}

TEST(PlanArguments, TheNameIsTheConfiguredOne) {
  v1::PlanClusterAutoscalerRequest request = AutoscalerPlan("");
  request.mutable_cluster_autoscaler()->mutable_metadata()->set_name("blue");
  EXPECT_EQ(Plan(request).outcome(), v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_INVALID);
  request.mutable_operator_()->set_name("blue");
  EXPECT_EQ(Plan(request).outcome(), v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_RUNS);
}

TEST(PlanArguments, NothingRunsWithoutAClusterAutoscaler) {
  const v1::PlanClusterAutoscalerResponse none = Plan(testing::PlanRequest(R"({"current": {}})"));
  EXPECT_EQ(none.outcome(), v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_ABSENT);
  EXPECT_EQ(none.summary(), "There is no ClusterAutoscaler: nothing runs.");
  v1::PlanClusterAutoscalerRequest request = AutoscalerPlan("");
  request.mutable_cluster_autoscaler()->mutable_metadata()->set_deletion_timestamp("2026-01-02T03:04:05Z");
  const v1::PlanClusterAutoscalerResponse deleted = Plan(request);
  EXPECT_EQ(deleted.outcome(), v1::CLUSTER_AUTOSCALER_PLAN_OUTCOME_ABSENT);
  EXPECT_EQ(deleted.summary(), "The ClusterAutoscaler is being deleted: nothing runs.");
  EXPECT_THAT(deleted.arguments(), IsEmpty());
}

// Tests the test helper that checks command lines.
TEST(AutoscalerFlags, FindsArgumentsThatPreventTheStart) {
  const struct {
    std::vector<std::string> arguments;
    const char* error;
  } kCases[] = {
      {{"--logtostderr", "--v=1"}, ""},
      {{"v=1"}, "v=1 is not a flag"},
      {{"--verbose"}, "there is no flag verbose"},
      {{"--v=x"}, "--v=x does not parse"},
      {{"--v=1", "--v=2"}, "v is repeated"},
      {{"--cores-total=4:2"}, "--cores-total=4:2 does not parse"},
      {{"--gpu-total=a:b:1:2"}, "--gpu-total=a:b:1:2 does not parse"},
      {{"--expander="}, "--expander= does not parse"},
      {{"--expander=random,priority"}, "--expander=random,priority does not parse"},
      {{"--scale-down-unneeded-time=5"}, "--scale-down-unneeded-time=5 does not parse"},
      {{"--balancing-label=a", "--balancing-ignore-label=b"}, "balancing-label excludes balancing-ignore-label"},
  };
  for (const auto& test : kCases) EXPECT_EQ(CommandLineError(test.arguments), test.error);
}

}  // namespace
}  // namespace cpsizer
