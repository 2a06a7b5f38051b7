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

// Returns the index of the pod `name`, or nothing. Tries the index `likely` first, because most lists have the same
// order.
absl::optional<size_t> IndexOf(absl::string_view name, size_t likely, const ObservedPods& pods) {
  if (likely < pods.list.size() && pods.list[likely].name == name) return likely;
  const auto found = pods.index_of.find(name);
  return found == pods.index_of.end() ? absl::nullopt : absl::make_optional(found->second);
}

void ReadSampleTimes(const v1::RecommendReplicasRequest& request, ObservedPods& pods, Findings& findings) {
  std::vector<bool> seen(pods.list.size());
  absl::flat_hash_set<absl::string_view> seen_others;  // names of pods that the selector does not select
  pods.of_metrics.reserve(static_cast<size_t>(request.pod_metrics_size()));
  for (int i = 0; i < request.pod_metrics_size(); ++i) {
    const v1::PodMetrics& metrics = request.pod_metrics(i);
    const absl::string_view name = metrics.metadata().name();
    const absl::optional<size_t> pod = IndexOf(name, static_cast<size_t>(i), pods);
    pods.of_metrics.push_back(pod);
    const bool is_duplicate = pod.has_value() ? seen[*pod] : !seen_others.insert(name).second;
    if (is_duplicate) ReportDuplicate("podMetrics", i, name, findings);
    const absl::optional<Instant> at = ReadInstantIfThere(
        metrics.timestamp(), [&] { return absl::StrCat("podMetrics[", i, "].timestamp"); }, findings);
    const Nanos window =
        metrics.window().empty()
            ? 0
            : ReadDuration(
                  metrics.window(), [&] { return absl::StrCat("podMetrics[", i, "].window"); }, findings);
    if (!pod.has_value()) continue;
    seen[*pod] = true;
    pods.list[*pod].sampled = {at.value_or(kZeroTime), window};
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
