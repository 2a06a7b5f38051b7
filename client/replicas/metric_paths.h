#ifndef CPSIZER_CLIENT_REPLICAS_METRIC_PATHS_H_
#define CPSIZER_CLIENT_REPLICAS_METRIC_PATHS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

// The paths of requests to the metrics APIs. `selector` is `status.selector` of a Scale.
//
// Source: the clients in k8s.io/metrics that the HorizontalPodAutoscaler controller uses.
namespace cpsizer::replicas {

inline constexpr char kCustomMetricsGroup[] = "custom.metrics.k8s.io";

std::string PodMetricsPath(absl::string_view name_space, absl::string_view selector);

// A query for the metric of all pods that `selector` selects. If `selector` is empty, the query is for the object
// `name`. `resource` is a name such as `deployments.apps`. For the metric of a namespace, `resource` is `metrics` and
// `name` is the name of the metric.
struct CustomMetricQuery {
  std::string version;  // the version of the API
  std::string name_space;
  std::string resource;
  std::string name;
  std::string selector;
};
std::string CustomMetricPath(const CustomMetricQuery& query, const v1::MetricIdentifier& metric);

// Returns the name with which the controller requests the External metric `name`: the client for Kubernetes in Go
// writes the resource of a path in lower case. Letters outside ASCII do not change.
std::string RequestedExternalName(absl::string_view name);

std::string ExternalMetricPath(absl::string_view name_space, const v1::MetricIdentifier& metric);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_METRIC_PATHS_H_
