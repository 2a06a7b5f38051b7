#include "client/sidecar/control/sidecar_metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "client/sidecar/metric_table.h"
#include "client/sidecar/size/size_status.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// Returns a status in which each metric has a value.
SidecarStatus Busy(bool per_cluster = true) {
  SidecarStatus status;
  Counters& counters = status.counters;
  counters.service_calls = 1;
  status.controller = "size";
  counters.decisions = {{"sized", 2}};
  counters.service_failures = 3;
  counters.invalid_responses = 4;
  counters.writes = {{"size", 5}, {"vpa", 6}, {"condition", 7}};
  counters.write_conflicts = 8;
  counters.write_failures = 9;
  counters.stale_plans = 10;
  counters.contentions = 11;
  counters.watch_failures = 12;
  status.held_begun = {{"VPA_UNREADABLE", 13}};
  status.agreements = {{"agree", 14}};
  counters.size_reversals = 19;
  status.contended = 23;
  auto sizes = std::make_shared<SizeStatus>();
  sizes->configuration = ConfigurationState::kInvalid;
  sizes->fields_not_stored = true;
  status.held = {{"VPA_UNREADABLE", {20, absl::Minutes(1)}}};
  sizes->exceeding_largest = 21;
  status.observed = {{"disagree", 22}};
  status.objects = 15;
  status.queued = 16;
  status.writes_waiting = 17;
  status.writes_in_flight = 18;
  status.leads = true;
  sizes->per_cluster = per_cluster;
  sizes->cluster_statuses = {{"clusters", "blue", "medium", "", {0.25, -0.5}},
                             {"clusters", "green", "", "VPA_UNREADABLE", {}}};
  status.kind = std::move(sizes);
  return status;
}

// Returns a status of the controller of replicas in which each metric has a value.
SidecarStatus BusyWithReplicas() {
  SidecarStatus status;
  status.counters.service_calls = 1;
  status.counters.write_conflicts = 2;
  status.queued = 3;
  status.controller = "replicas";
  status.objects = 4;
  status.counters.writes = {{"scale", 6}};
  status.contended = 12;
  status.counters.decisions = {{"keep", 7}};
  status.agreements = {{"agree", 8}};
  status.rounds = 5;
  status.period_overrun = absl::Seconds(13);
  status.observed = {{"disagree", 9}};
  status.held_begun = {{"METRICS_FAILED", 10}};
  status.held = {{"METRICS_FAILED", {11, absl::Minutes(1)}}};
  return status;
}

TEST(SidecarMetricsTest, EveryCountOfReplicasHasItsMetricAndNoneIsOfClusters) {
  const std::string page = server::Expose(CollectSidecarMetrics(BusyWithReplicas()));
  for (const char* line :
       {"service_calls_total{controller=\"replicas\"} 1", "write_conflicts_total{controller=\"replicas\"} 2",
        "queue_depth{controller=\"replicas\"} 3", "objects{controller=\"replicas\"} 4",
        "rounds_in_flight{controller=\"replicas\"} 5", "contended{controller=\"replicas\"} 12",
        "writes_total{controller=\"replicas\",kind=\"scale\"} 6",
        "decisions_total{controller=\"replicas\",outcome=\"keep\"} 7",
        "period_overrun_seconds{controller=\"replicas\"} 13",
        "observed_decisions_total{controller=\"replicas\",agreement=\"agree\"} 8",
        "observed{controller=\"replicas\",agreement=\"disagree\"} 9",
        "held_total{controller=\"replicas\",reason=\"METRICS_FAILED\"} 10",
        "held{controller=\"replicas\",reason=\"METRICS_FAILED\"} 11",
        "longest_hold_seconds{controller=\"replicas\",reason=\"METRICS_FAILED\"} 60"}) {
    EXPECT_THAT(page, HasSubstr(std::string("\ncpsizer_sidecar_") + line + "\n"));
  }
  EXPECT_THAT(page, Not(HasSubstr("\ncpsizer_sidecar_cluster")));
  EXPECT_THAT(page, Not(HasSubstr("configuration_state")));
}

