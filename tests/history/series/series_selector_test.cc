#include "client/history/series/series_selector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "absl/strings/str_cat.h"

namespace cpsizer::history {
namespace {

using ::testing::HasSubstr;
using Labels = std::map<std::string, std::string>;
using Resource = SelectedSeries::Resource;

constexpr char kTarget[] = "kube_customresource_verticalpodautoscaler_status_recommendation_containerrecommendations_";

SeriesLabels LabelsOf(const Labels& labels) {
  SeriesLabels result;
  for (const auto& [label, value] : labels) {
    if (std::string* const field = result.Find(label)) *field = value;
  }
  return result;
}

// Returns "memory a/x", "cpu a/x/pod", "nodes a/x", "other", or the error.
std::string SelectIn(SeriesSelector& selector, HistoryNames& names, const Labels& labels) {
  const absl::StatusOr<SelectedSeries> series = selector.Select(LabelsOf(labels));
  if (!series.ok()) return std::string(series.status().message());
  if (series->resource == Resource::kOther) return "other";
  return absl::StrCat(
      series->resource == Resource::kMemory  ? "memory "
      : series->resource == Resource::kNodes ? "nodes "
                                             : "cpu ",
      series->pod == Sample::kNoPod ? names.clusters.Name(series->cluster) : names.pods.Name(series->pod));
}

std::string Select(const Labels& labels, const SeriesOptions& options = {}) {
  HistoryNames names;
  SeriesSelector selector(options, names);
  return SelectIn(selector, names, labels);
}

TEST(SeriesSelectorTest, SelectsNumbersOfNodes) {
  SeriesOptions options;
  options.nodes = true;
  options.nodes_metric = "fleet:nodes:sum";
  options.control_planes.Add("clusters", "x");
  const Labels sum = {{"resource", "nodes"}, {"namespace", "clusters"}, {"cluster_name", "y"}};
  EXPECT_EQ(Select(sum, options), "nodes clusters/y");
  EXPECT_EQ(Select(sum), "other") << "nodes are not wanted";
  // Scraped without honorLabels, the namespace is that of the operator.
  EXPECT_EQ(Select({{"resource", "nodes"},
                    {"namespace", "hypershift"},
                    {"exported_namespace", "clusters"},
                    {"cluster_name", "y"}},
                   options),
            "nodes clusters/y");
  EXPECT_EQ(Select({{"__name__", "fleet:nodes:sum"}, {"namespace", "clusters-x"}}, options), "nodes clusters/x");
  EXPECT_EQ(Select({{"__name__", "fleet:nodes:sum"}, {"cluster_namespace", "n"}, {"cluster_name", "z"}}, options),
            "nodes n/z");
  EXPECT_EQ(Select({{"__name__", "fleet:nodes:sum"}, {"namespace", "clusters-x"}}), "other");
}

TEST(SeriesSelectorTest, TheMetricOfNodePoolsMustBeSummed) {
  SeriesOptions options;
  const Labels pool = {{"__name__", "hypershift_nodepools_size"}, {"namespace", "clusters"}, {"cluster_name", "x"}};
  EXPECT_EQ(Select(pool, options), "other");
  options.nodes = true;
  EXPECT_THAT(
      Select(pool, options),
      HasSubstr("hypershift_nodepools_size has a series for each NodePool; query their sum: label_replace(sum by ("));
}

TEST(SeriesSelectorTest, SelectsContainersOfKnownControlPlanes) {
  SeriesOptions options;
  options.by_container = true;
  options.control_planes.Add("clusters", "x");
  const Labels etcd = {{"__name__", "container_memory_working_set_bytes"},
                       {"namespace", "clusters-x"},
                       {"pod", "etcd-0"},
                       {"container", "etcd"}};
  const auto with = [&etcd](const std::string& label, const std::string& value) {
    Labels labels = etcd;
    labels[label] = value;
    return labels;
  };
  EXPECT_EQ(Select(etcd, options), "memory clusters/x/etcd-0:etcd");
  EXPECT_EQ(Select(with("namespace", "openshift-etcd"), options), "other");
  EXPECT_EQ(Select(with("container", ""), options), "other");
  EXPECT_EQ(Select(with("container", "POD"), options), "other");
  EXPECT_EQ(Select(with("pod", ""), options), "other");
  EXPECT_EQ(Select(with("__name__", "up"), options), "other");
  EXPECT_EQ(Select(with("verticalpodautoscaler", "etcd"), options), "other");
  EXPECT_THAT(Select(with("__name__", "container_cpu_usage_seconds_total"), options),
              HasSubstr("rate(container_cpu_usage_seconds_total{container!=\"\"}[5m])"));
  EXPECT_EQ(Select(etcd), "other") << "a history of the kube-apiserver";
}

TEST(SeriesSelectorTest, SelectsRecommendationsOfKubeStateMetrics) {
  const std::string target = absl::StrCat(kTarget, "target");
  EXPECT_EQ(Select({{"__name__", target}, {"namespace", "c-x"}, {"resource", "memory"}, {"pod", "ksm-0"}}),
            "memory c-x");
  EXPECT_EQ(Select({{"__name__", target}, {"namespace", "c-x"}, {"resource", "cpu"}}), "cpu c-x");
  EXPECT_EQ(Select({{"__name__", target}, {"namespace", "c-x"}, {"resource", "storage"}}), "other");
  EXPECT_EQ(Select({{"__name__", absl::StrCat(kTarget, "uncappedtarget_cpu")}, {"namespace", "c-x"}}), "cpu c-x");
  EXPECT_EQ(Select({{"__name__", absl::StrCat(kTarget, "target_memory")}, {"namespace", "c-x"}}), "memory c-x");
  EXPECT_EQ(Select({{"__name__", absl::StrCat(kTarget, "lowerbound_memory")}, {"namespace", "c-x"}}), "other");
  EXPECT_EQ(Select({{"__name__", "kube_customresource_vpa_containerrecommendations_target"},
                    {"resource", "cpu"},
                    {"namespace", "monitoring"},
                    {"exported_namespace", "c-x"},
                    {"container", "kube-state-metrics"},
                    {"exported_container", "kube-apiserver"}}),
            "cpu c-x");
}

TEST(SeriesSelectorTest, CountsClustersWithATargetWithinTheLimits) {
  const std::string target = absl::StrCat(kTarget, "target");
  const auto capped = [](const Labels& labels, const SeriesOptions& options = {}) {
    HistoryNames names;
    SeriesSelector selector(options, names);
    EXPECT_EQ(SelectIn(selector, names, labels), "memory c-x");
    EXPECT_EQ(SelectIn(selector, names, labels), "memory c-x");
    return selector.capped_clusters();
  };
  const Labels base = {{"namespace", "c-x"}, {"resource", "memory"}};
  const auto with = [&base](const std::string& label, const std::string& value) {
    Labels labels = base;
    labels[label] = value;
    return labels;
  };
  EXPECT_EQ(capped(with("__name__", target)), 1);
  EXPECT_EQ(capped(with("cpsizer_capped", "true")), 1);
  EXPECT_EQ(capped(with("__name__", absl::StrCat(kTarget, "uncappedtarget"))), 0);
  EXPECT_EQ(capped(base), 0);
  SeriesOptions chosen;
  chosen.memory_metric = target;
  EXPECT_EQ(capped(with("__name__", target), chosen), 0);
}

TEST(SeriesSelectorTest, LeavesOutOtherVpasAndContainers) {
  const Labels base = {{"__name__", absl::StrCat(kTarget, "target")}, {"namespace", "c-x"}, {"resource", "memory"}};
  const std::pair<Labels, bool> cases[] = {
      {{{"verticalpodautoscaler", "kube-apiserver"}, {"container", "kube-apiserver"}}, true},
      {{{"verticalpodautoscaler", "etcd"}}, false},
      {{{"container", "konnectivity-server"}}, false},
      {{{"namespace", "openshift-kube-apiserver"}}, false},
      {{{"namespace", "kube-system"}}, false},
  };
  for (auto [labels, selected] : cases) {
    labels.insert(base.begin(), base.end());
    EXPECT_EQ(Select(labels) != "other", selected) << labels.begin()->second;
  }
}

TEST(SeriesSelectorTest, SelectsUsageOfThePodsOfTheApiServer) {
  const std::string memory = "container_memory_working_set_bytes";
  const Labels pod = {{"namespace", "c-x"}, {"pod", "kube-apiserver-7d9"}};
  const std::pair<Labels, std::string> cases[] = {
      {{{"__name__", memory}, {"container", "kube-apiserver"}, {"id", "/kubepods/1"}}, "memory c-x/kube-apiserver-7d9"},
      {{{"__name__", memory}, {"id", "/kubepods"}}, "other"},
      {{{"__name__", memory}, {"container", "POD"}, {"id", "/kubepods/2"}}, "other"},
      {{{"__name__", memory}}, "memory c-x/kube-apiserver-7d9"},
      {{{"__name__", "pod:container_cpu_usage:sum"}}, "cpu c-x/kube-apiserver-7d9"},
      {{{"__name__", "pod:container_cpu_usage:sum"}, {"pod", "etcd-0"}}, "other"},
      {{{"resource", "cpu"}}, "cpu c-x/kube-apiserver-7d9"},
      {{{"__name__", "up"}}, "other"},
  };
  for (auto [labels, expected] : cases) {
    labels.insert(pod.begin(), pod.end());
    EXPECT_EQ(Select(labels), expected) << labels["__name__"] << labels["id"];
  }
}

TEST(SeriesSelectorTest, SelectsTheMetricsOfTheOptions) {
  SeriesOptions options;
  options.memory_metric = "my_memory";
  EXPECT_EQ(Select({{"__name__", "my_memory"}, {"namespace", "c-x"}}, options), "memory c-x");
  EXPECT_EQ(Select({{"__name__", "container_memory_working_set_bytes"}, {"namespace", "c-x"}}, options), "other");
  EXPECT_EQ(Select({{"__name__", "pod:container_cpu_usage:sum"}, {"namespace", "c-x"}}, options), "cpu c-x");
  options.cpu_metric = "my_memory";
  EXPECT_EQ(Select({{"__name__", "my_memory"}, {"namespace", "c-x"}, {"resource", "cpu"}}, options), "cpu c-x");
  EXPECT_EQ(Select({{"__name__", "my_memory"}, {"namespace", "c-x"}}, options), "other");
  EXPECT_EQ(Select({{"__name__", "pod:container_cpu_usage:sum"}, {"namespace", "c-x"}}, options), "other");
}

TEST(SeriesSelectorTest, MapsControlPlaneNamespacesToClusters) {
  SeriesOptions options;
  options.control_planes.Add("clusters", "x.y");
  options.control_planes.Add("a", "b-c");
  options.control_planes.Add("a-b", "c");
  const auto select = [&](Labels labels) {
    labels["resource"] = "cpu";
    return Select(labels, options);
  };
  EXPECT_EQ(select({{"namespace", "clusters-x-y"}}), "cpu clusters/x.y");
  EXPECT_EQ(select({{"namespace", "clusters-gone"}}), "cpu clusters-gone");
  EXPECT_EQ(select({{"namespace", "a-b-c"}, {"cluster_namespace", "a"}, {"cluster_name", "b-c"}}), "cpu a/b-c");
  EXPECT_EQ(select({{"namespace", "a-b-c"}, {"cluster", "hub"}}),
            "the clusters a/b-c and a-b/c have the same control plane namespace a-b-c; name the cluster of each series "
            "in the labels cluster_namespace and cluster_name");
}

TEST(SeriesSelectorTest, SaysWhatIsWrongWithTheQuery) {
  EXPECT_THAT(Select({{"__name__", "container_cpu_usage_seconds_total"}, {"namespace", "c-x"}}),
              HasSubstr("is a counter; query the rate: label_replace(rate("));
  EXPECT_THAT(Select({{"namespace", "c-x"}}), HasSubstr("add the label to the query"));
  EXPECT_THAT(Select({{"resource", "cpu"}}), HasSubstr("has no label namespace"));
  EXPECT_THAT(Select({{"resource", "cpu"}, {"namespace", "a/b"}}), HasSubstr("namespace: \"a/b\" is not a name"));
  EXPECT_THAT(Select({{"resource", "cpu"}, {"cluster_namespace", "a"}, {"cluster_name", "b\n"}}),
              HasSubstr("cluster_name: \"b\\n\" is not a name"));
  EXPECT_THAT(Select({{"resource", "cpu"}, {"namespace", "a"}, {"pod", "kube-apiserver-*"}}),
              HasSubstr("pod: \"kube-apiserver-*\" is not a name"));
}

TEST(SeriesSelectorTest, AllowsOneMetricOfRecommendationsAndOneOfUsage) {
  HistoryNames names;
  const SeriesOptions options;
  SeriesSelector selector(options, names);
  const Labels memory = {{"namespace", "c-x"}, {"resource", "memory"}};
  const auto select = [&](const std::string& metric) {
    Labels labels = memory;
    labels["__name__"] = metric;
    return SelectIn(selector, names, labels);
  };
  EXPECT_EQ(select("up"), "other");
  EXPECT_EQ(select(absl::StrCat(kTarget, "target")), "memory c-x");
  EXPECT_EQ(select("container_memory_working_set_bytes"), "memory c-x");
  EXPECT_EQ(select(absl::StrCat(kTarget, "target")), "memory c-x");
  EXPECT_THAT(select(absl::StrCat(kTarget, "uncappedtarget")),
              HasSubstr("are metrics of memory; choose one with --memory-metric"));
  EXPECT_EQ(selector.first_other_metric(), "up");
}

}  // namespace
}  // namespace cpsizer::history
