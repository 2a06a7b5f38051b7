#ifndef CPSIZER_SCALE_CPU_REQUESTS_H_
#define CPSIZER_SCALE_CPU_REQUESTS_H_

#include "absl/status/status.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"

namespace cpsizer {

// Scales the CPU requests of a control plane down to its CPU limit, and computes how many CPUs its nodes offer to pods.
// Pure: the same request gives the same bytes. All arithmetic is exact, in integers. Source:
// docs/reference/cpu-request-scaling.md.
//
// `response` must be empty; after an error its content is unspecified. Errors, each with google.rpc details as payloads
// (see status.h): InvalidArgument for a request that cannot be read, and for a configuration that prevents a kubelet
// from starting.
absl::Status ScaleCpuRequests(const v1::ScaleCpuRequestsRequest& request, v1::ScaleCpuRequestsResponse& response);

}  // namespace cpsizer

#endif  // CPSIZER_SCALE_CPU_REQUESTS_H_
