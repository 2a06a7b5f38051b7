#ifndef CPSIZER_CLIENT_REPLICAS_METRIC_PATHS_H_
#define CPSIZER_CLIENT_REPLICAS_METRIC_PATHS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"

// The paths of requests to the metrics APIs. `selector` is that of a Scale's status.
//
// Source: k8s.io/metrics, the clients that the HorizontalPodAutoscaler controller uses.
namespace cpsizer::replicas {

inline constexpr char kCustomMetricsGroup[] = "custom.metrics.k8s.io";

std::string PodMetricsPath(absl::string_view name_space, absl::string_view selector);

// A query for all pods that `selector` selects, if it is not empty, otherwise for the one object `name`. `resource` is
// as in `deployments.apps`; for a namespace it is `metrics`, and `name` is the metric's.
struct CustomMetricQuery {
  std::string version;  // of the API
  std::string name_space;
  std::string resource;
  std::string name;
  std::string selector;
};
std::string CustomMetricPath(const CustomMetricQuery& query, const v1::MetricIdentifier& metric);

std::string ExternalMetricPath(absl::string_view name_space, const v1::MetricIdentifier& metric);

}  // namespace cpsizer::replicas

#endif  // CPSIZER_CLIENT_REPLICAS_METRIC_PATHS_H_
