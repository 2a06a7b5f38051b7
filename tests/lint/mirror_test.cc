// Checks that the messages that mirror Kubernetes objects have the fields of those objects: names, types, and whether
// an absent field differs from zero.
#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/lint/api.h"

namespace cpsizer::lint {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::testing::IsSupersetOf;
using ::testing::UnorderedElementsAreArray;

// Appends texts such as "maximum int64?": the JSON path, the type, and a question mark if an absent field is not the
// same as zero.
void MirrorAppendLeaves(const Descriptor& message, const std::string& prefix, std::vector<std::string>& leaves) {
  for (int i = 0; i < message.field_count(); ++i) {
    const FieldDescriptor& field = *message.field(i);
    const std::string path =
        absl::StrCat(prefix, field.json_name(), field.is_repeated() && !field.is_map() ? "[]" : "");
    if (field.message_type() != nullptr && !field.is_map()) {
      MirrorAppendLeaves(*field.message_type(), path + ".", leaves);
    } else {
      leaves.push_back(
          absl::StrCat(path, " ", field.is_map() ? "map" : field.type_name(), field.has_presence() ? "?" : ""));
    }
  }
}

std::vector<std::string> Leaves(absl::string_view message) {
  std::vector<std::string> leaves;
  MirrorAppendLeaves(ApiMessage(message), "", leaves);
  return leaves;
}

std::vector<std::string> Under(absl::string_view field, absl::string_view message) {
  std::vector<std::string> leaves;
  MirrorAppendLeaves(ApiMessage(message), absl::StrCat(field, "."), leaves);
  return leaves;
}

// Source: the schema of the ClusterSizingConfiguration CRD, with the fractions for each size and for CPU.
TEST(MirrorTest, ClusterSizingConfigurationSpecHasExactlyTheFieldsOfTheCrd) {
  const std::vector<std::string> kCrd = {
      "spec.sizes[].name string",
      "spec.sizes[].criteria.from int32",
      "spec.sizes[].criteria.to int32?",
      "spec.sizes[].capacity.memory string?",
      "spec.sizes[].capacity.cpu string?",
      "spec.sizes[].capacity.kubeAPIServerMemoryFraction string?",
      "spec.sizes[].capacity.kubeAPIServerCPUFraction string?",
      "spec.sizes[].effects.kasGoMemLimit string?",
      "spec.sizes[].effects.controlPlanePriorityClassName string?",
      "spec.sizes[].effects.etcdPriorityClassName string?",
      "spec.sizes[].effects.APICriticalPriorityClassName string?",
      "spec.sizes[].effects.machineHealthCheckTimeout string?",
      "spec.sizes[].effects.maximumRequestsInflight int64?",
      "spec.sizes[].effects.maximumMutatingRequestsInflight int64?",
      "spec.sizes[].effects.resourceRequests[].deploymentName string",
      "spec.sizes[].effects.resourceRequests[].containerName string",
      "spec.sizes[].effects.resourceRequests[].memory string?",
      "spec.sizes[].effects.resourceRequests[].cpu string?",
      "spec.sizes[].management.placeholders int64?",
      "spec.sizes[].management.nonRequestServingNodesPerZone string?",
      "spec.concurrency.slidingWindow string?",
      "spec.concurrency.limit int32?",
      "spec.transitionDelay.increase string?",
      "spec.transitionDelay.decrease string?",
      "spec.nonRequestServingNodesBufferPerZone string?",
      "spec.resourceBasedAutoscaling.kubeAPIServerMemoryFraction string?",
      "spec.resourceBasedAutoscaling.kubeAPIServerCPUFraction string?",
  };
  EXPECT_THAT(Under("spec", "ClusterSizingConfigurationSpec"), UnorderedElementsAreArray(kCrd));
}

TEST(MirrorTest, ClusterSizingConfigurationAcceptsTheOutputOfKubectl) {
  EXPECT_THAT(Leaves("ClusterSizingConfiguration"), IsSupersetOf({
                                                        "apiVersion string",
                                                        "kind string",
                                                        "metadata.name string",
                                                        "metadata.uid string",
                                                        "metadata.generation int64",
                                                        "metadata.resourceVersion string",
                                                        "metadata.creationTimestamp string",
                                                        "metadata.labels map",
                                                        "metadata.annotations map",
                                                        "metadata.finalizers[] string",
                                                        "metadata.ownerReferences[].apiVersion string",
                                                        "metadata.ownerReferences[].kind string",
                                                        "metadata.ownerReferences[].name string",
                                                        "metadata.ownerReferences[].uid string",
                                                        "metadata.ownerReferences[].controller bool?",
                                                        "metadata.ownerReferences[].blockOwnerDeletion bool?",
                                                        "status.conditions[].type string",
                                                        "status.conditions[].status string",
                                                        "status.conditions[].observedGeneration int64",
                                                        "status.conditions[].lastTransitionTime string",
                                                        "status.conditions[].reason string",
                                                        "status.conditions[].message string",
                                                    }));
}

TEST(MirrorTest, VerticalPodAutoscalerStatusIsTheRecommendersOutput) {
  std::vector<std::string> expected;
  for (const char* bound : {"target", "lowerBound", "upperBound", "uncappedTarget"}) {
    for (const char* resource : {"memory", "cpu"}) {
      expected.push_back(absl::StrCat("recommendation.containerRecommendations[].", bound, ".", resource, " string?"));
    }
  }
  expected.insert(expected.end(), {"recommendation.containerRecommendations[].containerName string",
                                   "conditions[].type string", "conditions[].status string"});
  EXPECT_THAT(Leaves("VerticalPodAutoscalerStatus"), IsSupersetOf(expected));
}

TEST(MirrorTest, PodResourcePolicyHasTheFieldsOfTheVpaThatAreRead) {
  EXPECT_THAT(Leaves("PodResourcePolicy"),
              UnorderedElementsAreArray(
                  {"containerPolicies[].containerName string", "containerPolicies[].controlledResources[] string"}));
}

// AppendReference(), AppendMetric() and AppendTarget() append the fields of a reference to an object, of a metric with
// its selector, and of a target. `path` is the path of this message.
void AppendReference(const std::string& path, std::vector<std::string>& leaves) {
  for (const char* field : {".kind string", ".name string", ".apiVersion string"}) leaves.push_back(path + field);
}

void AppendMetric(const std::string& path, std::vector<std::string>& leaves) {
  for (const char* field :
       {".name string", ".selector.matchLabels map", ".selector.matchExpressions[].key string",
        ".selector.matchExpressions[].operator string", ".selector.matchExpressions[].values[] string"}) {
    leaves.push_back(path + field);
  }
}

void AppendTarget(const std::string& path, std::vector<std::string>& leaves) {
  for (const char* field : {".type string", ".value string?", ".averageValue string?", ".averageUtilization int32?"}) {
    leaves.push_back(path + field);
  }
}

// Source: k8s.io/api/autoscaling/v2.
TEST(MirrorTest, HorizontalPodAutoscalerSpecHasExactlyTheFieldsOfKubernetes) {
  std::vector<std::string> expected = {"spec.minReplicas int32?",
                                       "spec.maxReplicas int32",
                                       "spec.metrics[].type string",
                                       "spec.metrics[].resource.name string",
                                       "spec.metrics[].containerResource.name string",
                                       "spec.metrics[].containerResource.container string"};
  AppendReference("spec.scaleTargetRef", expected);
  AppendReference("spec.metrics[].object.describedObject", expected);
  for (const char* source : {"object", "pods", "external"}) {
    AppendMetric(absl::StrCat("spec.metrics[].", source, ".metric"), expected);
  }
  for (const char* source : {"object", "pods", "external", "resource", "containerResource"}) {
    AppendTarget(absl::StrCat("spec.metrics[].", source, ".target"), expected);
  }
  for (const char* direction : {"scaleUp", "scaleDown"}) {
    for (const char* field : {"stabilizationWindowSeconds int32?", "selectPolicy string?", "tolerance string?",
                              "policies[].type string", "policies[].value int32", "policies[].periodSeconds int32"}) {
      expected.push_back(absl::StrCat("spec.behavior.", direction, ".", field));
    }
  }
  EXPECT_THAT(Under("spec", "HorizontalPodAutoscalerSpec"), UnorderedElementsAreArray(expected));
}

// A pod as kubectl prints it, with only the fields that the autoscaler reads.
TEST(MirrorTest, PodHasTheFieldsThatTheAutoscalerReads) {
  std::vector<std::string> expected = {"metadata.name string",        "metadata.deletionTimestamp string",
                                       "spec.resources.requests map", "spec.overhead map",
                                       "status.phase string",         "status.startTime string"};
  for (const char* list : {"containers", "initContainers"}) {
    for (const char* field : {"name string", "resources.requests map", "restartPolicy string"}) {
      expected.push_back(absl::StrCat("spec.", list, "[].", field));
    }
  }
  MirrorAppendLeaves(ApiMessage("Condition"), "status.conditions[].", expected);
  EXPECT_THAT(Leaves("Pod"), UnorderedElementsAreArray(expected));
}

// Source: metrics.k8s.io/v1beta1. `metadata` has the type of a pod's metadata.
TEST(MirrorTest, PodMetricsHasTheFieldsOfTheMetricsApi) {
  EXPECT_THAT(
      Leaves("PodMetrics"),
      UnorderedElementsAreArray({"metadata.name string", "metadata.deletionTimestamp string", "timestamp string",
                                 "window string", "containers[].name string", "containers[].usage map"}));
}

// Source: custom.metrics.k8s.io/v1beta2 and external.metrics.k8s.io/v1beta1. The names and labels of metrics are not
// read.
TEST(MirrorTest, ValuesHaveTheFieldsOfTheOtherMetricsApis) {
  std::vector<std::string> expected = {"timestamp string", "windowSeconds int64?", "value string"};
  AppendReference("describedObject", expected);
  EXPECT_THAT(Leaves("MetricValue"), UnorderedElementsAreArray(expected));
  EXPECT_THAT(Leaves("ExternalMetricValue"), UnorderedElementsAreArray({"value string"}));
}

TEST(MirrorTest, ScaleIsThatOfKubernetes) {
  EXPECT_THAT(Leaves("Scale"),
              IsSupersetOf({"spec.replicas int32", "status.replicas int32", "status.selector string"}));
}

// The status of an autoscaler, without the names and types that its spec already has.
TEST(MirrorTest, AutoscalerStatusHasTheFieldsOfKubernetes) {
  std::vector<std::string> expected = {"lastScaleTime string", "currentReplicas int32", "desiredReplicas int32"};
  MirrorAppendLeaves(ApiMessage("Condition"), "conditions[].", expected);
  EXPECT_THAT(Leaves("ReplicasStatus"), IsSupersetOf(expected));
}

// Excludes the metadata, which all kinds share.
TEST(MirrorTest, KindsOfCpuRequestsHaveTheFieldsThatAreRead) {
  EXPECT_THAT(Under("status", "InfrastructureStatus"),
              UnorderedElementsAreArray({"status.controlPlaneCPULimit int32?", "status.platformStatus.type string"}));
  EXPECT_THAT(Under("status", "NodeStatus"), UnorderedElementsAreArray({"status.capacity map"}));
  EXPECT_THAT(
      Under("spec", "KubeletConfigSpec"),
      UnorderedElementsAreArray({"spec.autoSizingReserved bool?", "spec.kubeletConfig.systemReserved map",
                                 "spec.kubeletConfig.kubeReserved map", "spec.kubeletConfig.reservedSystemCPUs string",
                                 "spec.kubeletConfig.cpuManagerPolicy string",
                                 "spec.kubeletConfig.cpuOverSubscriptionCapacity double?"}));
}

TEST(MirrorTest, ControlPlaneMachineSetHasTheFieldsOfSizesAndRollouts) {
  const std::string value = "spec.template.machines_v1beta1_machine_openshift_io.spec.providerSpec.value.";
  EXPECT_THAT(
      Under("spec", "ControlPlaneMachineSetSpec"),
      UnorderedElementsAreArray(
          {std::string("spec.replicas int32?"), std::string("spec.state string"),
           std::string("spec.strategy.type string"), std::string("spec.template.machineType string"),
           std::string("spec.template.machines_v1beta1_machine_openshift_io.failureDomains.platform "
                       "string"),
           value + "apiVersion string", value + "kind string", value + "instanceType string", value + "vmSize string",
           value + "machineType string", value + "flavor string", value + "vcpuSockets int64?",
           value + "vcpusPerSocket int64?", value + "memorySize string", value + "numCPUs int64?",
           value + "numCoresPerSocket int64?", value + "memoryMiB int64?", value + "diskGiB int64?"}));
  EXPECT_THAT(Under("status", "ControlPlaneMachineSetStatus"),
              IsSupersetOf({"status.observedGeneration int64", "status.replicas int32", "status.readyReplicas int32",
                            "status.updatedReplicas int32", "status.unavailableReplicas int32"}));
}

// Source: the schema of the CRDs, without the status.
TEST(MirrorTest, ClusterAutoscalerSpecHasExactlyTheFieldsOfTheCrd) {
  EXPECT_THAT(Under("spec", "ClusterAutoscalerSpec"),
              UnorderedElementsAreArray({"spec.resourceLimits.maxNodesTotal int32?",
                                         "spec.resourceLimits.cores.min int32?",
                                         "spec.resourceLimits.cores.max int32?",
                                         "spec.resourceLimits.memory.min int32?",
                                         "spec.resourceLimits.memory.max int32?",
                                         "spec.resourceLimits.gpus[].type string",
                                         "spec.resourceLimits.gpus[].min int32?",
                                         "spec.resourceLimits.gpus[].max int32?",
                                         "spec.scaleDown.enabled bool?",
                                         "spec.scaleDown.delayAfterAdd string?",
                                         "spec.scaleDown.delayAfterDelete string?",
                                         "spec.scaleDown.delayAfterFailure string?",
                                         "spec.scaleDown.unneededTime string?",
                                         "spec.scaleDown.utilizationThreshold string?",
                                         "spec.scaleDown.cordonNodeBeforeTerminating string?",
                                         "spec.scaleUp.newPodScaleUpDelay string?",
                                         "spec.maxPodGracePeriod int32?",
                                         "spec.maxNodeProvisionTime string?",
                                         "spec.podPriorityThreshold int32?",
                                         "spec.balanceSimilarNodeGroups bool?",
                                         "spec.balancingIgnoredLabels[] string",
                                         "spec.ignoreDaemonsetsUtilization bool?",
                                         "spec.skipNodesWithLocalStorage bool?",
                                         "spec.logVerbosity int32?",
                                         "spec.expanders[] string",
                                         "spec.enforceNodeGroupMinSize string?",
                                         "spec.startupTaints[] string"}));
  EXPECT_THAT(Under("spec", "MachineAutoscalerSpec"),
              UnorderedElementsAreArray({"spec.minReplicas int32?", "spec.maxReplicas int32?",
                                         "spec.scaleTargetRef.apiVersion string", "spec.scaleTargetRef.kind string",
                                         "spec.scaleTargetRef.name string"}));
}

TEST(MirrorTest, MachineSetHasTheLabelsAndAnnotationsOfItsSize) {
  EXPECT_THAT(Leaves("MachineSet"),
              IsSupersetOf({"metadata.name string", "metadata.annotations map", "spec.template.metadata.labels map",
                            "spec.template.spec.metadata.labels map"}));
}

}  // namespace
}  // namespace cpsizer::lint
