#ifndef CPSIZER_TESTS_ENGINE_CPU_REQUESTS_REQUESTS_H_
#define CPSIZER_TESTS_ENGINE_CPU_REQUESTS_REQUESTS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"

// Short requests about CPU requests.
namespace cpsizer::testing {

// Returns a request with this limit and nothing else.
v1::ScaleCpuRequestsRequest CpuLimit(int limit);

// Adds a workload of one pod.
v1::CpuRequestsWorkload& AddWorkload(v1::ScaleCpuRequestsRequest& request, absl::string_view space,
                                     absl::string_view name);

// Adds a container with this CPU request; without a request if it is empty.
v1::Container& AddContainer(v1::CpuRequestsWorkload& workload, absl::string_view name, absl::string_view cpu);
v1::Container& AddInitContainer(v1::CpuRequestsWorkload& workload, absl::string_view name, absl::string_view cpu,
                                bool restarts_always = false);
void AddIdleUsage(v1::CpuRequestsWorkload& workload, absl::string_view container, absl::string_view cpu);

// Returns the limit, and a workload with one container for each of these requests.
v1::ScaleCpuRequestsRequest CpuContainers(int limit, const std::vector<absl::string_view>& requests);

v1::Node& AddNode(v1::ScaleCpuRequestsRequest& request, absl::string_view name, absl::string_view cpus);
v1::KubeletConfiguration& Kubelet(v1::ScaleCpuRequestsRequest& request);

// Returns the eight operators of the enhancement proposal, one pod each, with their idle usage.
v1::ScaleCpuRequestsRequest ExcessRequests(int limit);

// Calls the library and fails the test on an error.
v1::ScaleCpuRequestsResponse ScaleCpu(const v1::ScaleCpuRequestsRequest& request);

// Returns rule and path of each violation of the error, in order; empty if there is no error.
std::vector<std::string> CpuErrors(const v1::ScaleCpuRequestsRequest& request);

// Returns "WARNING REQUESTS_ABOVE_LIMIT controlPlaneCPULimit" and so on.
std::vector<std::string> CpuFindings(const v1::ScaleCpuRequestsResponse& response);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_CPU_REQUESTS_REQUESTS_H_
