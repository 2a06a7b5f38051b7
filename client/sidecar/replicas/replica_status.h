#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_STATUS_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_STATUS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "absl/time/time.h"

namespace cpsizer::sidecar {

// Autoscalers that are held: their targets keep the replicas that they have.
struct HeldAutoscalers {
  size_t count = 0;
  absl::Duration longest;  // of one of them, for whatever reasons
};

// What there is to tell of the control of replicas at one time. All counts only grow.
struct ReplicaStatus {
  size_t autoscalers = 0;                       // that are known
  size_t deciding = 0;                          // right now
  int64_t scale_writes = 0;                     // that succeeded
  std::map<std::string, int64_t> decisions;     // answers of the service, by outcome
  std::map<std::string, int64_t> agreements;    // decisions of observe mode, by agreement
  std::map<std::string, int64_t> held_begun;    // how often one began to be held, by reason
  std::map<std::string, HeldAutoscalers> held;  // by reason
  std::map<std::string, int64_t> observed;      // autoscalers of observe mode, by agreement
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_STATUS_H_
