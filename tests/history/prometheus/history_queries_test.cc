#include "client/history/prometheus/history_queries.h"

#include <gtest/gtest.h>

namespace cpsizer::history {
namespace {

// docs/replay.md shows these queries.
TEST(HistoryQueriesTest, RecommendationsAreThoseOfKubeStateMetrics) {
  const HistoryQueries queries = MakeHistoryQueries({});
  EXPECT_EQ(
      queries.memory,
      "max by (cluster, namespace, exported_namespace, container, exported_container, resource, verticalpodautoscaler, "
      "cluster_namespace, cluster_name) ({__name__=~\".+_containerrecommendations_uncappedtarget\", "
      "resource=\"memory\", verticalpodautoscaler=~\"(kube-apiserver)?\"}) or "
      "on (cluster, namespace, exported_namespace, container, exported_container, resource, verticalpodautoscaler, "
      "cluster_namespace, cluster_name) label_replace("
      "max by (cluster, namespace, exported_namespace, container, exported_container, resource, verticalpodautoscaler, "
      "cluster_namespace, cluster_name) ({__name__=~\".+_containerrecommendations_target\", resource=\"memory\", "
      "verticalpodautoscaler=~\"(kube-apiserver)?\"}), \"cpsizer_capped\", \"true\", \"\", \"\")");
}

TEST(HistoryQueriesTest, UsageIsThatOfCadvisor) {
  const HistoryQueries queries = MakeHistoryQueries({.usage = true});
  EXPECT_EQ(
      queries.memory,
      "label_replace(max by (cluster, namespace, pod, container, cluster_namespace, cluster_name) "
      "(container_memory_working_set_bytes{container=\"kube-apiserver\"}), \"resource\", \"memory\", \"\", \"\")");
  EXPECT_EQ(queries.cpu,
            "label_replace(max by (cluster, namespace, pod, container, cluster_namespace, cluster_name) "
            "(rate(container_cpu_usage_seconds_total{container=\"kube-apiserver\"}[5m])), \"resource\", \"cpu\", "
            "\"\", \"\")");
}

TEST(HistoryQueriesTest, NodesAreThoseOfTheNodePoolsOfACluster) {
  const HistoryQueries only = MakeHistoryQueries({.resources = false, .nodes = true});
  EXPECT_EQ(only.nodes,
            "label_replace(sum by (cluster, namespace, exported_namespace, cluster_namespace, cluster_name) "
            "(max by (cluster, namespace, exported_namespace, cluster_namespace, cluster_name, name) "
            "(hypershift_nodepools_available_replicas{})), \"resource\", \"nodes\", \"\", \"\")");
  EXPECT_EQ(only.memory + only.cpu + only.oom_kills, "");
  const HistoryQueries both =
      MakeHistoryQueries({.nodes = true, .nodes_metric = "fleet:nodes", .matchers = "hub=\"a\""});
  EXPECT_NE(both.memory, "");
  EXPECT_NE(both.nodes.find("(fleet:nodes{hub=\"a\"})"), std::string::npos) << both.nodes;
}

TEST(HistoryQueriesTest, ContainersAreSelected) {
  EXPECT_EQ(MakeHistoryQueries({.usage = true, .containers = "container=~\"etcd|kube-apiserver\""}).memory,
            "label_replace(max by (cluster, namespace, pod, container, cluster_namespace, cluster_name) "
            "(container_memory_working_set_bytes{container=~\"etcd|kube-apiserver\"}), \"resource\", \"memory\", \"\", "
            "\"\")");
}

TEST(HistoryQueriesTest, OomKillsAreThoseOfKubeStateMetrics) {
  EXPECT_EQ(MakeHistoryQueries({.usage = true}).oom_kills, "");
  EXPECT_EQ(MakeHistoryQueries({.oom_kills = true}).oom_kills, "") << "recommendations already contain them";
  const std::string labels = "cluster, namespace, pod, container, cluster_namespace, cluster_name";
  const std::string killed =
      " and on (" + labels + ") max by (" + labels +
      ") (kube_pod_container_status_last_terminated_reason{reason=\"OOMKilled\", container=\"kube-apiserver\"} == 1), "
      "\"resource\", \"";
  EXPECT_EQ(MakeHistoryQueries({.usage = true, .oom_kills = true}).oom_kills,
            "(label_replace(max by (" + labels +
                ") (kube_pod_container_status_last_terminated_timestamp{container=\"kube-apiserver\"})" + killed +
                "oom_time\", \"\", \"\") or on (" + labels + ") label_replace(max by (" + labels +
                ") (kube_pod_container_status_restarts_total{container=\"kube-apiserver\"})" + killed +
                "oom_restarts\", \"\", \"\")) or label_replace(max by (" + labels +
                ") (kube_pod_container_resource_requests{resource=\"memory\", container=\"kube-apiserver\"})" + killed +
                "oom_request\", \"\", \"\")");
}

TEST(HistoryQueriesTest, MetricsAndMatchersAreUsed) {
  const HistoryQueries recommendations =
      MakeHistoryQueries({.memory_metric = "vpa_memory", .cpu_metric = "vpa_cpu", .matchers = "cluster=\"hub\""});
  EXPECT_EQ(recommendations.cpu,
            "max by (__name__, cluster, namespace, exported_namespace, container, exported_container, resource, "
            "verticalpodautoscaler, cluster_namespace, cluster_name) (vpa_cpu{resource=~\"(cpu)?\", "
            "verticalpodautoscaler=~\"(kube-apiserver)?\", cluster=\"hub\"})");
  const HistoryQueries usage = MakeHistoryQueries({.usage = true, .memory_metric = "used", .matchers = "a=\"b\""});
  EXPECT_EQ(usage.memory,
            "max by (__name__, resource, cluster, namespace, pod, container, cluster_namespace, cluster_name) "
            "(used{container=\"kube-apiserver\", a=\"b\"} or "
            "used{container=\"\", id=\"\", pod=~\"kube-apiserver-.+\", a=\"b\"})");
  EXPECT_NE(usage.cpu.find("kube-apiserver\", a=\"b\"}[5m]"), std::string::npos) << usage.cpu;
}

TEST(HistoryQueriesTest, OneMetricCanHaveBothResources) {
  const HistoryQueries usage = MakeHistoryQueries({.usage = true, .memory_metric = "used", .cpu_metric = "used"});
  EXPECT_EQ(usage.cpu,
            "max by (__name__, resource, cluster, namespace, pod, container, cluster_namespace, cluster_name) "
            "(used{resource=\"cpu\", container=\"kube-apiserver\"} or "
            "used{resource=\"cpu\", container=\"\", id=\"\", pod=~\"kube-apiserver-.+\"})");
}

TEST(HistoryQueriesTest, NamesOfMetricsCannotChangeTheQuery) {
  EXPECT_TRUE(IsMetricName("pod:container_cpu_usage:sum"));
  EXPECT_TRUE(IsMetricName("_x1"));
  for (const char* name : {"", "1x", "a b", "rate(x[5m])", "x{", "a-b", "\xC3\xA9"}) EXPECT_FALSE(IsMetricName(name));
}

}  // namespace
}  // namespace cpsizer::history
