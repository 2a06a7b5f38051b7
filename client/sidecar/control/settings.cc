#include "client/sidecar/control/settings.h"

#include <string>

#include "absl/time/time.h"

namespace cpsizer::sidecar {
namespace {

std::string Text(bool value) {
  return value ? "true" : "false";
}

std::vector<LogField> SizeSettings(const Options& options) {
  return {{"cpuPolicy", v1::SizeCpuPolicy_Name(options.question.cpu_policy())},
          {"hygiene", v1::SizeHygieneMode_Name(options.question.hygiene())},
          {"requireTopology", Text(options.require_topology)},
          {"manageVpa", Text(options.manage_vpa)},
          {"perClusterMetrics", Text(options.per_cluster_metrics)}};
}

std::vector<LogField> ReplicaSettings(const Options& options) {
  const v1::RecommendReplicasOptions& question = options.replicas_question;
  return {{"syncPeriod", absl::FormatDuration(options.sync_period)},
          {"downscaleStabilization", question.downscale_stabilization()},
          {"tolerance", question.tolerance()},
          {"cpuInitializationPeriod", question.cpu_initialization_period()},
          {"initialReadinessDelay", question.initial_readiness_delay()},
          {"zeroReplicasRule", v1::ReplicasZeroRule_Name(question.zero_replicas_rule())},
          {"scaleToZero", Text(question.scale_to_zero())},
          {"configurableTolerance", Text(question.configurable_tolerance())},
          {"podLevelResources", Text(question.pod_level_resources())}};
}

}  // namespace

std::vector<LogField> SettingsOf(const Options& options) {
  switch (options.controller) {
    case ControllerKind::kReplicas:
      return ReplicaSettings(options);
    case ControllerKind::kSizes:
      break;
  }
  return SizeSettings(options);
}

}  // namespace cpsizer::sidecar
