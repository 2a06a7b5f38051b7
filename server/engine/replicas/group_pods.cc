#include "server/engine/replicas/group_pods.h"

#include <cstddef>

namespace cpsizer {
namespace {

// Whether the CPU sample of the pod may be of its beginning, when it used more or less than it will.
bool IsAtItsBeginning(const ObservedPod& pod, const ReplicasSettings& settings, Instant now) {
  if (pod.ready == ReadyStatus::kAbsent || !pod.start.has_value()) return true;
  // Unknown is not False.
  const bool not_ready = pod.ready == ReadyStatus::kFalse;
  if (*pod.start + settings.cpu_initialization_period > now) {
    return not_ready || pod.sampled_at < pod.ready_since + pod.sampled_for;
  }
  return not_ready && *pod.start + settings.initial_readiness_delay > pod.ready_since;
}

}  // namespace

PodGroups GroupPods(const ObservedPods& pods, const Samples& samples, absl::string_view resource,
                    const ReplicasSettings& settings, Instant now) {
  PodGroups groups;
  groups.of_pod.reserve(pods.list.size());
  for (size_t i = 0; i < pods.list.size(); ++i) {
    const ObservedPod& pod = pods.list[i];
    // The order of these questions is the controller's, and matters.
    if (pod.deleted || pod.phase == PodPhase::kFailed) {
      groups.of_pod.push_back(PodGroup::kIgnored);
      ++groups.ignored;
    } else if (pod.phase == PodPhase::kPending) {
      groups.of_pod.push_back(PodGroup::kUnready);
      ++groups.unready;
    } else if (!samples.of_pod[i].has_value()) {
      groups.of_pod.push_back(PodGroup::kMissing);
      ++groups.missing;
    } else if (resource == "cpu" && IsAtItsBeginning(pod, settings, now)) {
      groups.of_pod.push_back(PodGroup::kUnready);
      ++groups.unready;
    } else {
      groups.of_pod.push_back(PodGroup::kReady);
      ++groups.ready;
    }
  }
  return groups;
}

}  // namespace cpsizer
