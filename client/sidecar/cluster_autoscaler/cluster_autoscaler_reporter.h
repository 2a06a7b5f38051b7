#ifndef CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_CLUSTER_AUTOSCALER_REPORTER_H_
#define CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_CLUSTER_AUTOSCALER_REPORTER_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "client/sidecar/cluster_autoscaler/autoscaler_objects.h"
#include "client/sidecar/cluster_autoscaler/operand_plan.h"
#include "client/sidecar/control/frame/report.h"

namespace cpsizer::sidecar {

// The key of the ClusterAutoscaler. It does not depend on whether the ClusterAutoscaler exists.
inline constexpr char kClusterAutoscalerKey[] = "/default";

// Reports the writes of the objects of the cluster-autoscaler in log lines, events and counters.
class ClusterAutoscalerReporter : public Report {
 public:
  // `name_space` is the namespace of the cluster-autoscaler. Events about the ClusterAutoscaler, which has no
  // namespace, are in this namespace, as those of the operator are.
  ClusterAutoscalerReporter(ControllerDependencies dependencies, ControllerState& state, std::string name_space);

  void Decided(const v1::PlanClusterAutoscalerResponse& response);
  // Reports that a hold has begun or ended.
  void SetHold(const HoldCause& cause, const std::string& note);
  // Reports that the ClusterAutoscaler has errors. The same errors are reported only once.
  void Invalid(const ClusterAutoscaler& autoscaler, const std::string& errors);
  // Used in observe mode. Reports the dry run. The same change of an object is logged only once.
  void Observed(const v1::PlanClusterAutoscalerResponse& response, const std::vector<OperandPlan>& plans);
  void Written(const ClusterAutoscaler& autoscaler, const v1::ClusterAutoscalerObject& object, const OperandPlan& plan);
  void NotWritten(const ClusterAutoscaler& autoscaler, const v1::ClusterAutoscalerObject& object,
                  const OperandPlan& plan, const std::string& error);
  // Reports that other writers revert the writes of the object.
  void Contended(const v1::ClusterAutoscalerObject& object, const OperandPlan& plan);
  // Used in observe mode. Reports the dry run of the status of the operator.
  void StatusObserved(bool would_write, const v1::ClusterAutoscalerOperatorStatus& status);
  void StatusWritten(const v1::ClusterAutoscalerOperatorStatus& status);
  // If the API server refused the write, also records an event.
  void StatusNotWritten(const ClusterAutoscaler& autoscaler, const absl::Status& status, bool refused);

 private:
  void LogOperand(LogLevel level, absl::string_view message, const v1::ClusterAutoscalerObject& object,
                  const OperandPlan& plan, const std::string& error = "") const;
  // Records an event about the ClusterAutoscaler, if the object exists.
  void RecordIfExists(const ClusterAutoscaler& autoscaler, bool warning, absl::string_view reason,
                      const std::string& note) const;

  const std::string name_space_;
  std::string invalid_;                                   // errors of the last event
  absl::flat_hash_map<std::string, std::string> logged_;  // for observe mode: the logged changes, by object
  std::string logged_status_;
};

// Returns a name such as `Deployment cluster-autoscaler-default`.
std::string NameOfOperand(const v1::ClusterAutoscalerObject& object);

}  // namespace cpsizer::sidecar

#endif  // CPSIZER_CLIENT_SIDECAR_CLUSTER_AUTOSCALER_CLUSTER_AUTOSCALER_REPORTER_H_
