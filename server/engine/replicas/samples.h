#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_SAMPLES_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_SAMPLES_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/replicas/observed_pods.h"
#include "server/engine/replicas/resource_series.h"

namespace cpsizer {

// The samples of one metric, in milli-units.
struct Samples {
  // Indexed like the list of pods; absent if the pod has no sample.
  std::vector<absl::optional<int64_t>> of_pod;
  // The times of the samples, with the same indexes. Empty if the times of `podMetrics` apply, or if no times are
  // needed.
  std::vector<SampleTime> times;
  // Samples of pods that the selector does not select.
  std::vector<int64_t> extraneous;
  // True if the API returned at least one entry.
  bool answered = false;
};

// Implements section 5 of docs/reference/horizontal-pod-autoscaler.md. Reads `podMetrics` for all series at once. The
// time is linear in the number of entries and samples. A pod has no sample if it has no containers, if one of its
// containers does not have the resource, or if it does not have the named container.
std::vector<Samples> ReadResourceSamples(const v1::RecommendReplicasRequest& request, const ObservedPods& pods,
                                         absl::Span<const ResourceSeries> series, Findings& findings);

// Reads the values of `readings[index]` for a Pods metric. If there are two values for one pod, the later value is
// used.
Samples ReadPodsSamples(const v1::ReplicasReading& reading, int index, const ObservedPods& pods, Findings& findings);

// Reads the values of `readings[index]` for a Resource or ContainerResource metric that does not use `podMetrics`. Adds
// FIELD_MISSING for a value without a pod and for a CPU value without a timestamp or a window. Adds POD_NAME_DUPLICATE
// if two values are of one pod.
Samples ReadResourceValues(const v1::ReplicasReading& reading, int index, absl::string_view resource,
                           const ObservedPods& pods, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_SAMPLES_H_
