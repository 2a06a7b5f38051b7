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
  kReady,    // its sample counts
  kUnready,  // its sample is dropped; 0 while the load is above the target
  kMissing,  // has no sample; a cautious value
  kIgnored,  // failed or being deleted; dropped
};

struct PodGroups {
  std::vector<PodGroup> of_pod;  // by the index of the pod
  int ready = 0;
  int unready = 0;
  int missing = 0;
  int ignored = 0;
};

// Section 6 of docs/reference/horizontal-pod-autoscaler.md. `resource` is that of a Resource or ContainerResource
// metric, empty for a Pods metric: readiness counts only for `cpu`.
PodGroups GroupPods(const ObservedPods& pods, const Samples& samples, absl::string_view resource,
                    const ReplicasSettings& settings, Instant now);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_GROUP_PODS_H_
