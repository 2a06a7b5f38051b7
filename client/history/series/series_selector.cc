#include "client/history/series/series_selector.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/history/series/history_name.h"
#include "client/history/series/read_error.h"

namespace cpsizer::history {
namespace {

using Resource = SelectedSeries::Resource;

constexpr absl::string_view kApiServer = "kube-apiserver";
constexpr absl::string_view kCpuCounter = "container_cpu_usage_seconds_total";
// The metrics of the HyperShift operator about NodePools, each with a series for each NodePool.
constexpr absl::string_view kNodePoolMetrics[] = {"hypershift_nodepools_size",
                                                  "hypershift_nodepools_available_replicas"};
constexpr absl::string_view kManagementNamespaces[] = {"openshift-kube-apiserver", "kube-system"};

struct UsageMetric {
  absl::string_view name;
  Resource resource;
};
constexpr UsageMetric kUsageMetrics[] = {
    {"container_memory_working_set_bytes", Resource::kMemory},
    {"node_namespace_pod_container:container_memory_working_set_bytes", Resource::kMemory},
    {"node_namespace_pod_container:container_cpu_usage_seconds_total:sum_irate", Resource::kCpu},
    {"node_namespace_pod_container:container_cpu_usage_seconds_total:sum_rate5m", Resource::kCpu},
    {"pod:container_cpu_usage:sum", Resource::kCpu},
};

constexpr std::pair<absl::string_view, Resource> kResourceLabels[] = {{"memory", Resource::kMemory},
                                                                      {"cpu", Resource::kCpu},
                                                                      {"nodes", Resource::kNodes},
                                                                      {"oom_time", Resource::kOomTime},
                                                                      {"oom_restarts", Resource::kOomRestarts},
                                                                      {"oom_request", Resource::kOomRequest}};

Resource ResourceOfLabel(absl::string_view label) {
  const auto* const found = std::find_if(std::begin(kResourceLabels), std::end(kResourceLabels),
                                         [label](const auto& resource) { return resource.first == label; });
  return found == std::end(kResourceLabels) ? Resource::kOther : found->second;
}

bool IsRecommendation(absl::string_view metric) {
  if (!absl::ConsumeSuffix(&metric, "_cpu")) absl::ConsumeSuffix(&metric, "_memory");
  return absl::EndsWith(metric, "containerrecommendations_target") ||
         absl::EndsWith(metric, "containerrecommendations_uncappedtarget");
}

bool IsCapped(const SeriesLabels& labels, const SeriesOptions& options) {
  if (!labels.capped.empty()) return true;
  return IsRecommendation(labels.metric) && !absl::StrContains(labels.metric, "uncappedtarget") &&
         labels.metric != options.memory_metric && labels.metric != options.cpu_metric;
}

Resource ResourceOfDefault(const SeriesLabels& labels) {
  if (IsRecommendation(labels.metric)) {
    if (absl::EndsWith(labels.metric, "_memory")) return Resource::kMemory;
    if (absl::EndsWith(labels.metric, "_cpu")) return Resource::kCpu;
    return ResourceOfLabel(labels.resource);
  }
  const auto* const found = std::find_if(std::begin(kUsageMetrics), std::end(kUsageMetrics),
                                         [&](const UsageMetric& usage) { return usage.name == labels.metric; });
  return found == std::end(kUsageMetrics) ? Resource::kOther : found->resource;
}

bool IsOfNodePool(const SeriesLabels& labels) {
  return std::count(std::begin(kNodePoolMetrics), std::end(kNodePoolMetrics), labels.metric) > 0;
}

Resource ResourceOf(const SeriesLabels& labels, const SeriesOptions& options) {
  if (labels.metric.empty()) return ResourceOfLabel(labels.resource);
  if (options.nodes && (labels.metric == options.nodes_metric || IsOfNodePool(labels))) return Resource::kNodes;
  const bool is_memory = labels.metric == options.memory_metric;
  const bool is_cpu = labels.metric == options.cpu_metric;
  if (is_memory && is_cpu) return ResourceOfLabel(labels.resource);
  if (is_memory || is_cpu) return is_memory ? Resource::kMemory : Resource::kCpu;
  const Resource resource = ResourceOfDefault(labels);
  const bool has_other_metric =
      resource == Resource::kMemory ? !options.memory_metric.empty() : !options.cpu_metric.empty();
  return has_other_metric ? Resource::kOther : resource;
}

const std::string& FirstOf(const std::string& exported, const std::string& own) {
  return exported.empty() ? own : exported;
}

bool IsOfApiServer(const SeriesLabels& labels, bool is_recommendation) {
  const std::string& name_space = FirstOf(labels.exported_namespace, labels.name_space);
  if (std::count(std::begin(kManagementNamespaces), std::end(kManagementNamespaces), name_space) > 0) return false;
  if (!labels.autoscaler.empty() && labels.autoscaler != kApiServer) return false;
  const std::string& container = FirstOf(labels.exported_container, labels.container);
  if (!container.empty()) return container == kApiServer;
  if (is_recommendation) return true;
  const std::string& pod = FirstOf(labels.exported_pod, labels.pod);
  return labels.id.empty() && (pod.empty() || absl::StartsWith(pod, absl::StrCat(kApiServer, "-")));
}

// Returns whether a series is about a container, and not about a pod or about the container that holds its network.
bool IsOfContainer(const SeriesLabels& labels) {
  const std::string& container = FirstOf(labels.exported_container, labels.container);
  return !container.empty() && container != "POD" && !FirstOf(labels.exported_pod, labels.pod).empty();
}

// Returns an error for a series that a history cannot have, with the correct query.
absl::Status CheckQuery(const SeriesLabels& labels, Resource resource, bool by_container) {
  if (labels.metric == kCpuCounter) {
    return absl::InvalidArgumentError(
        absl::StrCat(kCpuCounter, " is a counter; query the rate: label_replace(rate(", kCpuCounter,
                     by_container ? "{container!=\"\"}" : "{container=\"kube-apiserver\"}",
                     "[5m]), \"resource\", \"cpu\", \"\", \"\")"));
  }
  if (resource == Resource::kNodes && IsOfNodePool(labels)) {
    return absl::InvalidArgumentError(absl::StrCat(
        labels.metric, " has a series for each NodePool; query their sum: label_replace(sum by (namespace, ",
        "exported_namespace, cluster_name) (max by (namespace, exported_namespace, cluster_name, name) (",
        labels.metric, ")), \"resource\", \"nodes\", \"\", \"\")"));
  }
  if (!labels.metric.empty() || resource != Resource::kOther) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("a series has no metric name, and the label resource is ",
                                                 QuotedValue(labels.resource),
                                                 "; add the label to the query: label_replace(QUERY, \"resource\", "
                                                 "\"cpu\", \"\", \"\"), or \"memory\" or \"nodes\""));
}

}  // namespace

