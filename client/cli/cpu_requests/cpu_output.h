#ifndef CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_OUTPUT_H_
#define CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_OUTPUT_H_

#include "client/cli/base/screen.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"

namespace cpsizer::cli {

// Prints the summary, the total of each namespace, the unused part of the limit, and the nodes. If `wide`, also prints
// each request with its arithmetic.
void PrintCpuRequests(const v1::ScaleCpuRequestsResponse& response, bool wide, Screen& out);

// Prints a line `KIND NAMESPACE/WORKLOAD CONTAINER REQUEST` for each request. CONTAINER is `(pod)` for a request of a
// whole pod.
void PrintCpuRequestNames(const v1::ScaleCpuRequestsResponse& response, Screen& out);

}  // namespace cpsizer::cli

#endif  // CPSIZER_CLIENT_CLI_CPU_REQUESTS_CPU_OUTPUT_H_
