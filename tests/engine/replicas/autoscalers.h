#ifndef CPSIZER_TESTS_ENGINE_REPLICAS_AUTOSCALERS_H_
#define CPSIZER_TESTS_ENGINE_REPLICAS_AUTOSCALERS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

// Functions that make autoscalers from JSON and functions that read the findings about these autoscalers.
namespace cpsizer::testing {

// Parses an autoscaler from JSON. Fails the test if the JSON is invalid.
v1::HorizontalPodAutoscaler AutoscalerOf(absl::string_view json);

// Returns an autoscaler `shop/web` with this spec.
v1::HorizontalPodAutoscaler WithSpec(absl::string_view spec);
// Returns an autoscaler `shop/web` for a Deployment, with 2 to 10 replicas and with these metrics, such as `[{...}]`.
v1::HorizontalPodAutoscaler WithMetrics(absl::string_view metrics);
// Returns the same autoscaler as WithMetrics(), but with this behavior and the default metric.
v1::HorizontalPodAutoscaler WithBehavior(absl::string_view behavior);

// In these functions, an empty `version` of Kubernetes is the default version.
v1::ValidateConfigResponse Validate(const v1::HorizontalPodAutoscaler& autoscaler, absl::string_view version = "");

// Returns a text such as "FIELD_REQUIRED spec.maxReplicas" for each error, in order.
std::vector<std::string> ErrorsIn(const v1::HorizontalPodAutoscaler& autoscaler, absl::string_view version = "");
// Returns a text such as "WARNING MIN_EQUALS_MAX spec.maxReplicas" for each finding that is not an error, in order.
std::vector<std::string> AdviceOn(const v1::HorizontalPodAutoscaler& autoscaler, absl::string_view version = "");

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_REPLICAS_AUTOSCALERS_H_
