#ifndef CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_DECISIONS_H_
#define CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_DECISIONS_H_

#include <cstddef>
#include <memory>

#include "absl/types/span.h"
#include "client/cli/base/environment.h"
#include "client/cli/input/inputs.h"
#include "client/cli/replicas/live_replicas.h"
#include "client/cli/replicas/replica_history.h"
#include "client/cli/replicas/replicas.h"
#include "client/service/blocking_service.h"

namespace cpsizer::cli {

// The objects of a run. From files, `inputs` has all objects. From a cluster, `inputs` has only the autoscalers, and
// `live` reads the other objects.
struct ObservedReplicas {
  Inputs inputs;
  std::unique_ptr<LiveReplicas> live;  // null if the objects are from files
};

// Makes and prints the decisions about the autoscalers at the places `chosen`. Returns the exit code.
int DecideReplicas(const ReplicasFlags& flags, const ObservedReplicas& observed, absl::Span<const size_t> chosen,
                   const ReplicaHistories& histories, BlockingService& client, Environment& environment);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_REPLICAS_REPLICA_DECISIONS_H_
