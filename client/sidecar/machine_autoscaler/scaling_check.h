#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_CHECK_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_CHECK_H_

#include <map>
#include <string>

#include "cpsizer/v1/plan_cluster_autoscaler.pb.h"

namespace cpsizer::sidecar {

// The parts of a response that are not valid plans, with the reasons. MachineAutoscalers and MachineSets that refer to
// each other are planned together, so the reason of one of them applies to all of them.
struct ScalingProblems {
  // The reason if the whole response is invalid. If the reason is not empty, the other fields are empty.
  std::string response;
  std::map<std::string, std::string> autoscalers;  // by key
  std::map<std::string, std::string> targets;      // by name
};

// Checks that the response is a valid plan for the MachineAutoscalers of the request. A MachineSet may only get the
// bounds of a MachineAutoscaler whose scaleTargetRef is this MachineSet. Only annotations in section 7 of
// docs/reference/cluster-autoscaler.md may change.
ScalingProblems CheckScaling(const v1::PlanClusterAutoscalerRequest& request,
                             const v1::PlanClusterAutoscalerResponse& response);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_SCALING_CHECK_H_
