#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_PATCH_CHECK_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_PATCH_CHECK_H_

#include <string>

#include "cpsizer/v1/recommend_machine.pb.h"

namespace cpsizer::sidecar {

// Returns the reason why the change in the response must not be sent, or an empty text if the change may be sent. The
// target must be the next size by weight in the autoscaler of the request. The patch may only test the version of the
// ControlPlaneMachineSet, test fields of a size, and set fields to the values of the target.
std::string WhyNotAllowed(const v1::RecommendMachineRequest& request, const v1::RecommendMachineResponse& response);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_PATCH_CHECK_H_
