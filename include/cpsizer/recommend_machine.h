#ifndef CPSIZER_RECOMMEND_MACHINE_H_
#define CPSIZER_RECOMMEND_MACHINE_H_

#include "absl/status/status.h"
#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer {

// Decides whether the machines of a control plane change to the next larger or smaller size, and explains the decision.
// Pure: the same request gives the same bytes. Source: docs/reference/machine-autoscaler.md.
//
// `response` must be empty; after an error its content is unspecified. A metric that the caller could not get is not an
// error: if a trigger needs this metric, the decision keeps the current size, and `degraded` contains the reason.
// Errors, each with google.rpc details as payloads (see status.h): InvalidArgument for an autoscaler, a
// ControlPlaneMachineSet or samples that are malformed.
absl::Status RecommendMachine(const v1::RecommendMachineRequest& request, v1::RecommendMachineResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_RECOMMEND_MACHINE_H_
