#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_CHECK_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_CHECK_H_

#include <string>

#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::sidecar {

// Returns the reason why the response is not a valid plan for the MachineAutoscalers of the request, or an empty text
// if the response is valid. A MachineSet may only get the bounds of a MachineAutoscaler whose scaleTargetRef is this
// MachineSet. Only annotations in section 7 of docs/reference/cluster-autoscaler.md may change.
std::string WhyInvalidScaling(const v1::PlanClusterAutoscalerRequest& request,
                              const v1::PlanClusterAutoscalerResponse& response);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_CHECK_H_
