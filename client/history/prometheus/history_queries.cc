#include "client/history/prometheus/history_queries.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "client/history/series/series_selector.h"

namespace cpsizer::history {
namespace {

// The labels of SeriesSelector, and `cluster`, which names the management cluster if Prometheus has several: control
// planes with the same namespace in two of them are counted as duplicates. A recommendation has no pod: the label `pod`
// of kube-state-metrics is its own pod.
constexpr absl::string_view kRecommendationLabels =
    "cluster, namespace, exported_namespace, container, exported_container, resource, verticalpodautoscaler, "
    "cluster_namespace, cluster_name";
constexpr absl::string_view kUsageLabels = "cluster, namespace, pod, container, cluster_namespace, cluster_name";
constexpr absl::string_view kNodesLabels = "cluster, namespace, exported_namespace, cluster_namespace, cluster_name";
// `status.replicas` of a NodePool, from the HyperShift operator.
constexpr absl::string_view kReplicasOfNodePools = "hypershift_nodepools_available_replicas";
// The VPA of a recommendation, unless its metric has no such label.
constexpr absl::string_view kAutoscaler = "verticalpodautoscaler=~\"(kube-apiserver)?\"";
// The series of a pod without containers, such as a recording rule has it; not the cgroup of a pod.
constexpr absl::string_view kWholePod = "container=\"\", id=\"\", pod=~\"kube-apiserver-.+\"";

// Makes the query for one resource.
class QueryMaker {
 public:
  QueryMaker(const QueryOptions& options, absl::string_view resource) : options_(options), resource_(resource) {}

  std::string Recommendation(absl::string_view metric) const {
    if (!metric.empty()) {
      return Max(absl::StrCat("__name__, ", kRecommendationLabels),
                 Series(metric, absl::StrCat("resource=~\"(", resource_, ")?\", ", kAutoscaler)));
    }
    return absl::StrCat(UsualRecommendation("uncappedtarget"), " or on (", kRecommendationLabels, ") label_replace(",
                        UsualRecommendation("target"), ", \"", kCappedLabel, "\", \"true\", \"\", \"\")");
  }

  std::string Usage(absl::string_view metric, absl::string_view usual) const {
    if (metric.empty()) {
      return absl::StrCat("label_replace(", Max(kUsageLabels, usual), ", \"resource\", \"", resource_,
                          "\", \"\", \"\")");
    }
    return Max(absl::StrCat("__name__, resource, ", kUsageLabels),
               absl::StrCat(Series(metric, absl::StrCat(IfBoth(), options_.containers)), " or ",
                            Series(metric, absl::StrCat(IfBoth(), kWholePod))));
  }

  // Adds up the NodePools of each cluster.
  std::string Nodes(absl::string_view metric) const {
    return absl::StrCat("label_replace(sum by (", kNodesLabels, ") (max by (", kNodesLabels, ", name) (",
                        Series(metric.empty() ? kReplicasOfNodePools : metric, ""), ")), \"resource\", \"", resource_,
                        "\", \"\", \"\")");
  }

  // For OOM kills, `resource_` is not used.
  std::string OomKills() const {
    const std::string killed = Status("last_terminated_reason", "reason=\"OOMKilled\", ", " == 1");
    const auto if_killed = [&killed](absl::string_view series, absl::string_view resource) {
      return absl::StrCat("label_replace(", series, " and on (", kUsageLabels, ") ", killed, ", \"resource\", \"",
                          resource, "\", \"\", \"\")");
    };
    return absl::StrCat("(", if_killed(Status("last_terminated_timestamp", "", ""), "oom_time"), " or on (",
                        kUsageLabels, ") ", if_killed(Status("restarts_total", "", ""), "oom_restarts"), ") or ",
                        if_killed(Max(kUsageLabels, Series("kube_pod_container_resource_requests",
                                                           absl::StrCat("resource=\"memory\", ", options_.containers))),
                                  "oom_request"));
  }

  std::string Series(absl::string_view metric, absl::string_view matchers) const {
    return absl::StrCat(metric, "{", matchers, matchers.empty() || options_.matchers.empty() ? "" : ", ",
                        options_.matchers, "}");
  }

 private:
  static std::string Max(absl::string_view labels, absl::string_view series) {
    return absl::StrCat("max by (", labels, ") (", series, ")");
  }

  // Returns the query for a metric of the status of the container.
  std::string Status(absl::string_view name, absl::string_view matchers, absl::string_view condition) const {
    return Max(kUsageLabels, absl::StrCat(Series(absl::StrCat("kube_pod_container_status_", name),
                                                 absl::StrCat(matchers, options_.containers)),
                                          condition));
  }

  std::string UsualRecommendation(absl::string_view target) const {
    return Max(kRecommendationLabels, Series("", absl::StrCat("__name__=~\".+_containerrecommendations_", target,
                                                              "\", resource=\"", resource_, "\", ", kAutoscaler)));
  }

  // Returns the matcher of the resource if one metric has both resources.
  std::string IfBoth() const {
    return options_.memory_metric == options_.cpu_metric ? absl::StrCat("resource=\"", resource_, "\", ") : "";
  }

  const QueryOptions& options_;
  const absl::string_view resource_;
};

}  // namespace

HistoryQueries MakeHistoryQueries(const QueryOptions& options) {
  const QueryMaker memory(options, "memory");
  const QueryMaker cpu(options, "cpu");
  HistoryQueries queries;
  if (options.nodes) queries.nodes = QueryMaker(options, "nodes").Nodes(options.nodes_metric);
  if (!options.resources) return queries;
  if (!options.usage) {
    queries.memory = memory.Recommendation(options.memory_metric);
    queries.cpu = cpu.Recommendation(options.cpu_metric);
    return queries;
  }
  queries.memory =
      memory.Usage(options.memory_metric, memory.Series("container_memory_working_set_bytes", options.containers));
  queries.cpu =
      cpu.Usage(options.cpu_metric,
                absl::StrCat("rate(", cpu.Series("container_cpu_usage_seconds_total", options.containers), "[5m])"));
  if (options.oom_kills) queries.oom_kills = memory.OomKills();
  return queries;
}

bool IsMetricName(const std::string& name) {
  const auto is_part = [](unsigned char c) { return absl::ascii_isalnum(c) || c == '_' || c == ':'; };
  return !name.empty() && !absl::ascii_isdigit(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), is_part);
}

}  // namespace cpsizer::history
