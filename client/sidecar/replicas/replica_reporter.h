#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_REPORTER_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_REPORTER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/time/time.h"
#include "client/kube/event_recorder.h"
#include "client/sidecar/control/agreements.h"
#include "client/sidecar/control/holds.h"
#include "client/sidecar/control/log.h"
#include "client/sidecar/control/status_board.h"
#include "client/sidecar/replicas/autoscaler.h"
#include "client/sidecar/replicas/other_controller.h"
#include "client/sidecar/replicas/replica_plan.h"
#include "client/sidecar/replicas/replica_shadow.h"

namespace cpsizer::sidecar {

// Tells people what becomes of the autoscalers, by log, events and counts.
class ReplicaReporter {
 public:
  struct Ways {
    Log log;
    std::function<void(const kube::Event&)> record;
    std::function<absl::Time()> now;  // a clock that nobody sets
    // Whether we are the controller: then its events are ours to record.
    bool enforce = false;
  };

  explicit ReplicaReporter(Ways ways);
  ReplicaReporter(const ReplicaReporter&) = delete;
  ReplicaReporter& operator=(const ReplicaReporter&) = delete;

  void Decided(const Autoscaler& autoscaler, const v1::RecommendReplicasResponse& answer);
  // Held, or no longer, as `plan` says.
  void Standing(const Autoscaler& autoscaler, const ReplicaPlan& plan);
  void Compared(const Autoscaler& autoscaler, const ReplicaShadow::Verdict& verdict);
  void Contended(const Autoscaler& autoscaler, OtherController::News news);
  // The scale has been written, or was not for `status`.
  void Rescaled(const Autoscaler& autoscaler, int32_t from, int32_t to, const v1::RecommendReplicasResponse& answer);
  void NotRescaled(const Autoscaler& autoscaler, int32_t to, const absl::Status& status);
  void Forget(const std::string& key);

  // Adds what it counted to `status`.
  void Describe(SidecarStatus& status) const;

 private:
  // An outage of the service or an API is logged once for all autoscalers.
  void OutageBegins(const HoldCause& cause, const std::string& error) const;
  void OutageEnds(const HoldCause& cause, size_t affected) const;
  void Tell(LogLevel level, absl::string_view message, const Autoscaler& autoscaler, std::vector<LogField> more) const;

  const Ways ways_;
  std::map<std::string, int64_t> decisions_;  // by outcome
  int64_t scale_writes_ = 0;                  // that succeeded
  Holds holds_;
  Agreements agreements_;
  absl::flat_hash_set<std::string> contended_;
};

// `namespace/name`, the key of an autoscaler everywhere here.
std::string KeyOf(const Autoscaler& autoscaler);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_REPORTER_H_
