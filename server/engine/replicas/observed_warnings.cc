#include "server/engine/replicas/observed_warnings.h"

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
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
    any_ = true;
    if (!missing_.empty()) missing_.erase(name);
  }

  // If no pod of the request has containers, the names of the containers are unknown, so no name is missing.
  bool IsMissing(absl::string_view name) const { return any_ && missing_.contains(name); }

 private:
  absl::flat_hash_set<absl::string_view> missing_;
  bool any_ = false;
};

bool HasSample(const Samples& samples) {
  if (!samples.extraneous.empty()) return true;
  for (const absl::optional<int64_t>& sample : samples.of_pod) {
    if (sample.has_value()) return true;
  }
  return false;
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
    for (const v1::Container& container : pod.spec().containers()) required.MarkFound(container.name());
    for (const v1::Container& container : pod.spec().init_containers()) {
      if (RestartsAlways(container)) required.MarkFound(container.name());
    }
  }
  return required;
}

// Returns a text such as "web-1 (container side)".
std::string TextOf(const MissingRequest& missing) {
  return missing.container.empty() ? std::string(missing.pod)
                                   : absl::StrCat(missing.pod, " (container ", missing.container, ")");
}

// Returns a text such as "web-1 (app-v2 and proxy)".
std::string WithContainers(absl::string_view name, const v1::RecommendReplicasRequest& request) {
  std::vector<absl::string_view> containers;
  for (const v1::Pod& pod : request.pods()) {
    if (pod.metadata().name() != name) continue;
    for (const v1::Container& container : pod.spec().containers()) containers.push_back(container.name());
    break;
  }
  return containers.empty() ? std::string(name) : absl::StrCat(name, " (", JoinNames(containers), ")");
}

// The pods without the container of the metric are often those before or after a rolling update that renames it.
void WarnAboutContainer(const v1::RecommendReplicasRequest& request, const ResourceUsage& usage, absl::string_view path,
                        Findings& findings) {
  std::vector<absl::string_view> pods;
  for (const MissingRequest& missing : usage.requests.missing) {
    if (missing.no_container) pods.push_back(missing.pod);
  }
  if (pods.empty()) return;
  const std::string first = WithContainers(pods.front(), request);
  pods.front() = first;
  const absl::string_view container = *usage.series.container;
  findings.Add(Rule::kContainerNotFound, absl::StrCat(path, ".container"), container,
               absl::StrCat(pods.size(), " of ", request.pods_size(), " pods ", pods.size() == 1 ? "has" : "have",
                            " no container ", Quoted(container), ": ", JoinNames(pods)));
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
                     const ResourceUsage& usage, const RequiredContainers& required, Findings& findings) {
  const auto pods = static_cast<size_t>(request.pods_size());
  const std::string path = absl::StrCat(place, ".", ViewOf(*metric.spec)->field);
  const absl::string_view container = usage.series.container.value_or("");
  // If the reading of the metric has values, the container of the metric exists.
  const bool is_missing = usage.series.container.has_value() && !metric.samples.has_value();
  if (is_missing && required.IsMissing(container)) {
    findings.Add(Rule::kContainerNotFound, absl::StrCat(path, ".container"), container,
                 absl::StrCat("none of ", pods, " pods has a container ", Quoted(container)));
  } else if (metric.target_field == TargetField::kAverageUtilization && !usage.requests.missing.empty()) {
    WarnAboutContainer(request, usage, path, findings);
    WarnAboutRequests(usage, path, pods, findings);
  }
}

void WarnAboutMeasured(const v1::RecommendReplicasRequest& request, const Metrics& metrics, Findings& findings) {
  if (request.pods().empty()) return;
  const RequiredContainers required = FindContainers(request, metrics);
  for (size_t i = 0; i < metrics.list.size(); ++i) {
    const Metric& metric = metrics.list[i];
    const bool is_resource = metric.kind == MetricKind::kResource || metric.kind == MetricKind::kContainerResource;
    if (!is_resource) continue;
    const std::string place = Indexed("spec.metrics", static_cast<int>(i));
    WarnAboutMetric(request, metric, place, metrics.usages[metric.series], required, findings);
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
  const std::string message = DescribeOtherPods(request);
  if (message.empty()) return;
  findings.Add(Rule::kSelectorTooWide, "spec.scaleTargetRef", request.scale().status().selector(), message);
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
                              scale.spec().replicas(), " (spec.replicas), as during a rolling update"));
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
