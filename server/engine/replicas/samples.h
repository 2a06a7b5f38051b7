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

// What one metric was for each pod, in milli-units.
struct Samples {
  // By the pod's place in the list; nothing where the pod has no sample.
  std::vector<absl::optional<int64_t>> of_pod;
  // Of the samples of pods, by the same place. Empty where they are those of `podMetrics`, or do not matter.
  std::vector<SampleTime> times;
  // Of pods that the selector does not select.
  std::vector<int64_t> extraneous;
  // Whether the API answered with any entry at all.
  bool answered = false;
};

// Section 5 of docs/reference/horizontal-pod-autoscaler.md: reads `podMetrics` for all series at once, in time linear
// in its entries and in the samples. A pod without containers, or with any of them without the resource, has no sample;
// nor has one without the named container.
std::vector<Samples> ReadResourceSamples(const v1::RecommendReplicasRequest& request, const ObservedPods& pods,
                                         absl::Span<const ResourceSeries> series, Findings& findings);

// The same for the values of `readings[index]`, a Pods metric. Of two values for one pod the later counts.
Samples ReadPodsSamples(const v1::ReplicasReading& reading, int index, const ObservedPods& pods, Findings& findings);

// The same for a Resource or ContainerResource metric that does not use `podMetrics`, of this resource. Errors are
// findings: FIELD_MISSING for a value without a pod, and for CPU without its time; POD_NAME_DUPLICATE.
Samples ReadResourceValues(const v1::ReplicasReading& reading, int index, absl::string_view resource,
                           const ObservedPods& pods, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_SAMPLES_H_
