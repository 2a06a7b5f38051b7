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
  // By the index of the pod; absent if the pod has no sample.
  std::vector<absl::optional<int64_t>> of_pod;
  // The times of the samples of pods, by the same index. Empty if they are those of `podMetrics`, or not needed.
  std::vector<SampleTime> times;
  // Samples of pods that the selector does not select.
  std::vector<int64_t> extraneous;
  // True if the API returned any entry.
  bool answered = false;
};

// Section 5 of docs/reference/horizontal-pod-autoscaler.md: reads `podMetrics` for all series at once, in time linear
// in its entries and in the samples. A pod without containers, or with any container without the resource, has no
// sample; nor does a pod without the named container.
std::vector<Samples> ReadResourceSamples(const v1::RecommendReplicasRequest& request, const ObservedPods& pods,
                                         absl::Span<const ResourceSeries> series, Findings& findings);

// The same for the values of `readings[index]`, a Pods metric. Of two values for one pod the later counts.
Samples ReadPodsSamples(const v1::ReplicasReading& reading, int index, const ObservedPods& pods, Findings& findings);

// The same for a Resource or ContainerResource metric of this resource that does not use `podMetrics`. Errors are
// findings: FIELD_MISSING for a value without a pod, and for CPU without its time; POD_NAME_DUPLICATE.
Samples ReadResourceValues(const v1::ReplicasReading& reading, int index, absl::string_view resource,
                           const ObservedPods& pods, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_SAMPLES_H_
