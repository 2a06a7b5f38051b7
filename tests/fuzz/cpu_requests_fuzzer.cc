#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "cpsizer/quantity.h"
#include "cpsizer/scale_cpu_requests.h"
#include "server/engine/cpu_requests/cpu_set.h"

// Converts bytes to valid requests, because parsers would reject most bytes. Also parses any bytes as a list of CPUs.
namespace cpsizer {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

class RequestMaker {
 public:
  explicit RequestMaker(FuzzedDataProvider& data) : data_(data) {}

  v1::ScaleCpuRequestsRequest Make() {
    request_.set_control_plane_cpu_limit(Between(0, 12));
    request_.mutable_options()->set_default_control_plane_cpu_count(Between(1, 12));
    request_.mutable_options()->set_cap_by_idle_usage(Maybe());
    for (int i = Between(1, 4); i > 0; --i) AddWorkload();
    for (int i = Between(0, 2); i > 0; --i) {
      (*request_.add_nodes()->mutable_status()->mutable_capacity())["cpu"] = absl::StrCat(Between(256, 1'024));
    }
    v1::KubeletConfiguration& kubelet = *request_.mutable_kubelet_config()->mutable_spec()->mutable_kubelet_config();
    if (Maybe()) (*kubelet.mutable_system_reserved())["cpu"] = absl::StrCat(Between(0, 100'000), "m");
    if (Maybe()) (*kubelet.mutable_kube_reserved())["cpu"] = absl::StrCat(Between(0, 100'000), "m");
    if (Maybe()) kubelet.set_reserved_system_cpus(absl::StrCat(Between(0, 100), "-", Between(100, 255)));
    if (Maybe()) kubelet.set_cpu_over_subscription_capacity(data_.ConsumeFloatingPointInRange<double>(0, 1'000));
    return request_;
  }

 private:
  bool Maybe() { return data_.ConsumeBool(); }
  int Between(int least, int most) { return data_.ConsumeIntegralInRange<int>(least, most); }

  std::string Amount() {
    constexpr const char* kSuffixes[] = {"", "m", "u", "n", "k", "Ki"};
    return absl::StrCat(Maybe() ? Between(0, 1'000) : Between(0, INT32_MAX), data_.PickValueInArray(kSuffixes));
  }

  void AddWorkload() {
    v1::CpuRequestsWorkload& workload = *request_.add_workloads();
    workload.set_namespace_(Maybe() ? "a" : "b");
    if (Maybe()) workload.set_pods(Between(0, INT32_MAX));
    for (int i = Between(0, 4); i > 0; --i) {
      v1::PodSpec& spec = *workload.mutable_pod_spec();
      v1::Container& container = *(Maybe() ? spec.add_containers() : spec.add_init_containers());
      container.set_name(absl::StrCat("c", i));
      if (Maybe()) container.set_restart_policy("Always");
      if (Maybe()) (*container.mutable_resources()->mutable_requests())["cpu"] = Amount();
      v1::ContainerMetrics& usage = *workload.add_idle_usage();
      usage.set_name(container.name());
      if (Maybe()) (*usage.mutable_usage())["cpu"] = Amount();
    }
    if (Maybe()) (*workload.mutable_pod_spec()->mutable_resources()->mutable_requests())["cpu"] = Amount();
    if (Maybe()) (*workload.mutable_pod_spec()->mutable_overhead())["cpu"] = Amount();
  }

  FuzzedDataProvider& data_;
  v1::ScaleCpuRequestsRequest request_;
};

Nanos AmountOf(const std::string& text) {
  Quantity quantity;
  Require(ParseQuantity(text, quantity) == QuantityError::kNone);
  return quantity.nanos;
}

void Check(const v1::ScaleCpuRequestsRequest& request, const v1::ScaleCpuRequestsResponse& response) {
  Require(response.outcome() != v1::CPU_REQUESTS_OUTCOME_UNSPECIFIED && !response.summary().empty());
  Require(response.workloads_size() == request.workloads_size() && response.nodes_size() == request.nodes_size());
  Nanos total = 0;
  for (const v1::CpuRequestsScaledWorkload& workload : response.workloads()) {
    for (const v1::CpuRequestsScaledRequest& container : workload.containers()) {
      Require(AmountOf(container.scaled_request()) <= AmountOf(container.default_request()));
    }
    Require(AmountOf(workload.scaled_request()) <= AmountOf(workload.default_request()));
    total += AmountOf(workload.scaled_request()) * workload.pods();
  }
  Require(total == AmountOf(response.fit().scaled_request()));
  Require(response.fit().fits() == response.fit().shortfall().empty());
  for (const v1::CpuRequestsAllocatable& node : response.nodes()) {
    Require(AmountOf(node.capacity()) - AmountOf(node.allocatable()) ==
            AmountOf(node.system_reserved()) + AmountOf(node.kube_reserved()) - AmountOf(node.over_subscription()));
  }
}

void Run(FuzzedDataProvider& data) {
  const v1::ScaleCpuRequestsRequest request = RequestMaker(data).Make();
  v1::ScaleCpuRequestsResponse response;
  const absl::Status status = ScaleCpuRequests(request, response);
  // All amounts of RequestMaker are in range, so a request is invalid only if a node is too small.
  if (status.ok()) Check(request, response);
  Require(status.ok() || absl::IsInvalidArgument(status));
  const absl::optional<CpuSet> set = ParseCpuSet(data.ConsumeRemainingBytesAsString());
  if (set.has_value()) Require(set->size > 0 && set->size <= set->largest + 1 && set->largest <= kMaxCpuNumber);
}

}  // namespace
}  // namespace cpsizer

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider provider(data, size);
  cpsizer::Run(provider);
  return 0;
}
