#ifndef CPSIZER_CLIENT_HISTORY_PROMETHEUS_HISTORY_QUERIES_H_
#define CPSIZER_CLIENT_HISTORY_PROMETHEUS_HISTORY_QUERIES_H_

#include <string>

namespace cpsizer::history {

struct QueryOptions {
  bool resources = true;      // memory and CPU
  bool nodes = false;         // numbers of nodes
  bool usage = false;         // usage of pods, not recommendations of VPAs
  bool oom_kills = false;     // with usage, also the OOM kills
  std::string memory_metric;  // empty: the usual metrics
  std::string cpu_metric;
  std::string nodes_metric;
  // Selects the containers: the kube-apiserver, or those of a history with the usage of containers.
  std::string containers = "container=\"kube-apiserver\"";
  std::string matchers;  // added to each selector, such as `cluster="hub-1"`; may be empty
};

// The queries of a history, in PromQL. Each one returns series that SeriesSelector accepts. A query that is not wanted
// is empty.
struct HistoryQueries {
  std::string memory;
  std::string cpu;
  std::string oom_kills;
  std::string nodes;
};

// Returns the queries. They aggregate over the labels that SeriesSelector does not use, so that the responses are short
// and a second series of the same pod, such as that of a container that was restarted, does not become a duplicate.
//
// For recommendations, the usual metrics are those of kube-state-metrics. `uncappedtarget` is what decisions use;
// `target` takes its place where it is missing, with the label kCappedLabel. For usage, they are those of cAdvisor. A
// metric in the options must be a gauge.
//
// The number of nodes is the sum of the replicas of the NodePools of a cluster: the usual metric is that of the
// HyperShift operator with `status.replicas` of each NodePool. The replicas of the operator have the same series, so
// the largest one counts. Another metric may have a series for each NodePool (label `name`) or for each cluster.
//
// OOM kills are those of kube-state-metrics, scraped with honorLabels: the time of the last termination, if its reason
// is OOMKilled. Where kube-state-metrics is too old to have the time, it is the number of restarts.
HistoryQueries MakeHistoryQueries(const QueryOptions& options);

// Returns whether `name` is the name of a metric. Queries can contain only such names.
bool IsMetricName(const std::string& name);

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_PROMETHEUS_HISTORY_QUERIES_H_
