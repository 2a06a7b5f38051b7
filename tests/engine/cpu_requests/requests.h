#ifndef CPSIZER_TESTS_ENGINE_CPU_REQUESTS_REQUESTS_H_
#define CPSIZER_TESTS_ENGINE_CPU_REQUESTS_REQUESTS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "cpsizer/v1/scale_cpu_requests.pb.h"

// Functions that make requests for scaling CPU requests.
namespace cpsizer::testing {

// Returns a request that contains only this limit.
v1::ScaleCpuRequestsRequest CpuLimit(int limit);

// Adds a workload with one pod.
v1::CpuRequestsWorkload& AddWorkload(v1::ScaleCpuRequestsRequest& request, absl::string_view space,
                                     absl::string_view name);

// Adds a container with this CPU request. If `cpu` is empty, the container has no CPU request.
v1::Container& AddContainer(v1::CpuRequestsWorkload& workload, absl::string_view name, absl::string_view cpu);
v1::Container& AddInitContainer(v1::CpuRequestsWorkload& workload, absl::string_view name, absl::string_view cpu,
                                bool restarts_always = false);
void AddIdleUsage(v1::CpuRequestsWorkload& workload, absl::string_view container, absl::string_view cpu);

// Returns a request with this limit and one workload. The workload has one container for each of these CPU requests.
v1::ScaleCpuRequestsRequest CpuContainers(int limit, const std::vector<absl::string_view>& requests);

v1::Node& AddNode(v1::ScaleCpuRequestsRequest& request, absl::string_view name, absl::string_view cpus);
v1::KubeletConfiguration& Kubelet(v1::ScaleCpuRequestsRequest& request);

// Returns a request with the eight operators of the enhancement proposal. Each operator has one pod and an idle usage.
v1::ScaleCpuRequestsRequest ExcessRequests(int limit);

// Calls the library and fails the test on an error.
v1::ScaleCpuRequestsResponse ScaleCpu(const v1::ScaleCpuRequestsRequest& request);

// Returns the rule and the path of each violation in the error, in order. Empty if there is no error.
std::vector<std::string> CpuErrors(const v1::ScaleCpuRequestsRequest& request);

// Returns a text such as "WARNING REQUESTS_ABOVE_LIMIT controlPlaneCPULimit" for each finding.
std::vector<std::string> CpuFindings(const v1::ScaleCpuRequestsResponse& response);

}  // namespace cpsizer::testing

#endif  // CPSIZER_TESTS_ENGINE_CPU_REQUESTS_REQUESTS_H_
