#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_WORK_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_WORK_H_

#include <memory>

#include "client/sidecar/control/options.h"
#include "client/sidecar/control/work.h"

namespace cpsizer::sidecar {

// Returns the work of --controller=replicas. It controls the replicas of workloads that have a HorizontalPodAutoscaler,
// or observes how kube-controller-manager controls them.
std::unique_ptr<Work> MakeReplicaWork(const Options& options, const Work::Context& context);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_WORK_H_
