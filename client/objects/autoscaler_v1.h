#ifndef CPSIZER_CLIENT_OBJECTS_AUTOSCALER_V1_H_
#define CPSIZER_CLIENT_OBJECTS_AUTOSCALER_V1_H_

#include <string>
#include <vector>

#include "client/tree/node.h"

namespace cpsizer::objects {

// The annotations of a HorizontalPodAutoscaler of autoscaling/v1 with values for which autoscaling/v1 has no fields.
inline constexpr char kMetricsAnnotation[] = "autoscaling.alpha.kubernetes.io/metrics";
inline constexpr char kBehaviorAnnotation[] = "autoscaling.alpha.kubernetes.io/behavior";
inline constexpr char kConditionsAnnotation[] = "autoscaling.alpha.kubernetes.io/conditions";
inline constexpr char kCurrentMetricsAnnotation[] = "autoscaling.alpha.kubernetes.io/current-metrics";

// An autoscaler of autoscaling/v1, converted to autoscaling/v2.
struct ConvertedAutoscaler {
  tree::Node object;
  // The names of annotations that cannot be read. The API server ignores such annotations without a message.
  std::vector<std::string> unreadable_annotations;
};

// Converts an autoscaler as the API server does. The metrics of the annotation come first, then the CPU utilization of
// the spec. If the object has no metrics and no CPU utilization, the default is a CPU utilization of 80 %. The
// annotations are removed.
//
// `object` may be any value within the limits of a document. Values of a wrong type are kept or left out, and the
// reader of the result reports them. In the API server, a malformed quantity makes its annotation unreadable. This
// function keeps such a quantity instead. Values of `object` keep their positions.
//
// Source: Kubernetes' pkg/apis/autoscaling/v1, conversion and defaults.
ConvertedAutoscaler ConvertAutoscalerV1(const tree::Node& object);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_AUTOSCALER_V1_H_
