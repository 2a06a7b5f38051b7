#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_STATUS_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_STATUS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "absl/time/time.h"

namespace cpsizer::sidecar {

// What there is to tell of the control of replicas at one time. All counts only grow.
struct ReplicaStatus {
  size_t autoscalers = 0;                     // that are known
  size_t deciding = 0;                        // right now
  absl::Duration period_overrun;              // by which the latest decision was late
  size_t contended = 0;                       // about which another controller decides too
  int64_t scale_writes = 0;                   // that succeeded
  std::map<std::string, int64_t> decisions;   // answers of the service, by outcome
  std::map<std::string, int64_t> agreements;  // decisions of observe mode, by agreement
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_STATUS_H_
