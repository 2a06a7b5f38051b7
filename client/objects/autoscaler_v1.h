#ifndef CPSIZER_CLIENT_OBJECTS_AUTOSCALER_V1_H_
#define CPSIZER_CLIENT_OBJECTS_AUTOSCALER_V1_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace cpsizer::objects {

// The annotations by which a HorizontalPodAutoscaler of autoscaling/v1 carries what that version has no fields for.
inline constexpr char kMetricsAnnotation[] = "autoscaling.alpha.kubernetes.io/metrics";
inline constexpr char kBehaviorAnnotation[] = "autoscaling.alpha.kubernetes.io/behavior";
inline constexpr char kConditionsAnnotation[] = "autoscaling.alpha.kubernetes.io/conditions";
inline constexpr char kCurrentMetricsAnnotation[] = "autoscaling.alpha.kubernetes.io/current-metrics";

// An autoscaler of autoscaling/v1 as autoscaling/v2 has it.
struct ConvertedAutoscaler {
  nlohmann::json object;
  // Annotations that cannot be read. The API server passes over them without a word.
  std::vector<std::string> unreadable_annotations;
};

// Converts as the API server does: metrics of the annotation come before the CPU utilization of the spec, 80 % of CPU
// stands where there is neither, and the annotations are gone. `object` may be any JSON, as deep as a document may be:
// what is of another type than it should be is carried over or left out, and whoever reads the result says so. A
// malformed quantity in an annotation stays, where the API server would pass over the annotation.
//
// Source: Kubernetes' pkg/apis/autoscaling/v1, conversion and defaults.
ConvertedAutoscaler ConvertAutoscalerV1(const nlohmann::json& object);

}  // namespace cpsizer::objects

#endif  // CPSIZER_CLIENT_OBJECTS_AUTOSCALER_V1_H_
