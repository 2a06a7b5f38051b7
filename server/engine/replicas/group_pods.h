#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_GROUP_PODS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_GROUP_PODS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/engine/replicas/observed_pods.h"
#include "server/engine/replicas/samples.h"
#include "server/engine/replicas/settings.h"

namespace cpsizer {

enum class PodGroup : uint8_t {
  kReady,    // the sample of the pod is used
  kUnready,  // the sample of the pod is not used; 0 is used instead if the load is above the target
  kMissing,  // the pod has no sample; a cautious value is used instead
  kIgnored,  // the pod failed or is being deleted; it is not used
};

struct PodGroups {
  std::vector<PodGroup> of_pod;  // indexed like the list of pods
  int ready = 0;
  int unready = 0;
  int missing = 0;
  int ignored = 0;
};

// Implements section 6 of docs/reference/horizontal-pod-autoscaler.md. `resource` is the resource of a Resource or
// ContainerResource metric, and empty for a Pods metric. Readiness is used only for `cpu`.
PodGroups GroupPods(const ObservedPods& pods, const Samples& samples, absl::string_view resource,
                    const ReplicasSettings& settings, Instant now);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_GROUP_PODS_H_
