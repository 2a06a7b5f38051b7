#ifndef CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_GROUP_H_
#define CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_GROUP_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "client/history/series/name_order.h"
#include "client/history/series/sample.h"
#include "client/history/series/series_options.h"
#include "client/history/series/step_check.h"

namespace cpsizer::history {

// Collects the samples of one time, passes them on in the order of the names of their clusters and pods, and counts
// them. A sample without a pod is before the pods of its cluster.
//
// Several samples of the same cluster and pod become one sample: the memory and the CPU of Prometheus are separate
// series. If a resource has several values, the largest one counts, so that the order of the input does not matter; the
// other samples are counted as duplicates.
//
// The memory is for one sample for each cluster and pod. Not thread-safe.
class SampleGroup {
 public:
  // Both must outlive this object.
  SampleGroup(const HistoryNames& names, SeriesCounts& counts)
      : names_(names), counts_(counts), cluster_order_(names.clusters) {}

  // Adds a sample. Samples must be added in the order of time. The first sample of a time passes the samples of the
  // time before it to `take`. Returns the error of `take`.
  absl::Status Add(const Sample& sample, absl::FunctionRef<absl::Status(const Sample&)> take);
  // Passes the samples of the last time to `take`.
  absl::Status Finish(absl::FunctionRef<absl::Status(const Sample&)> take);

 private:
  void Sort();

  const HistoryNames& names_;
  SeriesCounts& counts_;
  NameOrder cluster_order_;
  StepCheck steps_;
  std::vector<Sample> samples_;
  // The last index in samples_ of each cluster without a pod, and of each pod. It may be of an earlier time.
  std::vector<size_t> cluster_indexes_;
  std::vector<size_t> pod_indexes_;
};

}  // namespace cpsizer::history

#endif  // CPSIZER_CLIENT_HISTORY_SERIES_SAMPLE_GROUP_H_
