#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_AUTOSCALER_STATE_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_AUTOSCALER_STATE_H_

#include <string>

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "tests/testing/json.h"

namespace cpsizer::e2e {

// The status of an autoscaler in a form that can be compared. Instead of times, it only has the information whether the
// autoscaler was ever scaled.
struct AutoscalerState {
  // All compared fields as readable text.
  std::string text;
  // The desired replicas and the reasons of the conditions, such as `6 ReadyForNewScale ValidMetricFound
  // DesiredWithinRange`.
  std::string summary;

  bool operator==(const AutoscalerState& other) const { return text == other.text; }
};

// Reads the status of an object of autoscaling/v2.
AutoscalerState StateOf(const kube::Json& status);
// Reads the status in a response of cpsizer.
AutoscalerState StateOf(const v1::ReplicasStatus& status);

// Returns `text` after sorting the list of autoscalers in it. The real controller returns this list in any order.
std::string WithSortedRivals(const std::string& text);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_AUTOSCALER_STATE_H_
