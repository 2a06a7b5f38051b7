// The CPU requests of a control plane, and the allocatable CPUs of its nodes. There is one vector for each kind of
// result.
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "tests/conformance/vector.h"
#include "tests/engine/cpu_requests/requests.h"

namespace cpsizer::conformance {
namespace {

using testing::AddIdleUsage;
using testing::AddInitContainer;
using testing::AddNode;
using testing::CpuContainers;
using testing::ExcessRequests;
using testing::Kubelet;

// Returns a request with a node of 104 CPUs whose kubelet reserves `reserved` for the system.
v1::ScaleCpuRequestsRequest Node(absl::string_view reserved, double over_subscription) {
  v1::ScaleCpuRequestsRequest request;
  AddNode(request, "master-0", "104");
  if (!reserved.empty()) (*Kubelet(request).mutable_system_reserved())["cpu"] = std::string(reserved);
  if (over_subscription != 0) Kubelet(request).set_cpu_over_subscription_capacity(over_subscription);
  return request;
}

v1::ScaleCpuRequestsRequest Named(absl::string_view cpus) {
  return With(Node("", 0), [&](auto& request) { Kubelet(request).set_reserved_system_cpus(std::string(cpus)); });
}

v1::ScaleCpuRequestsRequest Static(v1::ScaleCpuRequestsRequest request) {
  Kubelet(request).set_cpu_manager_policy("static");
  return request;
}

std::vector<Vector> Scaled() {
  return {
      {"cpu-requests-scaled",
       "a limit of 4 of 6 CPUs",
       CpuContainers(4, {"350m", "9m", "6m", "5m", "3m"}),
       {"SCALED", "c0: 350m to 233m SHARE", "c1: 9m to 6m SHARE", "c2: 6m to 5m MINIMUM", "c3: 5m to 5m DEFAULT",
        "c4: 3m to 3m DEFAULT", "1 x 373m to 252m", "fits, left 3748m, shortfall "}},
      {"cpu-requests-scaled",
       "no limit",
       CpuContainers(0, {"350m"}),
       {"NO_LIMIT", "c0: 350m to 350m DEFAULT", "1 x 350m to 350m", "fits, left , shortfall "}},
      {"cpu-requests-scaled",
       "a limit that is the default",
       CpuContainers(6, {"350m"}),
       {"LIMIT_NOT_BELOW_DEFAULT", "c0: 350m to 350m DEFAULT", "1 x 350m to 350m", "fits, left 5650m, shortfall "}},
      {"cpu-requests-scaled",
       "the limit of an Infrastructure, and another default count",
       With(CpuContainers(0, {"350m"}),
            [](auto& request) {
              request.mutable_infrastructure()->mutable_status()->set_control_plane_cpu_limit(4);
              request.mutable_options()->set_default_control_plane_cpu_count(7);
            }),
       {"SCALED", "c0: 350m to 200m SHARE", "1 x 350m to 200m", "fits, left 3800m, shortfall "}},
      {"cpu-requests-scaled",
       "twice the idle usage, if it is requested",
       With(CpuContainers(4, {"350m", "350m"}),
            [](auto& request) {
              request.mutable_options()->set_cap_by_idle_usage(true);
              AddIdleUsage(*request.mutable_workloads(0), "c0", "60m");
            }),
       {"SCALED", "c0: 350m to 120m IDLE_USAGE", "c1: 350m to 233m SHARE", "1 x 700m to 353m",
        "fits, left 3647m, shortfall "}},
      {"detail",
       "a brief response about CPU requests",
       With(CpuContainers(4, {"7"}), [](auto& request) { request.mutable_options()->set_detail(v1::DETAIL_BRIEF); }),
       {"SCALED", "c0: 7 to 4666m SHARE", "1 x 7 to 4666m", "does not fit, left , shortfall 666m"}},
  };
}

std::vector<Vector> Fits() {
  return {
      {"cpu-requests-fit",
       "the operators with the highest excess",
       ExcessRequests(4),
       {"SCALED", "etcd: 350m to 233m SHARE", "1 x 350m to 233m", "apiserver: 150m to 100m SHARE", "1 x 150m to 100m",
        "apiserver: 125m to 83m SHARE", "1 x 125m to 83m", "controller-manager: 100m to 66m SHARE", "1 x 100m to 66m",
        "router-default: 100m to 66m SHARE", "1 x 100m to 66m", "dns-default: 65m to 43m SHARE", "1 x 65m to 43m",
        "kube-apiserver: 290m to 193m SHARE", "1 x 290m to 193m", "kube-controller-manager: 80m to 53m SHARE",
        "1 x 80m to 53m", "fits, left 3163m, shortfall "}},
      {"cpu-requests-fit",
       "init containers, a restartable one, overhead and several pods",
       With(CpuContainers(3, {"100m"}),
            [](auto& request) {
              v1::CpuRequestsWorkload& workload = *request.mutable_workloads(0);
              AddInitContainer(workload, "proxy", "60m", /*restarts_always=*/true);
              AddInitContainer(workload, "check", "120m");
              (*workload.mutable_pod_spec()->mutable_overhead())["cpu"] = "10m";
              workload.set_pods(3);
            }),
       {"SCALED", "proxy: 60m to 30m SHARE", "check: 120m to 60m SHARE", "c0: 100m to 50m SHARE", "3 x 190m to 100m",
        "fits, left 2700m, shortfall "}},
      {"cpu-requests-fit",
       "a pod that requests CPU as a whole, at least as much as its containers",
       With(CpuContainers(1, {"6m", "6m"}),
            [](auto& request) {
              (*request.mutable_workloads(0)->mutable_pod_spec()->mutable_resources()->mutable_requests())["cpu"] =
                  "13m";
            }),
       {"SCALED", "c0: 6m to 5m MINIMUM", "c1: 6m to 5m MINIMUM", "1 x 13m to 10m", "fits, left 990m, shortfall "}},
      {"cpu-requests-fit",
       "more than the limit, and a container without a request",
       CpuContainers(4, {"7", ""}),
       {"SCALED", "c0: 7 to 4666m SHARE", "1 x 7 to 4666m", "does not fit, left , shortfall 666m",
        "WARNING CPU_REQUEST_MISSING workloads[0].podSpec.containers[1]",
        "WARNING REQUESTS_ABOVE_LIMIT controlPlaneCPULimit"}},
  };
}

std::vector<Vector> Nodes() {
  const std::string kKubelet = "kubeletConfig.spec.kubeletConfig";
  return {
      {"cpu-allocatable", "the example of the proposal", Node("4", 1), {"NO_LIMIT", "master-0: 101 of 104"}},
      {"cpu-allocatable", "nothing is reserved", Node("", 0), {"NO_LIMIT", "master-0: 104 of 104"}},
      {"cpu-allocatable",
       "an over-subscription equal to the reservation",
       Node("1500m", 1.5),
       {"NO_LIMIT", "master-0: 104 of 104"}},
      {"cpu-allocatable",
       "an over-subscription above the reservation",
       Node("500m", 2.5),
       {"NO_LIMIT", "master-0: 106 of 104",
        "WARNING ALLOCATABLE_ABOVE_CAPACITY " + kKubelet + ".cpuOverSubscriptionCapacity"}},
      {"cpu-allocatable",
       "CPUs that are reserved by number",
       With(Named("0-3,52"), [](auto& request) { (*Kubelet(request).mutable_kube_reserved())["cpu"] = "9"; }),
       {"NO_LIMIT", "master-0: 99 of 104", "NOTE RESERVED_CPUS_TAKE_PRECEDENCE " + kKubelet + ".reservedSystemCPUs"}},
      {"cpu-allocatable",
       "a reservation that each node computes",
       With(Node("500m", 0),
            [](auto& request) { request.mutable_kubelet_config()->mutable_spec()->set_auto_sizing_reserved(true); }),
       {"NO_LIMIT", "master-0: 103500m of 104",
        "WARNING RESERVATION_COMPUTED_BY_NODE kubeletConfig.spec.autoSizingReserved"}},
      {"cpu-configuration",
       "more is reserved than the node has",
       Node("105", 2),
       {"INVALID_ARGUMENT RESERVED_ABOVE_CAPACITY", kKubelet}},
      {"cpu-configuration",
       "a reserved CPU that the node does not have",
       Named("0,104"),
       {"INVALID_ARGUMENT RESERVED_CPUS_OUTSIDE_CAPACITY", kKubelet + ".reservedSystemCPUs"}},
      {"cpu-configuration",
       "a malformed list of CPUs",
       Named("0 to 3"),
       {"INVALID_ARGUMENT CPU_SET_MALFORMED", kKubelet + ".reservedSystemCPUs"}},
      {"cpu-configuration",
       "the static policy without a reservation",
       Static(Node("1", 1)),
       {"INVALID_ARGUMENT STATIC_POLICY_WITHOUT_RESERVED", kKubelet + ".cpuManagerPolicy"}},
      {"cpu-configuration",
       "a negative limit",
       CpuContainers(-1, {"1"}),
       {"INVALID_ARGUMENT VALUE_NEGATIVE", "controlPlaneCPULimit"}},
      {"cpu-configuration",
       "nothing to compute",
       v1::ScaleCpuRequestsRequest(),
       {"INVALID_ARGUMENT FIELD_MISSING", "workloads"}},
  };
}

v1::ValidateConfigRequest OfInfrastructure(absl::string_view name, int limit) {
  v1::ValidateConfigRequest request;
  request.mutable_infrastructure()->mutable_metadata()->set_name(std::string(name));
  request.mutable_infrastructure()->mutable_status()->set_control_plane_cpu_limit(limit);
  return request;
}

v1::ValidateConfigRequest OfKubelet(absl::string_view policy) {
  v1::ValidateConfigRequest request;
  v1::KubeletConfiguration& kubelet = *request.mutable_kubelet_config()->mutable_spec()->mutable_kubelet_config();
  (*kubelet.mutable_system_reserved())["cpu"] = "500m";
  kubelet.set_cpu_manager_policy(std::string(policy));
  return request;
}

std::vector<Vector> Validated() {
  return {
      {"cpu-configuration", "a valid Infrastructure", OfInfrastructure("cluster", 4), {"valid"}},
      {"cpu-configuration",
       "an Infrastructure of another name with a negative limit",
       OfInfrastructure("other", -4),
       {"not valid", "ERROR NAME_NOT_CLUSTER metadata.name", "ERROR VALUE_NEGATIVE status.controlPlaneCPULimit"}},
      {"cpu-configuration", "a valid KubeletConfig", OfKubelet("static"), {"valid"}},
      {"cpu-configuration",
       "a KubeletConfig with a policy that does not exist",
       OfKubelet("dynamic"),
       {"not valid", "ERROR VALUE_NOT_SUPPORTED spec.kubeletConfig.cpuManagerPolicy"}},
  };
}

}  // namespace

std::vector<Vector> CpuRequestVectors() {
  std::vector<Vector> all;
  for (std::vector<Vector> part : {Scaled(), Fits(), Nodes(), Validated()}) {
    std::move(part.begin(), part.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace cpsizer::conformance
