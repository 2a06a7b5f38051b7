// Tests the comparison of the requests of sizes with the nodes of a management cluster.
#include "client/cli/verbs/validate_node_requests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/cli/run_command.h"
#include "tests/testing/temporary_folder.h"

namespace cpsizer::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> FindingsWith(const std::vector<objects::FoundCapacityNode>& nodes, const char* memory,
                                      const char* cpu) {
  v1::ClusterSizingConfiguration config;
  v1::ResourceRequest& request = *config.mutable_spec()->add_sizes()->mutable_effects()->add_resource_requests();
  request.set_memory(memory);
  request.set_cpu(cpu);
  v1::ValidateConfigResponse response;
  AddRequestsAboveNodes(config, nodes, response);
  std::vector<std::string> texts;
  for (const v1::Finding& finding : response.findings()) {
    texts.push_back(absl::StrCat(finding.rule(), " ", finding.path(), " ", finding.message()));
  }
  return texts;
}

objects::FoundCapacityNode NodeWith(int64_t cpu_millis, int64_t gibibytes) {
  objects::FoundCapacityNode node;
  node.cpu_millis = cpu_millis;
  node.memory_bytes = gibibytes << 30;
  return node;
}

TEST(ValidateNodeRequestsTest, ARequestUpToTheLargestNodeIsFine) {
  EXPECT_THAT(FindingsWith({NodeWith(4'000, 8), NodeWith(2'000, 16)}, "16Gi", "4"), IsEmpty());
}

TEST(ValidateNodeRequestsTest, ARequestAboveEachNodeIsAWarning) {
  constexpr char kRequest[] = "RESOURCE_REQUEST_ABOVE_NODES spec.sizes[0].effects.resourceRequests[0].";
  EXPECT_THAT(
      FindingsWith({NodeWith(4'000, 8), NodeWith(2'000, 16)}, "16385Mi", "4001m"),
      ElementsAre(absl::StrCat(kRequest, "memory \"16385Mi\" is above 16Gi, the most that a node has allocatable"),
                  absl::StrCat(kRequest, "cpu \"4001m\" is above 4, the most that a node has allocatable")));
}

TEST(ValidateNodeRequestsTest, WithoutNodesNothingIsCompared) {
  EXPECT_THAT(FindingsWith({}, "1Ei", "100000"), IsEmpty());
}

TEST(ValidateNodeRequestsTest, TheVerbReadsNodes) {
  testing::TemporaryFolder folder;
  const std::string path =
      folder.Write("node.yaml",
                   "apiVersion: v1\nkind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: "
                   "250}}\n");
  constexpr char kConfiguration[] = "deploy/examples/effects/clustersizingconfiguration.yaml";
  EXPECT_THAT(RunCommand({"validate", "-f", kConfiguration, path}).out,
              HasSubstr("\"16Gi\" is above 8Gi, the most that a node has allocatable"));
  EXPECT_THAT(RunCommand({"validate", "-f", kConfiguration}).out, Not(HasSubstr("allocatable")));
}

}  // namespace
}  // namespace cpsizer::cli
