// Tests which components restart because the effects of sizes change.
#include "client/cli/size/effects_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/objects/hypershift.h"
#include "tests/cli/run_command.h"

namespace cpsizer::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

v1::SizeConfiguration& AddSize(const char* name, const char* memory, v1::ClusterSizingConfiguration& config) {
  v1::SizeConfiguration& size = *config.mutable_spec()->add_sizes();
  size.set_name(name);
  v1::ResourceRequest& request = *size.mutable_effects()->add_resource_requests();
  request.set_deployment_name("etcd");
  request.set_container_name("etcd");
  request.set_memory(memory);
  return size;
}

v1::ClusterSizingConfiguration Sizes() {
  v1::ClusterSizingConfiguration config;
  AddSize("small", "1Gi", config).mutable_effects()->set_maximum_requests_inflight(400);
  AddSize("large", "4Gi", config);
  return config;
}

// The comparison of one scheduled cluster that has the annotations of `before`, its size.
class OneClusterDiff {
 public:
  OneClusterDiff(const char* before, const char* after) {
    cluster_.name = "blue";
    cluster_.scheduled = true;
    ClusterDiff& diff = fleet_.clusters.emplace_back();
    diff.cluster = &cluster_;
    diff.size_before = before;
    diff.size_after = after;
  }

  objects::HostedCluster& cluster() { return cluster_; }
  ClusterDiff& diff() { return fleet_.clusters.front(); }
  EffectsDiff Compare(const v1::ClusterSizingConfiguration& before, const v1::ClusterSizingConfiguration& after) const {
    return CompareEffects(fleet_, before, after);
  }

 private:
  objects::HostedCluster cluster_;
  FleetDiff fleet_;
};

TEST(EffectsDiffTest, NothingRestartsWithoutAChange) {
  const EffectsDiff diff = OneClusterDiff("small", "small").Compare(Sizes(), Sizes());
  EXPECT_THAT(diff.clusters, IsEmpty());
  EXPECT_EQ(diff.not_scheduled, 0u);
}

TEST(EffectsDiffTest, AMoveRestartsTheComponentAndLeavesAnAnnotation) {
  const EffectsDiff diff = OneClusterDiff("small", "large").Compare(Sizes(), Sizes());
  ASSERT_EQ(diff.clusters.size(), 1u);
  const ClusterEffectsDiff& cluster = diff.clusters[0];
  ASSERT_EQ(cluster.restarts.size(), 1u);
  const std::vector<ChangedRequest>& requests = cluster.restarts.at("etcd").requests;
  ASSERT_EQ(requests.size(), 1u);
  EXPECT_EQ(CanonicalText(*requests[0].before), "1Gi");
  EXPECT_EQ(CanonicalText(requests[0].after), "4Gi");
  EXPECT_THAT(cluster.leftovers, ElementsAre(objects::kMaxInflight));
}

TEST(EffectsDiffTest, AnotherTextOfTheSameAmountRestartsNothing) {
  v1::ClusterSizingConfiguration after = Sizes();
  after.mutable_spec()->mutable_sizes(0)->mutable_effects()->mutable_resource_requests(0)->set_memory("1024Mi");
  EXPECT_THAT(OneClusterDiff("small", "small").Compare(Sizes(), after).clusters, IsEmpty());
}

TEST(EffectsDiffTest, ARequestThatIsNoLongerSetStays) {
  v1::ClusterSizingConfiguration after = Sizes();
  after.mutable_spec()->mutable_sizes(0)->mutable_effects()->clear_resource_requests();
  const EffectsDiff diff = OneClusterDiff("small", "small").Compare(Sizes(), after);
  ASSERT_EQ(diff.clusters.size(), 1u);
  EXPECT_TRUE(diff.clusters[0].restarts.empty());
  EXPECT_THAT(diff.clusters[0].leftovers, ElementsAre(absl::StrCat(objects::kRequestOverridePrefix, "etcd.etcd")));
}

TEST(EffectsDiffTest, SettingsRestartTheComponentsThatReadThem) {
  const auto restarts = [](void (*change)(v1::Effects&)) {
    v1::ClusterSizingConfiguration after = Sizes();
    change(*after.mutable_spec()->mutable_sizes(0)->mutable_effects());
    EffectsDiff diff = OneClusterDiff("small", "small").Compare(Sizes(), after);
    return diff.clusters.empty() ? ClusterEffectsDiff() : diff.clusters[0];
  };
  EXPECT_EQ(restarts([](v1::Effects& e) { e.set_kas_go_mem_limit("1GiB"); }).restarts.count("kube-apiserver"), 1u);
  EXPECT_EQ(restarts([](v1::Effects& e) { e.set_maximum_requests_inflight(1); }).restarts.count("kube-apiserver"), 1u);
  EXPECT_EQ(restarts([](v1::Effects& e) { e.set_etcd_priority_class_name("p"); }).restarts.count("etcd"), 1u);
  EXPECT_EQ(restarts([](v1::Effects& e) { e.set_api_critical_priority_class_name("p"); }).restarts.size(), 6u);
  EXPECT_TRUE(restarts([](v1::Effects& e) { e.set_control_plane_priority_class_name("p"); }).restarts_all);
  EXPECT_TRUE(restarts([](v1::Effects& e) { e.set_machine_health_check_timeout("8m"); }).restarts.empty());
}

TEST(EffectsDiffTest, ClustersWithoutASchedulerAreCounted) {
  OneClusterDiff one("small", "large");
  one.cluster().scheduled = false;
  const EffectsDiff diff = one.Compare(Sizes(), Sizes());
  EXPECT_THAT(diff.clusters, IsEmpty());
  EXPECT_EQ(diff.not_scheduled, 1u);
}

TEST(EffectsDiffTest, AConfigurationThatTheOperatorRefusesChangesNothing) {
  OneClusterDiff one("small", "large");
  one.diff().effect = OperatorEffect::kConfigurationRefused;
  EXPECT_THAT(one.Compare(Sizes(), Sizes()).clusters, IsEmpty());
}

TEST(EffectsDiffTest, TheVerbPrintsRestartsAndLeftovers) {
  const std::vector<std::string> args = {"diff", "-f", "deploy/examples/effects", "--with",
                                         "deploy/examples/changed-effects.yaml"};
  const RunResult result = RunCommand(args);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("medium   medium   1          etcd       kube-apiserver-max-requests-inflight"));
  std::vector<std::string> json = args;
  json.insert(json.end(), {"-o", "json"});
  const nlohmann::json restarts = nlohmann::json::parse(RunCommand(json).out)["restarts"];
  ASSERT_EQ(restarts.size(), 3u);
  EXPECT_EQ(restarts[1]["components"][0]["requests"][0]["after"], "5Gi");
}

}  // namespace
}  // namespace cpsizer::cli
