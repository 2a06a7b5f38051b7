// Tests the reading of nodes and pods of a management cluster.
#include "client/objects/capacity_objects.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/objects/read_text.h"

namespace cpsizer::objects {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr int64_t kMi = int64_t{1} << 20;

FoundCapacityPod ReadPodWith(absl::string_view metadata, absl::string_view spec) {
  const Inventory inventory = ReadObjects(absl::StrCat("apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: hcp",
                                                       metadata, "}\nspec: {", spec, "}\nstatus: {phase: Running}\n"),
                                          kCapacityKinds);
  EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
  EXPECT_THAT(inventory.capacity.pods, SizeIs(1));
  return inventory.capacity.pods.empty() ? FoundCapacityPod() : inventory.capacity.pods.front();
}

PodAmounts RequestsWith(absl::string_view spec) {
  return RequestsOf(ReadPodWith("", spec));
}

TEST(ReadCapacityNodeTest, ReadsAllocatableZoneAndTaints) {
  const Inventory inventory = ReadObjects(
      "apiVersion: v1\nkind: Node\n"
      "metadata: {name: a1, labels: {topology.kubernetes.io/zone: a, role: hcp}}\n"
      "spec:\n"
      "  unschedulable: true\n"
      "  taints:\n"
      "  - {key: dedicated, value: etcd, effect: NoSchedule}\n"
      "  - {key: slow, effect: PreferNoSchedule}\n"
      "status: {allocatable: {cpu: 15500m, memory: 64Gi, pods: '250', ephemeral-storage: 1Ti}}\n",
      kCapacityKinds);
  EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
  ASSERT_THAT(inventory.capacity.nodes, SizeIs(1));
  const FoundCapacityNode& node = inventory.capacity.nodes.front();
  EXPECT_EQ(node.zone, "a");
  EXPECT_EQ(node.cpu_millis, 15'500);
  EXPECT_EQ(node.memory_bytes, 65'536 * kMi);
  EXPECT_EQ(node.pods, 250);
  EXPECT_EQ(node.labels.at("role"), "hcp");
  ASSERT_THAT(node.taints, SizeIs(2));
  EXPECT_EQ(node.taints[0].value, "etcd");
  EXPECT_EQ(node.taints[1].key, "node.kubernetes.io/unschedulable");
}

TEST(ReadCapacityNodeTest, AnInvalidAmountIsAProblemWithItsField) {
  const Inventory inventory = ReadObjects(
      "apiVersion: v1\nkind: Node\nmetadata: {name: a1}\nstatus: {allocatable: {cpu: many}}\n"
      "---\napiVersion: v1\nkind: Node\nmetadata: {name: a2}\nstatus: {allocatable: {memory: 2Pi}}\n"
      "---\napiVersion: v1\nkind: Node\nmetadata: {}\n",
      kCapacityKinds);
  EXPECT_THAT(inventory.capacity.nodes, IsEmpty());
  EXPECT_THAT(
      Sentences(inventory.problems),
      ElementsAre("4:29: status.allocatable.cpu: \"many\" is not a quantity: it is not a number with an optional "
                  "suffix; write one such as 500m",
                  "9:32: status.allocatable.memory: \"2Pi\" is not from 0 to 1125899906842624; write one such as 2Gi",
                  "11:1: the Node has no metadata.name"));
}

TEST(RequestsOfTest, ContainersAndOverheadAreAdded) {
  const PodAmounts requests = RequestsWith(
      "containers: [{name: a, resources: {requests: {cpu: 500m, memory: 1Gi}}}, {name: b, resources: {requests: {cpu: "
      "'0.0001'}, limits: {cpu: 1, memory: 2Mi}}}], overhead: {cpu: 10m, memory: 3Mi}");
  EXPECT_EQ(requests.cpu_millis, 500 + 1 + 10);
  EXPECT_EQ(requests.memory_bytes, (1'024 + 2 + 3) * kMi);
}

TEST(RequestsOfTest, TheLargestInitContainerCountsWithTheSidecarsBeforeIt) {
  const PodAmounts requests = RequestsWith(
      "initContainers: [{name: early, resources: {requests: {cpu: 900m, memory: 10Mi}}},"
      "{name: proxy, restartPolicy: Always, resources: {requests: {cpu: 100m, memory: 10Mi}}},"
      "{name: late, resources: {requests: {cpu: 850m, memory: 1Mi}}}],"
      "containers: [{name: a, resources: {requests: {cpu: 200m, memory: 50Mi}}}]");
  EXPECT_EQ(requests.cpu_millis, 950);
  EXPECT_EQ(requests.memory_bytes, 60 * kMi);
}

TEST(RequestsOfTest, RequestsOfThePodReplaceThoseOfItsContainers) {
  const PodAmounts requests = RequestsWith(
      "resources: {requests: {memory: 4Mi}}, containers: [{name: a, resources: {requests: {cpu: 200m, memory: "
      "50Mi}}}]");
  EXPECT_EQ(requests.cpu_millis, 200);
  EXPECT_EQ(requests.memory_bytes, 4 * kMi);
}

TEST(ReadCapacityPodTest, TheNameOfADeploymentIsThatOfItsReplicaSetWithoutTheHash) {
  const FoundCapacityPod pod = ReadPodWith(
      ", labels: {pod-template-hash: 6d5f}, ownerReferences: [{kind: ReplicaSet, name: kube-apiserver-6d5f, "
      "controller: "
      "true}]",
      "nodeName: a1");
  EXPECT_EQ(pod.owner_kind, "Deployment");
  EXPECT_EQ(pod.component, "kube-apiserver");
  EXPECT_EQ(pod.node, "a1");
  EXPECT_FALSE(pod.has_ended);
}

TEST(ReadCapacityPodTest, AntiAffinityIsThatToItsOwnLabels) {
  const auto with_term = [](absl::string_view app, absl::string_view key) {
    return ReadPodWith(", labels: {app: etcd}",
                       absl::StrCat("affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
                                    "[{labelSelector: {matchLabels: {app: ",
                                    app, "}}, topologyKey: ", key, "}]}}"));
  };
  EXPECT_TRUE(with_term("etcd", "kubernetes.io/hostname").one_per_host);
  EXPECT_FALSE(with_term("etcd", "kubernetes.io/hostname").one_per_zone);
  EXPECT_TRUE(with_term("etcd", "topology.kubernetes.io/zone").one_per_zone);
  EXPECT_FALSE(with_term("other", "kubernetes.io/hostname").one_per_host);
}

TEST(ReadCapacityPodTest, ReadsTheRulesForNodes) {
  const FoundCapacityPod pod = ReadPodWith(
      "",
      "nodeSelector: {role: hcp}, tolerations: [{key: dedicated, operator: Exists, effect: NoSchedule}], affinity: "
      "{nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: "
      "cores, operator: Gt, values: ['4']}]}]}}}");
  ASSERT_THAT(pod.selector, SizeIs(1));
  EXPECT_THAT(pod.selector[0].values, ElementsAre("hcp"));
  ASSERT_THAT(pod.any_of, SizeIs(1));
  EXPECT_EQ(pod.any_of[0][0].op, "Gt");
  ASSERT_THAT(pod.tolerations, SizeIs(1));
  EXPECT_EQ(pod.tolerations[0].op, "Exists");
}

TEST(ReadCapacityPodTest, APodThatHasEndedIsMarked) {
  const Inventory inventory = ReadObjects(
      "apiVersion: v1\nkind: Pod\nmetadata: {name: p, deletionTimestamp: '2026-01-01T00:00:00Z'}\nstatus: {phase: "
      "Failed}\n",
      kCapacityKinds);
  ASSERT_THAT(inventory.capacity.pods, SizeIs(1));
  EXPECT_TRUE(inventory.capacity.pods[0].has_ended);
  EXPECT_TRUE(inventory.capacity.pods[0].is_deleted);
}

TEST(ReadCapacityPodTest, TheAvailabilityPolicyOfAHostedClusterIsRead) {
  const Inventory inventory = ReadObjects(
      "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: {name: c, namespace: hcp}\n"
      "spec: {controllerAvailabilityPolicy: HighlyAvailable, platform: {type: AWS}}\n",
      kCapacityKinds);
  ASSERT_THAT(inventory.clusters, SizeIs(1));
  EXPECT_EQ(inventory.clusters[0].availability_policy, "HighlyAvailable");
}

}  // namespace
}  // namespace cpsizer::objects
