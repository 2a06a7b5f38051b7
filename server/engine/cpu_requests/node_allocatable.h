#ifndef CPSIZER_SERVER_ENGINE_CPU_REQUESTS_NODE_ALLOCATABLE_H_
#define CPSIZER_SERVER_ENGINE_CPU_REQUESTS_NODE_ALLOCATABLE_H_

#include "cpsizer/quantity.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"
#include "server/engine/base/findings.h"

namespace cpsizer {

// The CPUs of all nodes together, in nano-CPUs.
struct NodeTotals {
  Nanos capacity = 0;
  Nanos allocatable = 0;
  Nanos over_subscription = 0;
};

// Implements section 4 of docs/reference/cpu-request-scaling.md. Adds an entry to the response for each node of the
// request that can be read and whose kubelet starts. Adds a finding for each setting that prevents a kubelet from
// starting.
NodeTotals ComputeAllocatable(const v1::ScaleCpuRequestsRequest& request, bool brief,
                              v1::ScaleCpuRequestsResponse& response, Findings& findings);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CPU_REQUESTS_NODE_ALLOCATABLE_H_
