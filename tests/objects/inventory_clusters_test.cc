#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/objects/inventory_builder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/objects/read_text.h"

namespace cpsizer::objects {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string Cluster(absl::string_view metadata) {
  return absl::StrCat("---\napiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: ", metadata,
                      "\nspec: {release: {image: 5}}\n");
}

// Returns a VPA that recommends `memory`.
std::string Vpa(absl::string_view metadata, absl::string_view memory) {
  return absl::StrCat("---\napiVersion: autoscaling.k8s.io/v1\nkind: VerticalPodAutoscaler\nmetadata: ", metadata,
                      "\nstatus: {recommendation: {containerRecommendations: [{containerName: kube-apiserver, "
                      "uncappedTarget: {memory: ",
                      memory, "}}]}}\n");
}

// Returns a text such as `namespace/name size memory` for each cluster. A text has `-` for an absent value, and `!` if
// the cluster is not eligible.
std::vector<std::string> Clusters(const Inventory& inventory) {
  std::vector<std::string> clusters;
  for (const HostedCluster& cluster : inventory.clusters) {
    std::string memory = "-";
    if (cluster.vpa_status.has_value()) {
      memory = cluster.vpa_status->recommendation().container_recommendations(0).uncapped_target().memory();
    }
    clusters.push_back(absl::StrCat(cluster.eligible ? "" : "!", cluster.namespace_name, "/", cluster.name, " ",
                                    cluster.current_size.empty() ? "-" : cluster.current_size, " ", memory));
  }
  return clusters;
}

constexpr absl::string_view kOptedIn =
    "hypershift.openshift.io/resource-based-cp-auto-scaling: \"true\", "
    "hypershift.openshift.io/topology: dedicated-request-serving-components";

TEST(Clusters, HaveTheirOverrideAndTheirPause) {
  const Inventory inventory = ReadObjects(absl::StrCat(
      Cluster("{namespace: a, name: b, annotations: {hypershift.openshift.io/cluster-size-override: large}}"),
      "---\napiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: {namespace: a, name: c}\n"
      "spec: {release: {image: 5}, pausedUntil: 'true'}\n"));
  ASSERT_EQ(inventory.clusters.size(), 2u);
  EXPECT_EQ(inventory.clusters[0].size_override, "large");
  EXPECT_EQ(inventory.clusters[0].paused_until, absl::InfinitePast());
  EXPECT_EQ(inventory.clusters[1].size_override, "");
  EXPECT_EQ(inventory.clusters[1].paused_until, absl::InfiniteFuture());
}

TEST(Clusters, HaveTheirLabelTheirAnnotationAndWhyTheyAreNotSized) {
  const Inventory inventory = ReadObjects(absl::StrCat(
      Cluster(absl::StrCat("{namespace: a, name: b, labels: {hypershift.openshift.io/hosted-cluster-size: small}, "
                           "annotations: {hypershift.openshift.io/recommended-cluster-size: large, ",
                           kOptedIn, "}, deletionTimestamp: '2026-03-01T12:00:00Z'}")),
      Cluster("{namespace: a, name: c, annotations: {hypershift.openshift.io/resource-based-cp-auto-scaling: 'yes'}}"),
      Cluster("{namespace: a, name: d, annotations: {hypershift.openshift.io/resource-based-cp-auto-scaling: 'true', "
              "resource-request-override.hypershift.openshift.io/a.b: cpu=1}}")));
  ASSERT_EQ(inventory.clusters.size(), 3U);
  EXPECT_EQ(inventory.clusters[0].size_label, "small");
  EXPECT_EQ(inventory.clusters[0].recommended_annotation, "large");
  EXPECT_EQ(inventory.clusters[0].current_size, "large");
  EXPECT_TRUE(inventory.clusters[0].deleted);
  EXPECT_FALSE(inventory.clusters[0].eligible);
  EXPECT_EQ(inventory.clusters[0].not_opted_in, "");
  EXPECT_EQ(
      inventory.clusters[1].not_opted_in,
      "the annotation hypershift.openshift.io/resource-based-cp-auto-scaling is \"yes\" and not \"true\", and the "
      "annotation hypershift.openshift.io/topology: \"dedicated-request-serving-components\" is missing");
  EXPECT_TRUE(inventory.clusters[1].overrides.positions.empty());
  EXPECT_EQ(inventory.clusters[2].not_opted_in,
            "the annotation hypershift.openshift.io/topology: \"dedicated-request-serving-components\" is missing");
  EXPECT_THAT(inventory.clusters[2].request_overrides, ::testing::ElementsAre(::testing::Pair("a.b", "cpu=1")));
  EXPECT_EQ(inventory.clusters[2].overrides.positions.size(), 1U);
}

TEST(Clusters, TheAnnotationsOfEffectsAreRead) {
  const Inventory inventory = ReadObjects(
      "apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata:\n  namespace: a\n  name: b\n"
      "  annotations:\n    hypershift.openshift.io/kube-apiserver-gomemlimit: 7GiB\n"
      "    hypershift.openshift.io/other: x\n    hypershift.openshift.io/etcd-priority-class: ''\n");
  ASSERT_EQ(inventory.clusters.size(), 1U);
  EXPECT_THAT(inventory.clusters[0].effect_annotations,
              ::testing::ElementsAre(::testing::Pair("hypershift.openshift.io/kube-apiserver-gomemlimit", "7GiB"),
                                     ::testing::Pair("hypershift.openshift.io/etcd-priority-class", "")));
  EXPECT_EQ(inventory.clusters[0].overrides.positions.size(), 2U);
}

TEST(Clusters, OnlyTheTextTrueIsScheduled) {
  for (const absl::string_view annotations :
       {"{hypershift.openshift.io/cluster-scheduled: 'true'}", "{hypershift.openshift.io/cluster-scheduled: 'True'}",
        "{hypershift.openshift.io/cluster-scheduled: ''}", "{}"}) {
    const Inventory inventory = ReadObjects(
        absl::StrCat("apiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: {namespace: a, "
                     "name: b, annotations: ",
                     annotations, "}\n"));
    ASSERT_EQ(inventory.clusters.size(), 1U);
    EXPECT_EQ(inventory.clusters[0].scheduled, absl::StrContains(annotations, "'true'")) << annotations;
  }
}

struct InventoryClustersCase {
  std::string name;
  std::string metadata;
  std::string cluster;
};

const InventoryClustersCase kClusterCases[] = {
    {"opted in", absl::StrCat("{namespace: a, name: b, annotations: {", kOptedIn, "}}"), "a/b - -"},
    {"no annotations", "{namespace: a, name: b}", "!a/b - -"},
    {"no topology",
     "{namespace: a, name: b, annotations: {hypershift.openshift.io/resource-based-cp-auto-scaling: \"true\"}}",
     "!a/b - -"},
    {"another topology",
     "{namespace: a, name: b, annotations: {hypershift.openshift.io/resource-based-cp-auto-scaling: \"true\", "
     "hypershift.openshift.io/topology: shared}}",
     "!a/b - -"},
    {"another spelling of true",
     "{namespace: a, name: b, annotations: {hypershift.openshift.io/resource-based-cp-auto-scaling: \"True\", "
     "hypershift.openshift.io/topology: dedicated-request-serving-components}}",
     "!a/b - -"},
    {"being deleted",
     absl::StrCat("{namespace: a, name: b, deletionTimestamp: 2024-05-01T10:00:00Z, annotations: {", kOptedIn, "}}"),
     "!a/b - -"},
    {"the annotation has precedence over the label",
     "{namespace: a, name: b, labels: {hypershift.openshift.io/hosted-cluster-size: small}, "
     "annotations: {hypershift.openshift.io/recommended-cluster-size: large}}",
     "!a/b large -"},
    {"the label has the size",
     "{namespace: a, name: b, labels: {hypershift.openshift.io/hosted-cluster-size: small}, annotations: {}}",
     "!a/b small -"},
    {"no namespace", "{name: b}", "!/b - -"},
};

TEST(Clusters, AreReadFromTheirMetadata) {
  for (const InventoryClustersCase& c : kClusterCases) {
    SCOPED_TRACE(c.name);
    const Inventory inventory = ReadObjects(Cluster(c.metadata));
    EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
    EXPECT_THAT(Clusters(inventory), ElementsAre(c.cluster));
  }
}

TEST(Clusters, AreSortedByNamespaceThenName) {
  EXPECT_THAT(Clusters(ReadObjects(absl::StrCat(Cluster("{namespace: b, name: a}"), Cluster("{namespace: a, name: c}"),
                                                Cluster("{namespace: a, name: b}")))),
              ElementsAre("!a/b - -", "!a/c - -", "!b/a - -"));
}

const InventoryClustersCase kVpaCases[] = {
    {"by its annotations",
     "{name: kube-apiserver, namespace: x, annotations: {hypershift.openshift.io/cluster-namespace: ns, "
     "hypershift.openshift.io/cluster-name: one.b}}",
     "!ns/one.b - 5Gi"},
    {"by its namespace, with dots as hyphens", "{name: kube-apiserver, namespace: ns-one-b}", "!ns/one.b - 5Gi"},
    {"one annotation is not enough",
     "{name: kube-apiserver, namespace: ns-one-b, annotations: {hypershift.openshift.io/cluster-namespace: other}}",
     "!ns/one.b - 5Gi"},
    {"of another cluster, by its annotations",
     "{name: kube-apiserver, namespace: ns-one-b, annotations: {hypershift.openshift.io/cluster-namespace: ns, "
     "hypershift.openshift.io/cluster-name: two}}",
     "!ns/one.b - -"},
    {"of another cluster, by its namespace", "{name: kube-apiserver, namespace: ns-two}", "!ns/one.b - -"},
    {"of another name", "{name: etcd, namespace: ns-one-b}", "!ns/one.b - -"},
    {"without a name", "{namespace: ns-one-b}", "!ns/one.b - -"},
};

TEST(Clusters, HaveTheVpaThatNamesThem) {
  for (const InventoryClustersCase& c : kVpaCases) {
    SCOPED_TRACE(c.name);
    const std::string cluster = Cluster("{namespace: ns, name: one.b}"), vpa = Vpa(c.metadata, "5Gi");
    for (const std::string& text : {cluster + vpa, vpa + cluster}) {
      const Inventory inventory = ReadObjects(text);
      EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
      EXPECT_THAT(Clusters(inventory), ElementsAre(c.cluster));
      EXPECT_EQ(inventory.skipped_objects, absl::EndsWith(c.cluster, "-") ? 1 : 0);
    }
  }
}

TEST(Clusters, HaveTheCreationTimeOfTheirVpa) {
  const Inventory inventory = ReadObjects(
      absl::StrCat(Cluster("{namespace: a, name: b}"),
                   Vpa("{name: kube-apiserver, namespace: a-b, creationTimestamp: 2024-05-01T10:00:00Z}", "5Gi")));
  ASSERT_EQ(inventory.clusters.size(), 1U);
  EXPECT_EQ(inventory.clusters[0].vpa_created, "2024-05-01T10:00:00Z");
}

TEST(Clusters, MayHaveAVpaWithoutStatus) {
  const Inventory inventory =
      ReadObjects(absl::StrCat(Cluster("{namespace: a, name: b}"),
                               "---\napiVersion: autoscaling.k8s.io/v1\nkind: VerticalPodAutoscaler\n"
                               "metadata: {name: kube-apiserver, namespace: a-b}\n"));
  ASSERT_EQ(inventory.clusters.size(), 1U);
  ASSERT_TRUE(inventory.clusters[0].vpa_status.has_value());
  EXPECT_FALSE(inventory.clusters[0].vpa_status->has_recommendation());
}

TEST(Clusters, DoNotUseAVpaOfAnotherWorkload) {
  const std::string text =
      absl::StrCat(Cluster("{namespace: a, name: b}"), Vpa("{name: kube-apiserver, namespace: a-b}", "5Gi"));
  const Inventory other = ReadObjects(text + "spec:\n  targetRef: {kind: Deployment, name: etcd}\n");
  EXPECT_THAT(Clusters(other), ElementsAre("!a/b - -"));
  EXPECT_EQ(other.clusters[0].vpa_problem.value().message, "its VPA cannot be used");
  EXPECT_THAT(Sentences(other.problems),
              ElementsAre("12:14: spec.targetRef names \"Deployment etcd\", so its recommendation is not about "
                          "Deployment kube-apiserver"));
  const Inventory same = ReadObjects(text + "spec:\n  targetRef: {kind: Deployment, name: kube-apiserver}\n");
  EXPECT_THAT(Sentences(same.problems), IsEmpty());
  EXPECT_FALSE(same.clusters[0].vpa_problem.has_value());
}

TEST(Clusters, KnowThatTheirVpaCannotBeUsed) {
  const auto problem_of = [](absl::string_view vpas) {
    const auto problem = ReadObjects(absl::StrCat(Cluster("{namespace: a, name: b}"), vpas)).clusters[0].vpa_problem;
    return problem.has_value() ? absl::StrCat(problem->reason, ": ", problem->message) : "";
  };
  const std::string metadata = "{name: kube-apiserver, namespace: a-b}";
  EXPECT_EQ(problem_of(Vpa(metadata, "1.5")), "VPA_UNREADABLE: its VPA cannot be used");
  EXPECT_EQ(problem_of(Vpa(metadata, "5Gi") + "spec: {resourcePolicy: 3}\n"), "VPA_UNREADABLE: its VPA cannot be used");
  EXPECT_EQ(problem_of(Vpa(metadata, "1Gi") + Vpa(metadata, "2Gi")), "VPA_UNREADABLE: there are two VPAs for it");
  EXPECT_EQ(problem_of(Vpa("{name: kube-apiserver, namespace: other}", "1.5")), "");
  EXPECT_EQ(problem_of(Vpa("{name: kube-apiserver, namespace: a-b, annotations: {"
                           "hypershift.openshift.io/cluster-namespace: a, hypershift.openshift.io/cluster-name: x}}",
                           "1Gi")),
            "VPA_OF_ANOTHER_CLUSTER: the VPA in its control plane namespace is for a/x");
}

TEST(Clusters, HaveTheResourcePolicyOfTheirVpa) {
  const auto policy_of = [](absl::string_view spec) {
    const Inventory inventory = ReadObjects(
        absl::StrCat(Cluster("{namespace: a, name: b}"), Vpa("{name: kube-apiserver, namespace: a-b}", "5Gi"), spec));
    EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
    return inventory.clusters[0].vpa_resource_policy;
  };
  EXPECT_FALSE(policy_of("").has_value());
  EXPECT_FALSE(policy_of("spec: {updatePolicy: {updateMode: Off}}\n").has_value());
  const auto policy = policy_of(
      "spec: {resourcePolicy: {containerPolicies: [{containerName: \"*\", minAllowed: {cpu: 1.5}, mode: Auto, "
      "controlledResources: [memory]}]}}\n");
  ASSERT_TRUE(policy.has_value());
  ASSERT_EQ(policy->container_policies_size(), 1);
  EXPECT_EQ(policy->container_policies(0).container_name(), "*");
  EXPECT_THAT(policy->container_policies(0).controlled_resources(), ElementsAre("memory"));
}

const InventoryClustersCase kProblems[] = {
    {"a cluster twice", Cluster("{namespace: a, name: b}") + Cluster("{namespace: a, name: b}"),
     "7:1: HostedCluster a/b is also in file:2:1; give it once"},
    {"a cluster without a name", Cluster("{namespace: a}"), "2:1: the HostedCluster has no metadata.name"},
    {"a cluster without metadata", Cluster(""), "2:1: the HostedCluster has no metadata.name"},
    {"a cluster whose metadata is not a mapping", Cluster("[a]"),
     "4:11: metadata is a list where a mapping is expected"},
    {"a switch that is not a text",
     Cluster("{name: b, annotations: {hypershift.openshift.io/resource-based-cp-auto-scaling: true}}"),
     "4:91: metadata.annotations[hypershift.openshift.io/resource-based-cp-auto-scaling]: true is a boolean where text "
     "is expected; quote it: \"true\""},
    {"two VPAs for a cluster",
     Cluster("{namespace: a, name: b}") + Vpa("{name: kube-apiserver, namespace: a-b}", "1Gi") +
         Vpa("{name: kube-apiserver, namespace: x, annotations: {hypershift.openshift.io/cluster-namespace: a, "
             "hypershift.openshift.io/cluster-name: b}}",
             "2Gi"),
     "12:1: HostedCluster a/b already has the VPA in file:7:1; remove one of the two VPAs"},
    {"a VPA that may be of two clusters",
     Cluster("{namespace: a-b, name: c}") + Cluster("{namespace: a, name: b-c}") +
         Vpa("{name: kube-apiserver, namespace: a-b-c}", "1Gi"),
     "12:1: several hosted clusters have the control plane namespace a-b-c; specify the one of this VPA in its "
     "annotations "
     "hypershift.openshift.io/cluster-namespace and hypershift.openshift.io/cluster-name"},
    {"a demand with a fraction unquoted", Vpa("{name: kube-apiserver, namespace: a-b}", "1.5"),
     "5:111: status.recommendation.containerRecommendations[0].uncappedTarget.memory: 1.5 is a number with a fraction, "
     "which the API server refuses; quote it: \"1.5\""},
    {"a resource policy of another type",
     Vpa("{name: kube-apiserver, namespace: a-b}", "5Gi") + "spec: {resourcePolicy: {containerPolicies: [3]}}\n",
     "6:45: spec.resourcePolicy.containerPolicies[0]: 3 is a number where a mapping is expected"},
    {"another version of a VPA", "apiVersion: autoscaling.k8s.io/v1beta2\nkind: VerticalPodAutoscaler\n",
     "1:1: VerticalPodAutoscaler of autoscaling.k8s.io/v1beta2 is not supported; use autoscaling.k8s.io/v1"},
    {"control characters in a name", Cluster("{name: \"\\e[2J\"}") + Cluster("{name: \"\\e[2J\"}"),
     "7:1: HostedCluster \\x1b[2J is also in file:2:1; give it once"},
};

TEST(Clusters, AreProblemsWhereTheyContradict) {
  for (const InventoryClustersCase& c : kProblems) {
    SCOPED_TRACE(c.name);
    EXPECT_THAT(Sentences(ReadObjects(c.metadata).problems), ElementsAre(c.cluster));
  }
}

TEST(Clusters, OfTheOlderVersionAreRead) {
  EXPECT_THAT(Clusters(ReadObjects("{apiVersion: hypershift.openshift.io/v1alpha1, kind: HostedCluster, "
                                   "metadata: {name: b}}")),
              ElementsAre("!/b - -"));
}

std::string MachineSet(absl::string_view spec) {
  return absl::StrCat(
      "---\napiVersion: machine.openshift.io/v1beta1\nkind: MachineSet\nmetadata: {name: m, annotations: "
      "{machine.openshift.io/memoryMb: \"65536\", machine.openshift.io/vCPU: \"16\", other: x}}\nspec: ",
      spec, "\n");
}

TEST(MachineSets, AreKeptWhereTheyNameASize) {
  const Inventory inventory = ReadObjects(absl::StrCat(
      MachineSet("{template: {spec: {metadata: {labels: {hypershift.openshift.io/cluster-size: small}}}}}"),
      MachineSet("{template: {metadata: {labels: {hypershift.openshift.io/cluster-size: small}}}}"),
      MachineSet("{template: {metadata: {labels: {a: b}}}}"), MachineSet("{replicas: 3}")));
  EXPECT_THAT(Sentences(inventory.problems), IsEmpty());
  EXPECT_EQ(inventory.skipped_objects, 2);
  ASSERT_EQ(inventory.machine_sets.size(), 2U);
  const v1::ObjectMeta& metadata = inventory.machine_sets[0].machine_set.metadata();
  EXPECT_EQ(metadata.name(), "m");
  EXPECT_EQ(metadata.annotations_size(), 2);
  EXPECT_EQ(metadata.annotations().at("machine.openshift.io/memoryMb"), "65536");
  EXPECT_EQ(metadata.annotations().at("machine.openshift.io/vCPU"), "16");
  const FoundMachineSet& second = inventory.machine_sets[1];
  const Position object = second.PositionOf("");
  const Position annotation = second.PositionOf("metadata.annotations[machine.openshift.io/vCPU]");
  EXPECT_GT(object.line, inventory.machine_sets[0].PositionOf("").line);
  EXPECT_GT(annotation.line * 1000 + annotation.column, object.line * 1000 + object.column);
}

}  // namespace
}  // namespace cpsizer::objects
