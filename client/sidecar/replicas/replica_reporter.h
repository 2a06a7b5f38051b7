#ifndef CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_REPORTER_H_
#define CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_REPORTER_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/sidecar/control/frame/report.h"
#include "client/sidecar/replicas/autoscaler.h"
#include "client/sidecar/replicas/replica_comparator.h"
#include "client/sidecar/replicas/replica_plan.h"

namespace cpsizer::sidecar {

// The kinds of writes, as metric labels.
inline constexpr char kScaleWrites[] = "scale";
inline constexpr char kStatusWrites[] = "status";

// Reports the decisions about autoscalers in log lines, events and counters.
class ReplicaReporter : public Report {
 public:
  // `enforce` must be true if this sidecar controls the autoscalers. If true, the reporter also records the events of
  // the autoscalers.
  ReplicaReporter(ControllerDependencies dependencies, ControllerState& state, bool enforce);

  void Decided(const Autoscaler& autoscaler, const v1::RecommendReplicasResponse& answer);
  // Reports that a hold has begun or ended, according to `plan`.
  void ReportPlan(const Autoscaler& autoscaler, const ReplicaPlan& plan) { SetHold(autoscaler, plan.held, plan.note); }
  void Compared(const Autoscaler& autoscaler, const ReplicaComparator::Comparison& comparison);
  // Reports that another controller also decides about the autoscaler, or that the other controller has stopped.
  void ContentionBegins(const Autoscaler& autoscaler);
  void ContentionEnds(const Autoscaler& autoscaler);
  // Reports that the scale was written, or was not written because of `status`.
  void Rescaled(const Autoscaler& autoscaler, int32_t from, int32_t to, const v1::RecommendReplicasResponse& answer);
  void NotRescaled(const Autoscaler& autoscaler, int32_t to, const absl::Status& status);
  // Reports that the status of the autoscaler could not be written. Logs at most one warning per minute, because a
  // failure such as a missing permission usually affects all autoscalers.
  void StatusNotWritten(const Autoscaler& autoscaler, const absl::Status& status);

 private:
  const bool enforce_;
  absl::Time next_status_warning_ = absl::InfinitePast();
};

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_REPLICAS_REPLICA_REPORTER_H_
