#ifndef CPSIZER_SERVER_ENGINE_REPLICAS_METRICS_H_
#define CPSIZER_SERVER_ENGINE_REPLICAS_METRICS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "cpsizer/v1/recommend_replicas.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/replicas/observed_pods.h"
#include "server/engine/replicas/pod_requests.h"
#include "server/engine/replicas/samples.h"
#include "server/engine/replicas/settings.h"
#include "server/engine/replicas/validate/metric_view.h"

namespace cpsizer {

enum class MetricKind { kResource, kContainerResource, kPods, kObject, kExternal };

// One metric of the spec with what was measured, all read.
struct Metric {
  MetricKind kind = MetricKind::kResource;
  // Which field of the target counts; none where the one that must be there is not.
  Aim aim = Aim::kNone;
  // Percent for a utilization, else milli-units.
  int64_t target = 0;
  // What the API said instead of an answer; empty where it answered.
  std::string api_error;
  // Of an Object metric one, of an External metric any number: milli-units.
  std::vector<int64_t> values;
  // Of a Pods metric, and of a Resource or ContainerResource metric whose reading has values; else absent.
  absl::optional<Samples> samples;
  // Of a Resource or ContainerResource metric: the place of its series in Metrics.
  size_t series = 0;
  const v1::MetricSpec* spec = nullptr;
};

// What is known of one resource series; metrics of the same resource share it.
struct ResourceUsage {
  ResourceSeries series;
  // Whether any of them has a target of utilization.
  bool by_requests = false;
  Samples samples;
  // Empty unless by_requests.
  PodRequests requests;
};

// The metrics of the spec, or cpu at 80 % where it has none. Refers to the request.
struct Metrics {
  std::vector<Metric> list;
  std::vector<ResourceUsage> usages;
};

// The samples of a metric of pods: its own, or those of its series.
const Samples& SamplesOf(const Metrics& metrics, const Metric& metric);

// Requires a request that CheckAutoscaler, CheckRequestLimits and CheckReadings passed. Errors are findings.
Metrics ReadMetrics(const v1::RecommendReplicasRequest& request, const ObservedPods& pods,
                    const ReplicasSettings& settings, Findings& findings);

// The metrics of the spec as it is after its defaults: cpu at 80 % where it has none.
const google::protobuf::RepeatedPtrField<v1::MetricSpec>& MetricsOf(const v1::HorizontalPodAutoscalerSpec& spec);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_METRICS_H_
