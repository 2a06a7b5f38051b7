#include "server/engine/replicas/observed_warnings.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "cpsizer/selected_pods.h"
#include "server/engine/base/text.h"
#include "server/engine/replicas/pod_aggregate.h"
#include "server/engine/replicas/validate/check_autoscaler.h"
#include "server/engine/replicas/validate/milli.h"

namespace cpsizer {
namespace {

// The names of required containers that have not been found.
class RequiredContainers {
 public:
  void Add(absl::string_view name) { missing_.insert(name); }
  bool empty() const { return missing_.empty(); }

  void MarkFound(absl::string_view name) {
    found_.insert(name);
    missing_.erase(name);
  }

  // If no pod of the request has containers, the names of the containers are unknown, so no name is missing.
  bool IsMissing(absl::string_view name) const { return !found_.empty() && missing_.contains(name); }

  // Returns the names of all containers, in order.
  std::vector<absl::string_view> Found() const { return {found_.begin(), found_.end()}; }

 private:
  absl::flat_hash_set<absl::string_view> missing_;
  absl::btree_set<absl::string_view> found_;
};

bool HasSample(const Samples& samples) {
  if (!samples.extraneous.empty()) return true;
  for (const absl::optional<int64_t>& sample : samples.of_pod) {
    if (sample.has_value()) return true;
  }
  return false;
}

// Returns the containers of the pod that run all the time.
std::vector<absl::string_view> RunningContainers(const v1::PodSpec& spec) {
  std::vector<absl::string_view> names;
  for (const v1::Container& container : spec.containers()) names.push_back(container.name());
  for (const v1::Container& container : spec.init_containers()) {
    if (RestartsAlways(container)) names.push_back(container.name());
  }
  return names;
}

// Returns the containers to which a metric refers and that no pod has. Checks only metrics without samples.
RequiredContainers FindContainers(const v1::RecommendReplicasRequest& request, const Metrics& metrics) {
  RequiredContainers required;
  for (const Metric& metric : metrics.list) {
    if (metric.kind != MetricKind::kContainerResource || HasSample(SamplesOf(metrics, metric))) continue;
    required.Add(*metrics.usages[metric.series].series.container);
  }
  if (required.empty()) return required;
  for (const v1::PodMetrics& pod : request.pod_metrics()) {
    for (const v1::ContainerMetrics& container : pod.containers()) required.MarkFound(container.name());
  }
  for (const v1::Pod& pod : request.pods()) {
    for (const absl::string_view name : RunningContainers(pod.spec())) required.MarkFound(name);
  }
  return required;
}

// Returns a text such as "web-1 (container side)".
std::string TextOf(const MissingRequest& missing) {
  return missing.container.empty() ? std::string(missing.pod)
                                   : absl::StrCat(missing.pod, " (container ", missing.container, ")");
}

// Returns whether the pod counts as missing because it does not have the container of a metric with averageValue. A
// caller may leave out the containers of a pod.
bool CountsAsMissing(const v1::Pod& pod, absl::optional<int64_t> sample) {
  return !sample.has_value() && !pod.spec().containers().empty() && pod.metadata().deletion_timestamp().empty() &&
         pod.status().phase() != "Failed";
}

// Adds CONTAINER_NOT_FOUND with the containers of each pod that does not have the container of the metric. These pods
// are often those before or after a rolling update that renames it.
void WarnAboutContainer(const v1::RecommendReplicasRequest& request, const Metric& metric, const ResourceUsage& usage,
                        const Samples& samples, absl::string_view path, Findings& findings) {
  const absl::string_view wanted = *usage.series.container;
  const bool by_requests = metric.target_field == TargetField::kAverageUtilization;
  std::vector<std::string> texts;
  for (int i = 0; i < request.pods_size(); ++i) {
    const v1::Pod& pod = request.pods(i);
    const std::vector<absl::string_view> containers = RunningContainers(pod.spec());
    if (std::find(containers.begin(), containers.end(), wanted) != containers.end()) continue;
    if (!by_requests && !CountsAsMissing(pod, samples.of_pod[static_cast<size_t>(i)])) continue;
    texts.push_back(containers.empty() ? pod.metadata().name()
                                       : absl::StrCat(pod.metadata().name(), " (", JoinNames(containers), ")"));
  }
  if (texts.empty()) return;
  const bool one = texts.size() == 1;
  const std::vector<absl::string_view> pods(texts.begin(), texts.end());
  findings.Add(
      Rule::kContainerNotFound, absl::StrCat(path, ".container"), wanted,
      absl::StrCat(pods.size(), " of ", request.pods_size(), " pods ", one ? "has" : "have", " no container ",
                   Quoted(wanted), by_requests ? "" : (one ? ", and counts as missing" : ", and count as missing"),
                   ": ", JoinNames(pods)));
}

void WarnAboutRequests(const ResourceUsage& usage, absl::string_view path, size_t pods, Findings& findings) {
  std::vector<std::string> texts;
  for (const MissingRequest& missing : usage.requests.missing) {
    if (!missing.no_container) texts.push_back(TextOf(missing));
  }
  if (texts.empty()) return;
  const std::vector<absl::string_view> names(texts.begin(), texts.end());
  findings.Add(Rule::kPodRequestsMissing, path, usage.series.resource,
               absl::StrCat(names.size(), " of ", pods, " pods do not request ", Quoted(usage.series.resource), ": ",
                            JoinNames(names)));
}

void WarnAboutMetric(const v1::RecommendReplicasRequest& request, const Metric& metric, absl::string_view place,
                     const ResourceUsage& usage, const Samples& samples, const RequiredContainers& required,
                     Findings& findings) {
  const auto pods = static_cast<size_t>(request.pods_size());
  const std::string path = absl::StrCat(place, ".", ViewOf(*metric.spec)->field);
  const absl::string_view container = usage.series.container.value_or("");
  // If the reading of the metric has values, the container of the metric exists.
  const bool is_missing = usage.series.container.has_value() && !metric.samples.has_value();
  if (is_missing && required.IsMissing(container)) {
    findings.Add(Rule::kContainerNotFound, absl::StrCat(path, ".container"), container,
                 absl::StrCat("none of ", pods, " pods has a container ", Quoted(container), "; they have ",
                              JoinNames(required.Found())));
    return;
  }
  if (usage.series.container.has_value()) WarnAboutContainer(request, metric, usage, samples, path, findings);
  if (metric.target_field == TargetField::kAverageUtilization) WarnAboutRequests(usage, path, pods, findings);
}

void WarnAboutMeasured(const v1::RecommendReplicasRequest& request, const Metrics& metrics, Findings& findings) {
  if (request.pods().empty()) return;
  const RequiredContainers required = FindContainers(request, metrics);
  for (size_t i = 0; i < metrics.list.size(); ++i) {
    const Metric& metric = metrics.list[i];
    const bool is_resource = metric.kind == MetricKind::kResource || metric.kind == MetricKind::kContainerResource;
    if (!is_resource) continue;
    const std::string place = Indexed("spec.metrics", static_cast<int>(i));
    WarnAboutMetric(request, metric, place, metrics.usages[metric.series], SamplesOf(metrics, metric), required,
                    findings);
  }
}

// Implements the check of SumForAverage() in propose_by_total.cc. A value that is negative only because of an overflow
// is left out, because it already causes AMOUNT_OVERFLOW.
void WarnAboutSum(const v1::ReplicasReading& reading, const Metric& metric, int index, Findings& findings) {
  if (metric.kind != MetricKind::kExternal || metric.target_field != TargetField::kAverageValue) return;
  int64_t sum = 0;
  for (int i = 0; i < reading.external_values_size(); ++i) {
    if (__builtin_add_overflow(sum, metric.values[static_cast<size_t>(i)], &sum)) return;
    if (sum >= 0) continue;
    const std::string& text = reading.external_values(i).value();
    if (text.front() != '-') return;
    findings.Add(Rule::kExternalSumNegative,
                 absl::StrCat(Indexed("readings", index), ".", Indexed("externalValues", i), ".value"), text,
                 absl::StrCat("the sum of the values is ", MilliText(sum),
                              " here, and a sum below 0 of a metric with averageValue means maxReplicas"));
    return;
  }
}

void WarnAboutSums(const v1::RecommendReplicasRequest& request, const Metrics& metrics, Findings& findings) {
  for (int i = 0; i < request.readings_size(); ++i) {
    WarnAboutSum(request.readings(i), metrics.list[static_cast<size_t>(i)], i, findings);
  }
}

void WarnAboutRivals(const v1::RecommendReplicasRequest& request, Findings& findings) {
  if (request.rivals().empty()) return;
  const std::vector<absl::string_view> names(request.rivals().begin(), request.rivals().end());
  findings.Add(Rule::kPodsShared, "rivals", names.front(),
               absl::StrCat("some of these pods are also selected by ", JoinNames(names)));
}

void WarnAboutOtherPods(const v1::RecommendReplicasRequest& request, Findings& findings) {
  const OtherPods others = DescribeOtherPods(request);
  if (others.message.empty()) return;
  findings.Add(Rule::kSelectorTooWide, "spec.scaleTargetRef", request.scale().status().selector(), others.message,
               others.remedy);
}

// Warns if the controller rescales the target only because it keeps the existing replicas: section 8.4 of
// docs/reference/horizontal-pod-autoscaler.md.
void WarnAboutKept(const v1::RecommendReplicasRequest& request, const Metrics& metrics,
                   const v1::RecommendReplicasResponse& response, Findings& findings) {
  const v1::Scale& scale = request.scale();
  if (response.outcome() != v1::REPLICAS_OUTCOME_RESCALE) return;
  for (int i = 0; i < response.metrics_size(); ++i) {
    const bool keeps_status = KeepsStatusReplicas(metrics.list[static_cast<size_t>(i)]) &&
                              response.metrics(i).kept_reason() != v1::REPLICAS_KEPT_REASON_UNSPECIFIED;
    if (!response.metrics(i).wins() || !keeps_status) continue;
    findings.Add(Rule::kStatusReplicasKept, Indexed("spec.metrics", i), absl::StrCat(scale.status().replicas()),
                 absl::StrCat("the controller proposes ", scale.status().replicas(), " (status.replicas) instead of ",
                              scale.spec().replicas(),
                              " (spec.replicas), as during a rolling update: a known fault of the controller"));
  }
}

// Returns a text such as "has 3 replicas, fewer than minReplicas 5".
std::string WhatTheManifestDoes(int32_t replicas, const v1::HorizontalPodAutoscalerSpec& spec) {
  std::string text = absl::StrCat("has ", replicas, replicas == 1 ? " replica" : " replicas");
  const int min = MinReplicas(spec);
  if (replicas == 0) {
    absl::StrAppend(&text, ", which disables the autoscaler");
  } else if (replicas < min) {
    absl::StrAppend(&text, ", fewer than minReplicas ", min);
  } else if (replicas > spec.max_replicas()) {
    absl::StrAppend(&text, ", more than maxReplicas ", spec.max_replicas());
  } else {
    absl::StrAppend(&text, ", regardless of the load");
  }
  return text;
}

void WarnAboutManifest(const v1::RecommendReplicasRequest& request, Findings& findings) {
  if (!request.has_manifest_replicas()) return;
  const int32_t replicas = request.manifest_replicas();
  findings.Add(Rule::kReplicasPinned, "manifestReplicas", absl::StrCat(replicas),
               absl::StrCat("each time that the manifest of the target is applied, the target ",
                            WhatTheManifestDoes(replicas, request.horizontal_pod_autoscaler().spec())));
}

}  // namespace

void WarnAboutObserved(const v1::RecommendReplicasRequest& request, const Metrics& metrics,
                       const v1::RecommendReplicasResponse& response, Findings& findings) {
  WarnAboutMeasured(request, metrics, findings);
  WarnAboutSums(request, metrics, findings);
  WarnAboutRivals(request, findings);
  WarnAboutOtherPods(request, findings);
  WarnAboutKept(request, metrics, response, findings);
  WarnAboutManifest(request, findings);
}

}  // namespace cpsizer
