#ifndef CPSIZER_TESTS_E2E_AUTOSCALING_AUTOSCALER_STATE_H_
#define CPSIZER_TESTS_E2E_AUTOSCALING_AUTOSCALER_STATE_H_

#include <string>

#include "cpsizer/v1/recommend_replicas.pb.h"
#include "tests/testing/json.h"

namespace cpsizer::e2e {

// What the status of an autoscaler says, to be compared: without times, but with whether it was ever scaled.
struct AutoscalerState {
  // Everything, for people too.
  std::string text;
  // The replicas desired for, and the reasons of the conditions: `6 ReadyForNewScale ValidMetricFound
  // DesiredWithinRange`.
  std::string summary;

  bool operator==(const AutoscalerState& other) const { return text == other.text; }
};

// Of the status of an object of autoscaling/v2.
AutoscalerState StateOf(const kube::Json& status);
// Of an answer of ours.
AutoscalerState StateOf(const v1::ReplicasStatus& status);

// `text`, with the autoscalers that it lists sorted: the real controller lists them in any order.
std::string WithSortedRivals(const std::string& text);

}  // namespace cpsizer::e2e

#endif  // CPSIZER_TESTS_E2E_AUTOSCALING_AUTOSCALER_STATE_H_
