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

// One metric of the spec with its measurements, after parsing.
struct Metric {
  MetricKind kind = MetricKind::kResource;
  // The field of the target that is used; kNone if a required field is absent.
  TargetField target_field = TargetField::kNone;
  // The target: in percent for a utilization, in milli-units for any other target.
  int64_t target = 0;
  // The error of the metrics API; empty if there was no error.
  std::string api_error;
  // The values in milli-units: one for an Object metric, any number for an External metric.
  std::vector<int64_t> values;
  // The samples of a Pods metric, or of a Resource or ContainerResource metric whose reading has values. Absent for any
  // other metric.
  absl::optional<Samples> samples;
  // For a Resource or ContainerResource metric, the index of its series in Metrics.
  size_t series = 0;
  const v1::MetricSpec* spec = nullptr;
};

// The data of one resource series, which is shared by the metrics of the same resource.
struct ResourceUsage {
  ResourceSeries series;
  // True if at least one of the metrics has a utilization as its target.
  bool by_requests = false;
  Samples samples;
  // Empty if by_requests is false.
  PodRequests requests;
};

// The metrics of the spec; cpu at 80 % if the spec has no metrics. Refers to the request, which must outlive this
// object.
struct Metrics {
  std::vector<Metric> list;
  std::vector<ResourceUsage> usages;
};

// Returns the samples of a metric that is measured for each pod: `samples` of the metric, or the samples of its series
// if `samples` is absent.
const Samples& SamplesOf(const Metrics& metrics, const Metric& metric);

// Reads the metrics of the request, and adds errors as findings. Requires a request without errors from
// CheckAutoscaler(), CheckRequestLimits() and CheckReadings().
Metrics ReadMetrics(const v1::RecommendReplicasRequest& request, const ObservedPods& pods,
                    const ReplicasSettings& settings, Findings& findings);

// Returns whether a proposal that is within the tolerance is `status.replicas` of the target. For any other metric, it
// is `spec.replicas`.
bool KeepsStatusReplicas(const Metric& metric);

// Returns the metrics of the spec; cpu at 80 % if the spec has no metrics.
const google::protobuf::RepeatedPtrField<v1::MetricSpec>& MetricsOf(const v1::HorizontalPodAutoscalerSpec& spec);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_REPLICAS_METRICS_H_
