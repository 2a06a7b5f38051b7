#ifndef CPSIZER_CLIENT_HISTORY_SERIES_SERIES_OPTIONS_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_SERIES_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/history/series/control_planes.h"

namespace cpsizer::history {

struct SeriesOptions {
  // Names of the metrics in query_range files; empty: the defaults of SeriesSelector.
  std::string memory_metric;
  std::string cpu_metric;
  std::string nodes_metric;
  // Numbers of nodes of clusters are a part of the history. Otherwise their series are other series.
  bool nodes = false;
  // The clusters whose control plane namespaces are known.
  ControlPlanes control_planes;
  // The history is the usage of containers: its pods are those of NumberContainer(). Otherwise it is about the
  // kube-apiserver.
  bool by_container = false;
  // The folder for temporary files; empty: TMPDIR, or /tmp.
  std::string temporary_folder;
};

// The numbers of what was read and of what was left out.
struct SeriesCounts {
  int64_t samples = 0;
  int64_t with_memory = 0;   // samples with memory
  int64_t with_cpu = 0;      // samples with CPU
  int64_t with_nodes = 0;    // samples with a number of nodes
  double most_memory = 0;    // the largest memory of a sample, in bytes
  int64_t duplicates = 0;    // the same cluster, pod and time again; the largest value counts
  int64_t gaps = 0;          // empty values of CSV; NaN and infinite values of Prometheus
  int64_t other_series = 0;  // series of Prometheus with another metric, another container or another VPA
  int64_t mixed_steps = 0;   // clusters and pods whose samples have different steps (StepCheck)
  int64_t capped = 0;        // SeriesSelector::capped_clusters()
  // HostedClusters of the caller that have no sample, by name. Set by the caller.
  std::vector<std::string> missing_clusters;
  int64_t hosted_clusters = 0;  // all HostedClusters of the caller
  // Why the stores of a Thanos could not be checked; empty if they were, and if the server has no stores.
  std::string unchecked_stores;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_SERIES_OPTIONS_H_
