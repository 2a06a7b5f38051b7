#include "server/engine/cpu_requests/validate_cpu.h"

#include "server/engine/base/conclude_validation.h"
#include "server/engine/base/findings.h"
#include "server/engine/cpu_requests/reservation.h"
#include "server/engine/cpu_requests/scaling.h"

namespace cpsizer {

void ValidateInfrastructure(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response) {
  Findings findings(*response.mutable_findings());
  ReadInfrastructure(request.infrastructure(), "", findings);
  response.set_decidable(!findings.has_errors());
  ConcludeValidation(request.infrastructure().metadata(), response);
}

void ValidateKubeletConfig(const v1::ValidateConfigRequest& request, v1::ValidateConfigResponse& response) {
  Findings findings(*response.mutable_findings());
  ReadReservation(request.kubelet_config(), "", findings);
  response.set_decidable(!findings.has_errors());
  ConcludeValidation(request.kubelet_config().metadata(), response);
}

}  // namespace cpsizer