std::string* SeriesLabels::Find(absl::string_view label) {
  const std::pair<absl::string_view, std::string*> fields[] = {
      {"__name__", &metric},
      {"namespace", &name_space},
      {"exported_namespace", &exported_namespace},
      {"pod", &pod},
      {"exported_pod", &exported_pod},
      {"container", &container},
      {"exported_container", &exported_container},
      {"resource", &resource},
      {"verticalpodautoscaler", &autoscaler},
      {"cluster_namespace", &cluster_namespace},
      {"cluster_name", &cluster_name},
      {"id", &id},
      {kCappedLabel, &capped},
  };
  const auto* const found =
      std::find_if(std::begin(fields), std::end(fields), [label](const auto& field) { return field.first == label; });
  return found == std::end(fields) ? nullptr : found->second;
}

absl::Status SeriesSelector::CheckOneMetric(const SeriesLabels& labels, Resource resource, bool is_recommendation) {
  const auto [metric, added] = metrics_.try_emplace({resource, is_recommendation}, labels.metric);
  if (added || metric->second == labels.metric) return absl::OkStatus();
  const absl::string_view word = resource == Resource::kMemory ? "memory"
                                 : resource == Resource::kCpu  ? "cpu"
                                                               : "nodes";
  return absl::InvalidArgumentError(absl::StrCat("both ", QuotedValue(metric->second), " and ",
                                                 QuotedValue(labels.metric), " are metrics of ", word,
                                                 "; choose one with --", word, "-metric"));
}

