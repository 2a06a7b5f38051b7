#include "server/engine/replicas/observed_pods.h"

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "server/engine/replicas/read_values.h"

namespace cpsizer {
namespace {

PodPhase PhaseOf(absl::string_view phase) {
  if (phase == "Pending") return PodPhase::kPending;
  if (phase == "Running") return PodPhase::kRunning;
  return phase == "Failed" ? PodPhase::kFailed : PodPhase::kOther;
}

ReadyStatus ReadyStatusOf(absl::string_view status) {
  if (status == "True") return ReadyStatus::kTrue;
  return status == "False" ? ReadyStatus::kFalse : ReadyStatus::kOther;
}

// Only the first condition of type Ready is used.
void ReadReadiness(const v1::PodStatus& status, int index, ObservedPod& pod, Findings& findings) {
  for (int i = 0; i < status.conditions_size(); ++i) {
    const v1::Condition& condition = status.conditions(i);
    if (condition.type() != "Ready") continue;
    pod.ready = ReadyStatusOf(condition.status());
    const auto path = [&] { return absl::StrCat("pods[", index, "].status.conditions[", i, "].lastTransitionTime"); };
    pod.ready_since = ReadInstantIfThere(condition.last_transition_time(), path, findings).value_or(kZeroTime);
    return;
  }
}

ObservedPod ReadPod(const v1::Pod& message, int index, Findings& findings) {
  ObservedPod pod;
  pod.name = message.metadata().name();
  pod.phase = PhaseOf(message.status().phase());
  pod.deleted = !message.metadata().deletion_timestamp().empty();
  pod.start = ReadInstantIfThere(
      message.status().start_time(), [&] { return absl::StrCat("pods[", index, "].status.startTime"); }, findings);
  ReadReadiness(message.status(), index, pod, findings);
  return pod;
}

void ReportDuplicate(absl::string_view list, int index, absl::string_view name, Findings& findings) {
  findings.Add(Rule::kPodNameDuplicate, absl::StrCat(Indexed(list, index), ".metadata.name"), name,
               absl::StrCat("another entry is called \"", Quoted(name), "\" too"));
}

void ReadSampleTimes(const v1::RecommendReplicasRequest& request, ObservedPods& pods, Findings& findings) {
  absl::flat_hash_set<absl::string_view> seen;
  for (int i = 0; i < request.pod_metrics_size(); ++i) {
    const v1::PodMetrics& metrics = request.pod_metrics(i);
    const absl::string_view name = metrics.metadata().name();
    if (!seen.insert(name).second) ReportDuplicate("podMetrics", i, name, findings);
    const absl::optional<Instant> at = ReadInstantIfThere(
        metrics.timestamp(), [&] { return absl::StrCat("podMetrics[", i, "].timestamp"); }, findings);
    const Nanos window =
        metrics.window().empty()
            ? 0
            : ReadDuration(
                  metrics.window(), [&] { return absl::StrCat("podMetrics[", i, "].window"); }, findings);
    const auto found = pods.index_of.find(name);
    if (found == pods.index_of.end()) continue;
    pods.list[found->second].sampled = {at.value_or(kZeroTime), window};
  }
}

}  // namespace

ObservedPods ReadPods(const v1::RecommendReplicasRequest& request, Findings& findings) {
  ObservedPods pods;
  pods.list.reserve(static_cast<size_t>(request.pods_size()));
  pods.index_of.reserve(static_cast<size_t>(request.pods_size()));
  for (int i = 0; i < request.pods_size(); ++i) {
    pods.list.push_back(ReadPod(request.pods(i), i, findings));
    const absl::string_view name = pods.list.back().name;
    if (!pods.index_of.emplace(name, pods.list.size() - 1).second) ReportDuplicate("pods", i, name, findings);
  }
  ReadSampleTimes(request, pods, findings);
  return pods;
}

}  // namespace cpsizer