TEST(SidecarMetricsTest, EveryCountHasItsMetric) {
  const std::string page = server::Expose(CollectSidecarMetrics(Busy()));
  for (const char* line :
       {"service_calls_total{controller=\"size\"} 1",
        "decisions_total{controller=\"size\",outcome=\"sized\"} 2",
        "service_failures_total{controller=\"size\"} 3",
        "invalid_responses_total{controller=\"size\"} 4",
        "writes_total{controller=\"size\",kind=\"size\"} 5",
        "writes_total{controller=\"size\",kind=\"vpa\"} 6",
        "writes_total{controller=\"size\",kind=\"condition\"} 7",
        "write_conflicts_total{controller=\"size\"} 8",
        "write_failures_total{controller=\"size\"} 9",
        "stale_plans_total{controller=\"size\"} 10",
        "contentions_total{controller=\"size\"} 11",
        "watch_failures_total{controller=\"size\"} 12",
        "held_total{controller=\"size\",reason=\"VPA_UNREADABLE\"} 13",
        "observed_decisions_total{controller=\"size\",agreement=\"agree\"} 14",
        "objects{controller=\"size\"} 15",
        "contended{controller=\"size\"} 23",
        "queue_depth{controller=\"size\"} 16",
        "writes_waiting{controller=\"size\"} 17",
        "writes_in_flight{controller=\"size\"} 18",
        "size_reversals_total 19",
        "configuration_state{state=\"unknown\"} 0",
        "configuration_state{state=\"invalid\"} 1",
        "configuration_state{state=\"valid\"} 0",
        "held{controller=\"size\",reason=\"VPA_UNREADABLE\"} 20",
        "longest_hold_seconds{controller=\"size\",reason=\"VPA_UNREADABLE\"} 60",
        "fields_not_stored 1",
        "clusters_exceeding_largest 21",
        "observed{controller=\"size\",agreement=\"disagree\"} 22",
        "leader{controller=\"size\"} 1",
        "synced{controller=\"size\"} 0",
        "cluster_recommended_size{namespace=\"clusters\",hosted_cluster=\"blue\",size=\"medium\"} 1",
        "cluster_headroom_ratio{namespace=\"clusters\",hosted_cluster=\"blue\",resource=\"memory\"} 0.25",
        "cluster_headroom_ratio{namespace=\"clusters\",hosted_cluster=\"blue\",resource=\"cpu\"} -0.5",
        "cluster_held{namespace=\"clusters\",hosted_cluster=\"green\",reason=\"VPA_UNREADABLE\"} 1"}) {
    EXPECT_THAT(page, HasSubstr(std::string("\ncpsizer_sidecar_") + line + "\n"));
  }
}

TEST(SidecarMetricsTest, CollectsExactlyTheMetricsOfTheTable) {
  std::map<std::string, prometheus::MetricType> table;
  for (const server::MetricInfo& info : SidecarMetricTable()) table[std::string(info.name)] = info.type;
  std::set<std::string> found;
  for (const SidecarStatus& status : {Busy(), BusyWithReplicas()}) {
    for (const prometheus::MetricFamily& family : CollectSidecarMetrics(status)) {
      ASSERT_EQ(table.count(family.name), 1u) << family.name;
      EXPECT_EQ(table[family.name], family.type) << family.name;
      found.insert(family.name);
    }
  }
  EXPECT_EQ(found.size(), table.size());
}

TEST(SidecarMetricsTest, ClustersHaveSeriesOnlyIfEnabled) {
  const std::string page = server::Expose(CollectSidecarMetrics(Busy(/*per_cluster=*/false)));
  EXPECT_THAT(page, AllOf(Not(HasSubstr("blue")), Not(HasSubstr("cpsizer_sidecar_cluster_"))));
}

HostedCluster SidecarMetricsCluster(const std::string& size) {
  HostedCluster cluster;
  cluster.name_space = "clusters";
  cluster.name = "blue";
  cluster.recommended_size = size;
  return cluster;
}

TEST(ClusterStatusesTest, KeepsTheStatusOfAClusterAfterItsLastDecision) {
  ClusterStatuses cluster_statuses(/*wanted=*/true);
  SizePlan plan{SizeState::kSized, "large"};
  plan.headroom.memory = 0.5;
  cluster_statuses.Put(SidecarMetricsCluster("small"), plan);
  ASSERT_EQ(cluster_statuses.all().size(), 1u);
  EXPECT_EQ(cluster_statuses.all().begin()->second.size, "large");
  EXPECT_EQ(cluster_statuses.all().begin()->second.headroom.memory, 0.5);
  cluster_statuses.Put(SidecarMetricsCluster("large"), {SizeState::kHeld, "", "VPA_UNREADABLE"});
  ASSERT_EQ(cluster_statuses.all().size(), 1u);
  EXPECT_EQ(cluster_statuses.all().begin()->second.size, "large");
  EXPECT_EQ(cluster_statuses.all().begin()->second.held_reason, "VPA_UNREADABLE");
  EXPECT_FALSE(cluster_statuses.all().begin()->second.headroom.memory.has_value());
  cluster_statuses.Put(SidecarMetricsCluster("large"), {SizeState::kNotEligible});
  EXPECT_THAT(cluster_statuses.all(), IsEmpty());
}

TEST(ClusterStatusesTest, ForgetsADeletedCluster) {
  ClusterStatuses cluster_statuses(/*wanted=*/true);
  cluster_statuses.Put(SidecarMetricsCluster("small"), {SizeState::kSized});
  cluster_statuses.Delete(KeyOf(SidecarMetricsCluster("")));
  EXPECT_THAT(cluster_statuses.all(), IsEmpty());
}

TEST(ClusterStatusesTest, KeepsNothingIfDisabled) {
  ClusterStatuses cluster_statuses(/*wanted=*/false);
  cluster_statuses.Put(SidecarMetricsCluster("small"), {SizeState::kSized});
  EXPECT_THAT(cluster_statuses.all(), IsEmpty());
}

}  // namespace
}  // namespace cpsizer::sidecar
