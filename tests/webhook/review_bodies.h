#ifndef CPSIZER_TESTS_WEBHOOK_REVIEW_BODIES_H_
#define CPSIZER_TESTS_WEBHOOK_REVIEW_BODIES_H_

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/string_view.h"

// Objects and reviews in the form in which the API server sends them.
namespace cpsizer::testing {

// Returns a MachineAutoscaler with these replicas. It has an error if `min` is above `max`.
nlohmann::json MachineAutoscalerOf(int min, int max);

// Returns a ClusterSizingConfiguration with `sizes` sizes. The first size has this fraction of memory. A fraction above
// 1 is an error, and a fraction above 0.9 is a warning.
nlohmann::json SizesOf(int sizes, absl::string_view fraction);

// Returns a review of `operation` on `object`. The request has the apiVersion and the kind of `object`.
nlohmann::json ReviewOf(absl::string_view operation, const nlohmann::json& object);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_WEBHOOK_REVIEW_BODIES_H_
