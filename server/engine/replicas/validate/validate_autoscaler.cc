#include "server/engine/replicas/validate/validate_autoscaler.h"

#include "cpsizer/limits.h"
#include "cpsizer/replicas_defaults.h"
#include "server/engine/base/conclude_validation.h"
#include "server/engine/base/findings.h"
#include "server/engine/replicas/validate/autoscaler_warnings.h"
#include "server/engine/replicas/validate/check_autoscaler.h"
#include "server/engine/replicas/validate/check_metadata.h"
#include "server/engine/replicas/validate/ratchet_autoscaler.h"

namespace cpsizer {

void ValidateAutoscaler(const v1::ValidateConfigRequest& request, int kubernetes_minor,
                        v1::ValidateConfigResponse& response) {
  const v1::HorizontalPodAutoscaler& autoscaler = request.horizontal_pod_autoscaler();
  // Labels, annotations, owners and finalizers can be many: each can be malformed.
  Findings of_metadata(*response.mutable_findings(), v1::SEVERITY_ERROR, kMaxReplicasFindings);
  CheckAutoscalerMetadata(autoscaler.metadata(), kubernetes_minor, of_metadata);
  Findings of_spec(*response.mutable_findings());
  CheckAutoscaler(autoscaler, of_spec);
  response.set_decidable(!of_spec.has_errors());
  // Errors are tolerated only if there is an old object.
  const v1::HorizontalPodAutoscaler& old = request.old_config().horizontal_pod_autoscaler();
  if (request.old_config().has_horizontal_pod_autoscaler()) {
    RatchetErrors(autoscaler, old, *response.mutable_findings());
  }
  Findings findings(*response.mutable_findings());
  CheckAutoscalerStatus(autoscaler.status(), kubernetes_minor, findings);
  const bool gate = ReplicasDefaultsOf(kubernetes_minor).scale_to_zero || ProvesScaleToZero(autoscaler);
  WarnAboutAutoscaler(autoscaler, /*scale_to_zero=*/gate || HasZeroMinReplicas(old), findings);
  ConcludeValidation(autoscaler.metadata(), response);
}

}  // namespace cpsizer
