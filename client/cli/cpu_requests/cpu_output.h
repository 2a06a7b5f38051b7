#ifndef CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_OUTPUT_H_

#include "client/cli/base/screen.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"

namespace cpsizer::cli {

// Prints the summary, the totals by namespace with what is left of the limit, and the nodes. `wide` adds
// each request with its arithmetic.
void PrintCpuRequests(const v1::ScaleCpuRequestsResponse& response, bool wide, Screen& out);

// Prints a line for each request: `KIND NAMESPACE/WORKLOAD CONTAINER REQUEST`; the container of a whole pod is `(pod)`.
void PrintCpuRequestNames(const v1::ScaleCpuRequestsResponse& response, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_OUTPUT_H_
