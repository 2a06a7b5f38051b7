#include "server/engine/replicas/group_pods.h"

#include <cstddef>

namespace cpsizer {
namespace {

// Returns whether the CPU sample of the pod may be from the initialization of the pod. The usage during the
// initialization is not typical.
bool IsStarting(const ObservedPod& pod, const SampleTime& sampled, const ReplicasSettings& settings, Instant now) {
  if (pod.ready == ReadyStatus::kAbsent || !pod.start.has_value()) return true;
  // An unknown status is not treated as False.
  const bool not_ready = pod.ready == ReadyStatus::kFalse;
  if (*pod.start + settings.cpu_initialization_period > now) {
    return not_ready || sampled.end < pod.ready_since + sampled.window;
  }
  return not_ready && *pod.start + settings.initial_readiness_delay > pod.ready_since;
}

// The order of these checks must be the same as in the controller.
PodGroup GroupOf(const ObservedPod& pod, const SampleTime* sampled, absl::string_view resource,
                 const ReplicasSettings& settings, Instant now) {
  if (pod.deleted || pod.phase == PodPhase::kFailed) return PodGroup::kIgnored;
  if (pod.phase == PodPhase::kPending) return PodGroup::kUnready;
  if (sampled == nullptr) return PodGroup::kMissing;
  return resource == "cpu" && IsStarting(pod, *sampled, settings, now) ? PodGroup::kUnready : PodGroup::kReady;
}

int& CountOf(PodGroup group, PodGroups& groups) {
  switch (group) {
    case PodGroup::kReady:
      return groups.ready;
    case PodGroup::kUnready:
      return groups.unready;
    case PodGroup::kMissing:
      return groups.missing;
    case PodGroup::kIgnored:
      break;
  }
  return groups.ignored;
}

}  // namespace

PodGroups GroupPods(const ObservedPods& pods, const Samples& samples, absl::string_view resource,
                    const ReplicasSettings& settings, Instant now) {
  PodGroups groups;
  groups.of_pod.reserve(pods.list.size());
  for (size_t i = 0; i < pods.list.size(); ++i) {
    const ObservedPod& pod = pods.list[i];
    const SampleTime& time = samples.times.empty() ? pod.sampled : samples.times[i];
    const PodGroup group = GroupOf(pod, samples.of_pod[i].has_value() ? &time : nullptr, resource, settings, now);
    groups.of_pod.push_back(group);
    ++CountOf(group, groups);
  }
  return groups;
}

}  // namespace cpsizer
