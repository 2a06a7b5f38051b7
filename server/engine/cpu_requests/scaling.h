#ifndef CPSIZER_SERVER_ENGINE_CPU_REQUESTS_SCALING_H_
#define CPSIZER_SERVER_ENGINE_CPU_REQUESTS_SCALING_H_

#include "absl/strings/string_view.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/cpu_requests/scaled_request.h"

namespace cpsizer {

// Reads the limit of the request and the options for scaling.
CpuScaling ReadScaling(const v1::ScaleCpuRequestsRequest& request, Findings& findings);

// Returns the limit of an Infrastructure in whole CPUs; 0 if the Infrastructure does not have a limit. The paths of
// findings begin with `prefix`; in a ValidateConfigRequest, `prefix` is empty.
int32_t ReadInfrastructure(const v1::Infrastructure& infrastructure, absl::string_view prefix, Findings& findings);

v1::CpuRequestsOutcome OutcomeOf(const CpuScaling& scaling);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CPU_REQUESTS_SCALING_H_
