#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_AUTOSCALER_STATE_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_AUTOSCALER_STATE_H_

#include <string>

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "tests/testing/json.h"

namespace cpsizer::e2e {

// The status of an autoscaler for comparison. It has no times, only whether the autoscaler was ever scaled.
struct AutoscalerState {
  // All fields as readable text.
  std::string text;
  // The desired replicas and the reasons of the conditions. Example: `6 ReadyForNewScale ValidMetricFound
  // DesiredWithinRange`
  std::string summary;

  bool operator==(const AutoscalerState& other) const { return text == other.text; }
};

// Reads the status of an object of autoscaling/v2.
AutoscalerState StateOf(const kube::Json& status);
// Reads the status of a cpsizer response.
AutoscalerState StateOf(const v1::ReplicasStatus& status);

// Returns `text` with its list of autoscalers sorted, because the real controller lists them in any order.
std::string WithSortedRivals(const std::string& text);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_AUTOSCALER_STATE_H_
