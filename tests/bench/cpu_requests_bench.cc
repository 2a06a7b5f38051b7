// Measures the cost of a decision about CPU requests, and the cost of parsing its request as the server does.
#include <benchmark/benchmark.h>

#include "absl/strings/str_cat.h"
#include "cpsizer/scale_cpu_requests.h"
#include "server/rpc/methods.h"
#include "tests/bench/parsed_request.h"
#include "tests/bench/ratio_reporter.h"

namespace cpsizer::bench {
namespace {

constexpr int kContainersOfAWorkload = 10;

v1::ScaleCpuRequestsRequest CpuRequestsOf(int containers) {
  v1::ScaleCpuRequestsRequest request;
  request.set_control_plane_cpu_limit(4);
  for (int i = 0; i < containers; ++i) {
    if (i % kContainersOfAWorkload == 0) {
      v1::CpuRequestsWorkload& workload = *request.add_workloads();
      workload.set_namespace_(absl::StrCat("openshift-", i % 50));
      workload.set_name(absl::StrCat("operator-", i));
    }
    v1::Container& container = *request.mutable_workloads()->rbegin()->mutable_pod_spec()->add_containers();
    container.set_name(absl::StrCat("c", i));
    (*container.mutable_resources()->mutable_requests())["cpu"] = absl::StrCat(10 + i % 500, "m");
  }
  return request;
}

void CpuRequestsParse(benchmark::State& state) {
  state.counters[kSizesCounter] = static_cast<double>(state.range(0));
  MeasureParsing(CpuRequestsOf(static_cast<int>(state.range(0))), server::kReplicasBudget, state);
}

void CpuRequestsScale(benchmark::State& state) {
  state.counters[kSizesCounter] = static_cast<double>(state.range(0));
  MeasureDeciding<v1::ScaleCpuRequestsResponse>(CpuRequestsOf(static_cast<int>(state.range(0))),
                                                server::kReplicasBudget, state, ScaleCpuRequests);
}

void CpuRequestsScaleBriefly(benchmark::State& state) {
  state.counters[kSizesCounter] = static_cast<double>(state.range(0));
  v1::ScaleCpuRequestsRequest request = CpuRequestsOf(static_cast<int>(state.range(0)));
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  MeasureDeciding<v1::ScaleCpuRequestsResponse>(request, server::kReplicasBudget, state, ScaleCpuRequests);
}

// The arguments are numbers of containers: one, the number in a usual control plane, and the largest allowed numbers.
BENCHMARK(CpuRequestsParse)->Arg(1)->Arg(300)->Arg(10'000)->Arg(100'000);
BENCHMARK(CpuRequestsScale)->Arg(1)->Arg(300)->Arg(10'000)->Arg(100'000);
BENCHMARK(CpuRequestsScaleBriefly)->Arg(1)->Arg(300)->Arg(10'000)->Arg(100'000);

}  // namespace
}  // namespace cpsizer::bench
