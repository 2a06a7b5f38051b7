#ifndef CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_WORK_H_
#define CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_WORK_H_

#include <functional>
#include <memory>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/sidecar/control/options.h"
#include "client/sidecar/control/work.h"

namespace cpsizer::sidecar {

// Returns the work of --controller=machines, which decides the size of the control plane machines of the cluster.
// `wall_time` returns the time of day, because the samples of the metrics API have the time of day.
std::unique_ptr<Work> MakeMachineWork(const Options& options, const Work::Context& context,
                                      std::function<absl::Time()> wall_time = absl::Now);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_MACHINE_MACHINE_WORK_H_
