#ifndef CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_CLUSTER_AUTOSCALER_WORK_H_
#define CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_CLUSTER_AUTOSCALER_WORK_H_

#include <functional>
#include <memory>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "client/sidecar/control/options.h"
#include "client/sidecar/control/work.h"

namespace cpsizer::sidecar {

// Returns the work of --controller=cluster-autoscalers, which manages the objects of the cluster-autoscaler.
// `wall_time` returns the time of day, for conditions.
std::unique_ptr<Work> MakeClusterAutoscalerWork(const Options& options, const Work::Context& context,
                                                std::function<absl::Time()> wall_time = absl::Now);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_CLUSTER_AUTOSCALER_WORK_H_
