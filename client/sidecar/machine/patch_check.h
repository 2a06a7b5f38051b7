#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_PATCH_CHECK_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_PATCH_CHECK_H_

#include <string>

#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::sidecar {

// Returns why a change in the response must not be sent; empty if it may be sent. It is checked against the autoscaler
// of the request: the target must be the next one of its sizes by weight, and the patch may only test the version of
// the ControlPlaneMachineSet, test fields of a size, and set fields to the values of the target.
std::string WhyNotAllowed(const v1::RecommendMachineRequest& request, const v1::RecommendMachineResponse& response);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_PATCH_CHECK_H_
