#ifndef CPSIZER_CLIENT_HISTORY_SERIES_SERIES_SELECTOR_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_SERIES_SELECTOR_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/history/series/sample.h"
#include "client/history/series/series_options.h"

namespace cpsizer::history {

// The label with which a query marks the series of a capped target, because an aggregation has no metric name.
inline constexpr absl::string_view kCappedLabel = "cpsizer_capped";

// The labels of a series of Prometheus that say what it is. Other labels are ignored. A label that the series does not
// have is empty.
struct SeriesLabels {
  // Returns the field of a label; null for a label that is ignored.
  std::string* Find(absl::string_view label);

  std::string metric;              // __name__
  std::string name_space;          // namespace
  std::string exported_namespace;  // kube-state-metrics, scraped without honorLabels
  std::string pod;
  std::string exported_pod;
  std::string container;
  std::string exported_container;
  std::string resource;    // "cpu" or "memory"
  std::string autoscaler;  // verticalpodautoscaler
  std::string cluster_namespace;
  std::string cluster_name;
  std::string id;      // the cgroup, if the series comes from cAdvisor
  std::string capped;  // kCappedLabel
};

// The meaning of a series.
struct SelectedSeries {
  enum class Resource : uint8_t {
    kOther,
    kMemory,
    kCpu,
    kNodes,  // the number of nodes of a cluster
    // The values of OomKills: the time of the last kill, the number of restarts, and the memory request.
    kOomTime,
    kOomRestarts,
    kOomRequest,
  };

  Resource resource = Resource::kOther;  // kOther: the series is not a part of the history
  uint32_t cluster = 0;
  uint32_t pod = Sample::kNoPod;
};

// Decides which series of Prometheus are a history, and of which cluster and pod. Not thread-safe.
//
// The metric of a series decides its resource:
// - SeriesOptions::memory_metric and cpu_metric, if they are given. If both are the same metric, the label `resource`
//   says which one it is.
// - Recommendations of kube-state-metrics: names that end with `containerrecommendations_target` or
//   `containerrecommendations_uncappedtarget`, with the label `resource`, or with `_cpu` or `_memory` at their end.
// - Usage: `container_memory_working_set_bytes`, and the recording rules of kube-prometheus and OpenShift for memory
//   and for rates of CPU.
// - A series without a name, as a function such as rate() returns it: the label `resource`. A query can add it:
//   label_replace(rate(...), "resource", "cpu", "", ""). The values `oom_time`, `oom_restarts` and `oom_request` are
//   for OOM kills, and `nodes` is for numbers of nodes.
// - SeriesOptions::nodes_metric is a number of nodes. The metrics of the HyperShift operator have a series for each
//   NodePool, so they are an error: a query must add them up.
//
// A number of nodes has one series for each cluster. With the label `cluster_name`, its label `namespace` is that of
// the HostedCluster, as the metrics of the operator have it. The rules for other series are these:
//
// A series belongs to the kube-apiserver: its container is kube-apiserver, or it has no container, its pod begins with
// `kube-apiserver-` and it is not the cgroup of a whole pod. The VPA of a recommendation is kube-apiserver. The API
// server of the management cluster, in openshift-kube-apiserver or kube-system, is not a part of a history.
//
// The labels cluster_namespace and cluster_name name the cluster; without them, its control plane namespace does. The
// label `cluster` is not used, because it often names the management cluster. A recommendation has no pod: the label
// `pod` of kube-state-metrics is its own pod.
//
// Two metrics for the same resource would be duplicates, so they are an error: for example, the capped and the uncapped
// target.
class SeriesSelector {
 public:
  // Both must outlive this object.
  SeriesSelector(const SeriesOptions& options, HistoryNames& names) : options_(options), names_(names) {}

  // Errors: InvalidArgument for a series whose resource or cluster is not known, for a counter of CPU, and for a second
  // metric of a resource; ResourceExhausted for a limit.
  absl::StatusOr<SelectedSeries> Select(const SeriesLabels& labels);

  // The names to which selected series are added.
  HistoryNames& names() { return names_; }

  // The number of clusters of which a target within the limits of the VPA was selected, so that their demand can be
  // larger. A metric that the caller chose does not count.
  int64_t capped_clusters() const { return static_cast<int64_t>(capped_clusters_.size()); }
  // The metric of the first series that is not a part of the history; empty if there was none.
  const std::string& first_other_metric() const { return first_other_metric_; }

 private:
  // Returns an error if another metric was selected before for the same resource.
  absl::Status CheckOneMetric(const SeriesLabels& labels, SelectedSeries::Resource resource, bool is_recommendation);
  // Selects a series with a number of nodes.
  absl::StatusOr<SelectedSeries> SelectNodes(const SeriesLabels& labels);
  // Returns whether a series is about a container of a known control plane.
  bool IsOfHostedContainer(const SeriesLabels& labels) const;
  // Sets the cluster, and the pod unless the series is a recommendation.
  absl::Status SetNames(const SeriesLabels& labels, bool is_recommendation, SelectedSeries& series);

  const SeriesOptions& options_;
  HistoryNames& names_;
  // For each resource, and whether it is a recommendation: the metric that was selected.
  std::map<std::pair<SelectedSeries::Resource, bool>, std::string> metrics_;
  std::string first_other_metric_;
  absl::flat_hash_set<uint32_t> capped_clusters_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_SERIES_SELECTOR_H_