absl::StatusOr<SelectedSeries> SeriesSelector::SelectNodes(const SeriesLabels& labels) {
  SelectedSeries series;
  series.resource = Resource::kNodes;
  SeriesLabels named = labels;
  if (named.cluster_namespace.empty() && !named.cluster_name.empty()) {
    named.cluster_namespace = FirstOf(labels.exported_namespace, labels.name_space);
  }
  absl::Status error = CheckOneMetric(labels, Resource::kNodes, /*is_recommendation=*/false);
  // A number of nodes has no pod, as a recommendation.
  if (error.ok()) error = SetNames(named, /*is_recommendation=*/true, series);
  if (!error.ok()) return error;
  return series;
}

absl::Status SeriesSelector::SetNames(const SeriesLabels& labels, bool is_recommendation, SelectedSeries& series) {
  std::string cluster = absl::StrCat(labels.cluster_namespace, "/", labels.cluster_name);
  if (labels.cluster_namespace.empty() || labels.cluster_name.empty()) {
    const std::string& name_space = FirstOf(labels.exported_namespace, labels.name_space);
    if (name_space.empty()) {
      return absl::InvalidArgumentError(
          "a series has no label namespace; keep this label in the query: sum by (namespace, pod) (...)");
    }
    absl::Status error = CheckHistoryName("namespace", name_space);
    if (!error.ok()) return error;
    absl::StatusOr<std::string> found = options_.control_planes.ClusterOf(name_space);
    if (!found.ok()) return found.status();
    cluster = *std::move(found);
  } else {
    for (const auto& [label, value] :
         {std::pair("cluster_namespace", &labels.cluster_namespace), std::pair("cluster_name", &labels.cluster_name)}) {
      absl::Status error = CheckHistoryName(label, *value);
      if (!error.ok()) return error;
    }
  }
  absl::Status error = NumberCluster(cluster, names_, series.cluster);
  const std::string& pod = FirstOf(labels.exported_pod, labels.pod);
  if (!error.ok() || is_recommendation || pod.empty()) return error;
  error = CheckHistoryName("pod", pod);
  if (!error.ok() || !options_.by_container) {
    return error.ok() ? NumberPod(series.cluster, pod, names_, series.pod) : error;
  }
  const std::string& container = FirstOf(labels.exported_container, labels.container);
  error = CheckHistoryName("container", container);
  return error.ok() ? NumberPod(series.cluster, PodAndContainer(pod, container), names_, series.pod) : error;
}

bool SeriesSelector::IsOfHostedContainer(const SeriesLabels& labels) const {
  const bool has_cluster = !labels.cluster_namespace.empty() && !labels.cluster_name.empty();
  return IsOfContainer(labels) &&
         (has_cluster || options_.control_planes.Contains(FirstOf(labels.exported_namespace, labels.name_space)));
}

absl::StatusOr<SelectedSeries> SeriesSelector::Select(const SeriesLabels& labels) {
  const bool is_recommendation = IsRecommendation(labels.metric) || !labels.autoscaler.empty();
  SelectedSeries series;
  const Resource resource = ResourceOf(labels, options_);
  absl::Status error = CheckQuery(labels, resource, options_.by_container);
  if (!error.ok()) return error;
  if (resource == Resource::kNodes && options_.nodes) return SelectNodes(labels);
  const bool is_wanted = options_.by_container ? !is_recommendation && IsOfHostedContainer(labels)
                                               : IsOfApiServer(labels, is_recommendation);
  if (resource == Resource::kOther || resource == Resource::kNodes || !is_wanted) {
    if (first_other_metric_.empty()) first_other_metric_ = labels.metric;
    return series;
  }
  series.resource = resource;
  error = CheckOneMetric(labels, resource, is_recommendation);
  if (error.ok()) error = SetNames(labels, is_recommendation, series);
  if (!error.ok()) return error;
  if (IsCapped(labels, options_)) capped_clusters_.insert(series.cluster);
  return series;
}

}  // namespace cpsizer::history
