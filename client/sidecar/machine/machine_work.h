#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_WORK_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_WORK_H_

#include <memory>

#include "client/sidecar/control/options.h"
#include "client/sidecar/control/work.h"

namespace cpsizer::sidecar {

// The work of --controller=machines: decides the size of the machines of the cluster's control plane.
std::unique_ptr<Work> MakeMachineWork(const Options& options, const Work::Tools& tools);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_WORK_H_
