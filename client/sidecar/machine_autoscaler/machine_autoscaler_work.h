#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_MACHINE_AUTOSCALER_WORK_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_MACHINE_AUTOSCALER_WORK_H_

#include <memory>

#include "client/sidecar/control/options.h"
#include "client/sidecar/control/work.h"

namespace cpsizer::sidecar {

// Returns the work of --controller=machine-autoscalers, which writes the bounds of MachineAutoscalers to MachineSets.
std::unique_ptr<Work> MakeMachineAutoscalerWork(const Options& options, const Work::Context& context);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_AUTOSCALER_MACHINE_AUTOSCALER_WORK_H_
