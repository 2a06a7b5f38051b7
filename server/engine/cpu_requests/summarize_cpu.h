#ifndef CPSIZER_SERVER_ENGINE_CPU_REQUESTS_SUMMARIZE_CPU_H_
#define CPSIZER_SERVER_ENGINE_CPU_REQUESTS_SUMMARIZE_CPU_H_

#include <string>

#include "cpsizer/v1/scale_cpu_requests.pb.h"
#include "server/engine/cpu_requests/node_allocatable.h"
#include "server/engine/cpu_requests/workload_requests.h"

namespace cpsizer {

// Describes the whole response in plain sentences: one about the requests, if there are workloads, and one about the
// nodes, if there are nodes.
std::string SummarizeCpu(const CpuScaling& scaling, const PodTotals& pods, const NodeTotals& nodes,
                         const v1::ScaleCpuRequestsResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SERVER_ENGINE_CPU_REQUESTS_SUMMARIZE_CPU_H_
