#include "cpsizer/validate_config.h"

#include "cpsizer/status.h"
#include "server/engine/base/findings.h"
#include "server/engine/cluster_autoscaler/validate/validate_cluster_autoscaler.h"
#include "server/engine/cpu_requests/validate_cpu.h"
#include "server/engine/machine/validate/validate_control_plane_autoscaler.h"
#include "server/engine/replicas/validate/validate_autoscaler.h"
#include "server/engine/size/validate_sizing.h"

namespace cpsizer {

absl::Status ValidateConfig(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response) {
  Findings findings(*response.mutable_findings());
  const v1::SizeCpuPolicy cpu_policy = ReadSizingOptions(request, findings);
  if (request.config_case() == v1::ValidateConfigRequest::CONFIG_NOT_SET) {
    findings.Add(Rule::kConfigMissing, "clusterSizingConfiguration", "", "the request has no configuration");
  }
  if (findings.has_errors()) return InvalidArgument(response.findings());
  switch (request.config_case()) {
    case v1::ValidateConfigRequest::kClusterSizingConfiguration:
      ValidateSizing(request, cpu_policy, response);
      break;
    case v1::ValidateConfigRequest::kHorizontalPodAutoscaler:
      ValidateAutoscaler(request, response);
      break;
    case v1::ValidateConfigRequest::kInfrastructure:
      ValidateInfrastructure(request, response);
      break;
    case v1::ValidateConfigRequest::kKubeletConfig:
      ValidateKubeletConfig(request, response);
      break;
    case v1::ValidateConfigRequest::kControlPlaneMachineSetAutoscaler:
      ValidateControlPlaneAutoscaler(request, response);
      break;
    case v1::ValidateConfigRequest::kControlPlaneMachineSetAutoscalingTriggerAuthentication:
      ValidateTriggerAuthentication(request, response);
      break;
    case v1::ValidateConfigRequest::kClusterAutoscaler:
      ValidateClusterAutoscaler(request, response);
      break;
    case v1::ValidateConfigRequest::kMachineAutoscaler:
      ValidateMachineAutoscaler(request, response);
      break;
    case v1::ValidateConfigRequest::CONFIG_NOT_SET:
      break;
  }
  return absl::OkStatus();
}

}  // namespace cpsizer
