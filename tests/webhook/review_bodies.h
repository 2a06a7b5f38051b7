#ifndef CPSIZER_TESTS_WEBHOOK_REVIEW_BODIES_H_
#define CPSIZER_TESTS_WEBHOOK_REVIEW_BODIES_H_

#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/string_view.h"

// Objects and reviews as the API server sends them.
namespace cpsizer::testing {

// Returns a MachineAutoscaler with these replicas; one with `min` above `max` has an error.
nlohmann::json MachineAutoscalerOf(int min, int max);

// Returns a ClusterSizingConfiguration with `sizes` sizes and this fraction of memory for the first; one above 1 is
// an error, one above 0.9 a warning.
nlohmann::json SizesOf(int sizes, absl::string_view fraction);

// Returns a review of `operation` on `object`, whose apiVersion and kind are those of the request.
nlohmann::json ReviewOf(absl::string_view operation, const nlohmann::json& object);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_WEBHOOK_REVIEW_BODIES_H_
