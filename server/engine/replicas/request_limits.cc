#include "server/engine/replicas/request_limits.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "server/engine/replicas/metrics.h"

namespace cpsizer {
namespace {

// The autoscaler may be invalid here.
int64_t CountSamples(const v1::RecommendReplicasRequest& request) {
  int64_t samples = 0;
  for (const v1::MetricSpec& spec : MetricsOf(request.horizontal_pod_autoscaler().spec())) {
    if (spec.type() == "Resource" || spec.type() == "ContainerResource") samples += request.pod_metrics_size();
  }
  for (const v1::ReplicasReading& reading : request.readings()) {
    samples += reading.values_size() + reading.external_values_size();
  }
  return samples;
}

int64_t CountContainersOfPods(const v1::RecommendReplicasRequest& request) {
  int64_t containers = 0;
  for (const v1::Pod& pod : request.pods()) {
    containers += pod.spec().containers_size() + pod.spec().init_containers_size();
  }
  return containers;
}

int64_t CountMeasuredContainers(const v1::RecommendReplicasRequest& request) {
  int64_t containers = 0;
  for (const v1::PodMetrics& metrics : request.pod_metrics()) containers += metrics.containers_size();
  return containers;
}

int64_t CountEntries(const v1::ReplicasHistory& history) {
  return int64_t{history.recommendations_size()} + history.scale_up_events_size() + history.scale_down_events_size();
}

}  // namespace

void CheckRequestLimits(const v1::RecommendReplicasRequest& request, Findings& findings) {
  CheckCount(request.pods_size(), kMaxPods, "pods", findings);
  CheckCount(request.rivals_size(), kMaxRivals, "rivals", findings);
  CheckCount(request.other_owners_size(), kMaxOtherOwners, "otherOwners", findings);
  CheckCount(request.observed_rescales_size(), kMaxObservedRescales, "observedRescales", findings);
  CheckCount(request.horizontal_pod_autoscaler().status().conditions_size(), kMaxAutoscalerConditions,
             "status.conditions", findings);
  CheckTotal(CountSamples(request), kMaxSamples, "readings", "samples", findings);
  CheckTotal(CountContainersOfPods(request), kMaxPodContainers, "pods", "containers", findings);
  CheckTotal(CountMeasuredContainers(request), kMaxPodContainers, "podMetrics", "containers", findings);
  CheckTotal(CountEntries(request.history()), kMaxHistoryEntries, "history", "entries", findings);
}

void CheckBatchLimits(const v1::BatchRecommendReplicasRequest& batch, Findings& findings) {
  constexpr absl::string_view kPath = "items";
  CheckCount(batch.items_size(), kMaxReplicasBatchItems, kPath, findings);
  int64_t pods = 0, samples = 0, containers = 0, measured = 0, entries = 0;
  for (const v1::RecommendReplicasRequest& item : batch.items()) {
    pods += item.pods_size();
    samples += CountSamples(item);
    containers += CountContainersOfPods(item);
    measured += CountMeasuredContainers(item);
    entries += CountEntries(item.history());
  }
  CheckTotal(pods, kMaxPods, kPath, "pods", findings);
  CheckTotal(samples, kMaxSamples, kPath, "samples", findings);
  CheckTotal(containers, kMaxPodContainers, kPath, "containers of pods", findings);
  CheckTotal(measured, kMaxPodContainers, kPath, "containers of pod metrics", findings);
  CheckTotal(entries, kMaxBatchHistoryEntries, kPath, "entries of history", findings);
}

}  // namespace cpsizer
