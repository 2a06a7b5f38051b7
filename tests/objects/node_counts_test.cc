#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/objects/inventory.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/objects/read_text.h"

namespace cpsizer::objects {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr absl::string_view kByResources =
    "annotations: {hypershift.openshift.io/resource-based-cp-auto-scaling: \"true\"}";
constexpr absl::string_view kSized = "labels: {hypershift.openshift.io/hosted-cluster-size: small}";
constexpr absl::string_view kUnavailable = "{conditions: [{type: KubeAPIServerAvailable, status: \"False\"}]}";
constexpr absl::string_view kAvailable = "{conditions: [{type: KubeAPIServerAvailable, status: \"True\"}]}";

std::string ClusterOf(absl::string_view name, absl::string_view metadata = "", absl::string_view status = "") {
  return absl::StrCat(
      "---\napiVersion: hypershift.openshift.io/v1beta1\nkind: HostedCluster\nmetadata: {namespace: ns, name: ", name,
      metadata.empty() ? "" : ", ", metadata, "}\n", status.empty() ? "" : "status: ", status, "\n");
}

std::string Pool(absl::string_view cluster, absl::string_view spec, absl::string_view status = "{}") {
  return absl::StrCat(
      "---\napiVersion: hypershift.openshift.io/v1beta1\nkind: NodePool\nmetadata: {namespace: ns, name: p}\n"
      "spec: {clusterName: ",
      cluster, spec.empty() ? "" : ", ", spec, "}\nstatus: ", status, "\n");
}

std::string ControlPlane(absl::string_view name_space, absl::string_view name, absl::string_view status) {
  return absl::StrCat(
      "---\napiVersion: hypershift.openshift.io/v1beta1\nkind: HostedControlPlane\nmetadata: {namespace: ", name_space,
      ", name: ", name, "}\nstatus: ", status, "\n");
}

// Returns the number of nodes of each cluster, `-` if it is unknown, or `kept` if the operator does not count them.
// `!` follows if the size depends on the number.
std::vector<std::string> Counts(const std::string& text) {
  const Inventory inventory = ReadObjects(text);
  EXPECT_THAT(inventory.problems, IsEmpty());
  std::vector<std::string> counts;
  for (const HostedCluster& cluster : inventory.clusters) {
    const std::string count = cluster.node_count.has_value() ? absl::StrCat(*cluster.node_count) : "-";
    counts.push_back(
        absl::StrCat(cluster.nodes_not_counted ? "kept" : count, cluster.basis == SizeBasis::kNodes ? "!" : ""));
  }
  return counts;
}

TEST(NodeCounts, TheReplicasOfAllNodePoolsAreAdded) {
  EXPECT_THAT(Counts(absl::StrCat(ClusterOf("a"), ClusterOf("b"), ClusterOf("c"), Pool("a", "replicas: 3"),
                                  Pool("a", "replicas: 4"), Pool("b", ""), Pool("other", "replicas: 9"))),
              ElementsAre("7!", "0!", "0!"));
}

TEST(NodeCounts, AnAutoscaledPoolCountsWhatItHas) {
  EXPECT_THAT(
      Counts(absl::StrCat(ClusterOf("a"), Pool("a", "replicas: 3, autoScaling: {min: 1, max: 9}", "{replicas: 5}"))),
      ElementsAre("5!"));
  EXPECT_THAT(Counts(absl::StrCat(ClusterOf("a"), Pool("a", "autoScaling: {}"))), ElementsAre("0!"));
  EXPECT_THAT(Counts(absl::StrCat(ClusterOf("a"), Pool("a", "replicas: 3, autoScaling: null", "{replicas: 5}"))),
              ElementsAre("3!"));
}

TEST(NodeCounts, WithoutNodePoolsTheNumberIsUnknown) {
  EXPECT_THAT(Counts(ClusterOf("a")), ElementsAre("-"));
}

TEST(NodeCounts, AReportedNumberHasPriority) {
  EXPECT_THAT(
      Counts(absl::StrCat(ClusterOf("a"), Pool("a", "replicas: 3"), ControlPlane("ns-a", "a", "{nodeCount: 40}"))),
      ElementsAre("40!"));
  EXPECT_THAT(Counts(absl::StrCat(ClusterOf("a"), ControlPlane("ns-a", "a", "{nodeCount: -1}"))), ElementsAre("0!"));
  EXPECT_THAT(
      Counts(absl::StrCat(ClusterOf("a"), Pool("a", "replicas: 3"), ControlPlane("ns-a", "a", "{ready: true}"))),
      ElementsAre("3!"));
  EXPECT_THAT(
      Counts(absl::StrCat(ClusterOf("a"), Pool("a", "replicas: 3"), ControlPlane("ns-b", "a", "{nodeCount: 40}"))),
      ElementsAre("3!"))
      << "another namespace";
}

TEST(NodeCounts, AnAutoscaledClusterWithoutApiServerKeepsItsSize) {
  const std::string pool = Pool("a", "autoScaling: {min: 1, max: 9}", "{replicas: 5}");
  EXPECT_THAT(Counts(absl::StrCat(ClusterOf("a", kSized, kUnavailable), pool)), ElementsAre("kept"));
  EXPECT_THAT(Counts(absl::StrCat(ClusterOf("a", kSized, "{conditions: []}"), pool)), ElementsAre("kept"));
  EXPECT_THAT(Counts(absl::StrCat(ClusterOf("a", kSized, kAvailable), pool)), ElementsAre("5!"));
  EXPECT_THAT(Counts(absl::StrCat(ClusterOf("a", "", kUnavailable), pool)), ElementsAre("5!")) << "it has no size yet";
  EXPECT_THAT(Counts(absl::StrCat(ClusterOf("a", kSized, kUnavailable), Pool("a", "replicas: 2"))), ElementsAre("2!"));
  EXPECT_THAT(
      Counts(absl::StrCat(ClusterOf("a", kSized, kUnavailable), pool, ControlPlane("ns-a", "a", "{nodeCount: 7}"))),
      ElementsAre("7!"));
}

TEST(NodeCounts, DoNotDecideIfTheOperatorReadsTheRecommendation) {
  EXPECT_THAT(Counts(absl::StrCat(ClusterOf("a", kByResources), Pool("a", "replicas: 3"))), ElementsAre("3"));
}

TEST(NodeCounts, MustBeWholeNumbers) {
  const Inventory inventory = ReadObjects(
      absl::StrCat(ClusterOf("a"), Pool("a", "replicas: many"), ControlPlane("ns-a", "a", "{nodeCount: 1.5}")));
  ASSERT_EQ(inventory.problems.size(), 2u);
  EXPECT_THAT(ProblemText(inventory.problems[0]),
              HasSubstr("spec.replicas is text where a whole number of nodes is expected"));
  EXPECT_THAT(ProblemText(inventory.problems[1]), HasSubstr("status.nodeCount is a number"));
}

}  // namespace
}  // namespace cpsizer::objects
