#ifndef CPSIZER_SERVER_ENGINE_CPU_REQUESTS_WORKLOAD_REQUESTS_H_
#define CPSIZER_SERVER_ENGINE_CPU_REQUESTS_WORKLOAD_REQUESTS_H_

#include <cstdint>

#include "cpsizer/v1/scale_cpu_requests.pb.h"
#include "server/engine/base/findings.h"
#include "server/engine/cpu_requests/cpu_texts.h"
#include "server/engine/cpu_requests/scaled_request.h"

namespace cpsizer {

// The sums of the requests of pods, before and after scaling.
struct PodTotals {
  int64_t pods = 0;
  Millicores before = 0;
  Millicores after = 0;
};

// Scales each request of each workload. Adds the workloads and the totals of their namespaces to the response, and
// returns the total of all workloads. The time is linear in the number of workloads and containers.
PodTotals ScaleWorkloads(const v1::ScaleCpuRequestsRequest& request, const CpuScaling& scaling, bool brief,
                         v1::ScaleCpuRequestsResponse& response, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CPU_REQUESTS_WORKLOAD_REQUESTS_H_
