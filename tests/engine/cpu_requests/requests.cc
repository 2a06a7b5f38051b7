#include "tests/engine/cpu_requests/requests.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "cpsizer/scale_cpu_requests.h"
#include "gtest/gtest.h"

namespace cpsizer::testing {
namespace {

constexpr absl::string_view kCpu = "cpu";

void SetCpu(google::protobuf::Map<std::string, std::string>& amounts, absl::string_view cpu) {
  if (!cpu.empty()) amounts[std::string(kCpu)] = std::string(cpu);
}

v1::Container& FillContainer(v1::Container& container, absl::string_view name, absl::string_view cpu) {
  container.set_name(std::string(name));
  SetCpu(*container.mutable_resources()->mutable_requests(), cpu);
  return container;
}

}  // namespace

v1::ScaleCpuRequestsRequest CpuLimit(int limit) {
  v1::ScaleCpuRequestsRequest request;
  request.set_control_plane_cpu_limit(limit);
  return request;
}

v1::CpuRequestsWorkload& AddWorkload(v1::ScaleCpuRequestsRequest& request, absl::string_view space,
                                     absl::string_view name) {
  v1::CpuRequestsWorkload& workload = *request.add_workloads();
  workload.set_namespace_(std::string(space));
  workload.set_kind("Deployment");
  workload.set_name(std::string(name));
  return workload;
}

v1::Container& AddContainer(v1::CpuRequestsWorkload& workload, absl::string_view name, absl::string_view cpu) {
  return FillContainer(*workload.mutable_pod_spec()->add_containers(), name, cpu);
}

v1::Container& AddInitContainer(v1::CpuRequestsWorkload& workload, absl::string_view name, absl::string_view cpu,
                                bool restarts_always) {
  v1::Container& container = FillContainer(*workload.mutable_pod_spec()->add_init_containers(), name, cpu);
  if (restarts_always) container.set_restart_policy("Always");
  return container;
}

void AddIdleUsage(v1::CpuRequestsWorkload& workload, absl::string_view container, absl::string_view cpu) {
  v1::ContainerMetrics& usage = *workload.add_idle_usage();
  usage.set_name(std::string(container));
  SetCpu(*usage.mutable_usage(), cpu);
}

v1::ScaleCpuRequestsRequest CpuContainers(int limit, const std::vector<absl::string_view>& requests) {
  v1::ScaleCpuRequestsRequest request = CpuLimit(limit);
  v1::CpuRequestsWorkload& workload = AddWorkload(request, "prod", "web");
  for (size_t i = 0; i < requests.size(); ++i) AddContainer(workload, absl::StrCat("c", i), requests[i]);
  return request;
}

v1::Node& AddNode(v1::ScaleCpuRequestsRequest& request, absl::string_view name, absl::string_view cpus) {
  v1::Node& node = *request.add_nodes();
  node.mutable_metadata()->set_name(std::string(name));
  SetCpu(*node.mutable_status()->mutable_capacity(), cpus);
  return node;
}

v1::KubeletConfiguration& Kubelet(v1::ScaleCpuRequestsRequest& request) {
  return *request.mutable_kubelet_config()->mutable_spec()->mutable_kubelet_config();
}

v1::ScaleCpuRequestsRequest ExcessRequests(int limit) {
  static constexpr struct {
    const char* space;
    const char* pod;
    int used;
    int requested;
  } kPods[] = {{"openshift-etcd", "etcd", 200, 350},
               {"openshift-oauth-apiserver", "apiserver", 6, 150},
               {"openshift-apiserver", "apiserver", 16, 125},
               {"openshift-controller-manager", "controller-manager", 3, 100},
               {"openshift-ingress", "router-default", 4, 100},
               {"openshift-dns", "dns-default", 4, 65},
               {"openshift-kube-apiserver", "kube-apiserver", 230, 290},
               {"openshift-kube-controller-manager", "kube-controller-manager", 23, 80}};
  v1::ScaleCpuRequestsRequest request = CpuLimit(limit);
  for (const auto& pod : kPods) {
    v1::CpuRequestsWorkload& workload = AddWorkload(request, pod.space, pod.pod);
    AddContainer(workload, pod.pod, absl::StrCat(pod.requested, "m"));
    AddIdleUsage(workload, pod.pod, absl::StrCat(pod.used, "m"));
  }
  return request;
}

v1::ScaleCpuRequestsResponse ScaleCpu(const v1::ScaleCpuRequestsRequest& request) {
  v1::ScaleCpuRequestsResponse response;
  const absl::Status status = ScaleCpuRequests(request, response);
  EXPECT_TRUE(status.ok()) << status;
  return response;
}

std::vector<std::string> CpuErrors(const v1::ScaleCpuRequestsRequest& request) {
  v1::ScaleCpuRequestsResponse response;
  const absl::Status status = ScaleCpuRequests(request, response);
  std::vector<std::string> errors;
  if (status.ok()) return errors;
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  for (const v1::Finding& finding : response.findings()) {
    if (finding.severity() == v1::SEVERITY_ERROR) errors.push_back(absl::StrCat(finding.rule(), " ", finding.path()));
  }
  return errors;
}

std::vector<std::string> CpuFindings(const v1::ScaleCpuRequestsResponse& response) {
  std::vector<std::string> findings;
  for (const v1::Finding& finding : response.findings()) {
    findings.push_back(absl::StrCat(absl::StripPrefix(v1::Severity_Name(finding.severity()), "SEVERITY_"), " ",
                                    finding.rule(), " ", finding.path()));
  }
  return findings;
}

}  // namespace cpsizer::testing
