#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_SAMPLES_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_SAMPLES_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/findings.h"
#include "server/engine/replicas/observed_pods.h"

namespace cpsizer {

// What one metric was for each pod, in milli-units.
struct Samples {
  // By the pod's place in the list; nothing where the pod has no sample.
  std::vector<absl::optional<int64_t>> of_pod;
  // Of pods that the selector does not select.
  std::vector<int64_t> extraneous;
  // Whether the API answered with any entry at all.
  bool answered = false;
};

// A resource of whole pods, or of their containers of one name.
struct ResourceSeries {
  absl::string_view resource;
  // Absent for whole pods.
  absl::optional<absl::string_view> container;
};

// Section 5: reads `podMetrics`. A pod without containers, or with any of them without the resource, has no sample; nor
// has one without the named container.
Samples ReadResourceSamples(const v1::RecommendReplicasRequest& request, const ObservedPods& pods,
                            const ResourceSeries& series, Findings& findings);

// The same for the values of `readings[index]`, a Pods metric. Of two values for one pod the later counts.
Samples ReadPodsSamples(const v1::MetricReading& reading, int index, const ObservedPods& pods, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_SAMPLES_H_
