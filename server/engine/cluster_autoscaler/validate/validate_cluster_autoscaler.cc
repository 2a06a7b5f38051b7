#include "server/engine/cluster_autoscaler/validate/validate_cluster_autoscaler.h"

#include "server/engine/base/conclude_validation.h"
#include "server/engine/cluster_autoscaler/validate/check_cluster_autoscaler.h"
#include "server/engine/cluster_autoscaler/validate/check_machine_autoscaler.h"

namespace cpsizer {

void ValidateClusterAutoscaler(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response) {
  const v1::ClusterAutoscaler& autoscaler = request.cluster_autoscaler();
  Findings findings(*response.mutable_findings());
  CheckClusterAutoscaler(autoscaler, kClusterAutoscalerName, findings);
  response.set_decidable(!findings.has_errors());
  if (response.decidable()) {
    WarnAboutClusterAutoscaler(autoscaler, findings);
  } else {
    WarnAboutGpuTypes(autoscaler, findings);
  }
  ConcludeValidation(autoscaler.metadata(), response);
}

void ValidateMachineAutoscaler(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response) {
  const v1::MachineAutoscaler& autoscaler = request.machine_autoscaler();
  Findings findings(*response.mutable_findings());
  CheckMachineAutoscaler(autoscaler, findings);
  response.set_decidable(!findings.has_errors());
  if (response.decidable()) WarnAboutMachineAutoscaler(autoscaler, findings);
  ConcludeValidation(autoscaler.metadata(), response);
}

}  // namespace cpsizer
