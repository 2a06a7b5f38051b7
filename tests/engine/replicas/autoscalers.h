#ifndef CPSIZER_TESTS_ENGINE_REPLICAS_AUTOSCALERS_H_
#define CPSIZER_TESTS_ENGINE_REPLICAS_AUTOSCALERS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "cpsizer/v1/horizontal_pod_autoscaler.pb.h"
#include "cpsizer/v1/validate_config.pb.h"

// Short ways to write autoscalers, in JSON, and to read the findings about them.
namespace cpsizer::testing {

// Parses the JSON of a message of the API; fails the test if it is invalid.
v1::HorizontalPodAutoscaler AutoscalerOf(absl::string_view json);

// Returns shop/web with this spec.
v1::HorizontalPodAutoscaler WithSpec(absl::string_view spec);
// Returns shop/web, 2 to 10 replicas of a Deployment, with these metrics: `[{...}]`.
v1::HorizontalPodAutoscaler WithMetrics(absl::string_view metrics);
// The same with the metrics of the defaults and this behavior.
v1::HorizontalPodAutoscaler WithBehavior(absl::string_view behavior);

v1::ValidateConfigResponse Validate(const v1::HorizontalPodAutoscaler& autoscaler);

// Returns "FIELD_REQUIRED spec.maxReplicas" for each error, in order.
std::vector<std::string> ErrorsIn(const v1::HorizontalPodAutoscaler& autoscaler);
// Returns "WARNING MIN_EQUALS_MAX spec.maxReplicas" for each other finding, in order.
std::vector<std::string> AdviceOn(const v1::HorizontalPodAutoscaler& autoscaler);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_REPLICAS_AUTOSCALERS_H_
