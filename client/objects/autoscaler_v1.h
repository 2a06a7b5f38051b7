#ifndef CPSIZER_CLIENT_OBJECTS_AUTOSCALER_V1_H_
#define CPSIZER_CLIENT_OBJECTS_AUTOSCALER_V1_H_

#include <string>
#include <vector>

#include "client/tree/node.h"

namespace cpsizer::objects {

// The annotations of a HorizontalPodAutoscaler of autoscaling/v1 for values that this version has no fields for.
inline constexpr char kMetricsAnnotation[] = "autoscaling.alpha.kubernetes.io/metrics";
inline constexpr char kBehaviorAnnotation[] = "autoscaling.alpha.kubernetes.io/behavior";
inline constexpr char kConditionsAnnotation[] = "autoscaling.alpha.kubernetes.io/conditions";
inline constexpr char kCurrentMetricsAnnotation[] = "autoscaling.alpha.kubernetes.io/current-metrics";

// An autoscaler of autoscaling/v1, converted to autoscaling/v2.
struct ConvertedAutoscaler {
  tree::Node object;
  // Annotations that cannot be read. The API server ignores them without a message.
  std::vector<std::string> unreadable_annotations;
};

// Converts as the API server does: metrics of the annotation come before the CPU utilization of the spec, 80 % of CPU
// is the default without either, and the annotations are removed. `object` may be any value, as deep as a document may
// be: values of a wrong type are kept or left out, and the reader of the result reports them. A malformed quantity in
// an annotation is kept, although the API server would ignore the annotation. Values of `object` keep their positions.
//
// Source: Kubernetes' pkg/apis/autoscaling/v1, conversion and defaults.
ConvertedAutoscaler ConvertAutoscalerV1(const tree::Node& object);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_AUTOSCALER_V1_H_
