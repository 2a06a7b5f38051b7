// Measures the cost of a plan of the cluster-autoscaler, and the cost of parsing its request as the server does.
#include <benchmark/benchmark.h>

#include "absl/strings/str_cat.h"
#include "cpsizer/plan_cluster_autoscaler.h"
#include "server/rpc/methods.h"
#include "tests/bench/parsed_request.h"
#include "tests/bench/ratio_reporter.h"

namespace cpsizer::bench {
namespace {

// Returns a request with a ClusterAutoscaler and the given number of MachineAutoscalers, each with a new MachineSet.
v1::PlanClusterAutoscalerRequest PlanRequestOf(int autoscalers) {
  v1::PlanClusterAutoscalerRequest request;
  v1::ClusterAutoscalerSpec& spec = *request.mutable_cluster_autoscaler()->mutable_spec();
  spec.mutable_resource_limits()->set_max_nodes_total(100);
  spec.mutable_scale_down()->set_enabled(true);
  spec.mutable_scale_down()->set_unneeded_time("5m");
  for (int i = 0; i < autoscalers; ++i) {
    const std::string name = absl::StrCat("workers-", i);
    v1::MachineAutoscaler& autoscaler = *request.add_machine_autoscalers();
    autoscaler.mutable_metadata()->set_namespace_("openshift-machine-api");
    autoscaler.mutable_metadata()->set_name(name);
    autoscaler.mutable_spec()->set_min_replicas(1);
    autoscaler.mutable_spec()->set_max_replicas(12);
    v1::CrossVersionObjectReference& target = *autoscaler.mutable_spec()->mutable_scale_target_ref();
    target.set_api_version("machine.openshift.io/v1beta1");
    target.set_kind("MachineSet");
    target.set_name(name);
    v1::MachineSet& set = *request.add_machine_sets();
    set.mutable_metadata()->set_name(name);
    auto& annotations = *set.mutable_metadata()->mutable_annotations();
    annotations["machine.openshift.io/vCPU"] = "4";
    annotations["machine.openshift.io/memoryMb"] = "16384";
  }
  return request;
}

v1::PlanClusterAutoscalerRequest WithObjects(v1::PlanClusterAutoscalerRequest request) {
  request.mutable_operator_()->set_release_version("4.18.2");
  request.mutable_operator_()->set_image("cluster-autoscaler:4.18");
  return request;
}

void PlanParse(benchmark::State& state) {
  state.counters[kSizesCounter] = static_cast<double>(state.range(0));
  MeasureParsing(PlanRequestOf(static_cast<int>(state.range(0))), server::kReplicasBudget, state);
}

void PlanBounds(benchmark::State& state) {
  state.counters[kSizesCounter] = static_cast<double>(state.range(0));
  MeasureDeciding<v1::PlanClusterAutoscalerResponse>(PlanRequestOf(static_cast<int>(state.range(0))),
                                                     server::kReplicasBudget, state, PlanClusterAutoscaler);
}

void PlanObjects(benchmark::State& state) {
  state.counters[kSizesCounter] = static_cast<double>(state.range(0));
  MeasureDeciding<v1::PlanClusterAutoscalerResponse>(WithObjects(PlanRequestOf(static_cast<int>(state.range(0)))),
                                                     server::kReplicasBudget, state, PlanClusterAutoscaler);
}

// The arguments are the numbers of MachineAutoscalers in a usual cluster, in a large cluster, and in the largest
// cluster that is allowed.
BENCHMARK(PlanParse)->Arg(3)->Arg(100)->Arg(10'000);
BENCHMARK(PlanBounds)->Arg(3)->Arg(100)->Arg(10'000);
BENCHMARK(PlanObjects)->Arg(3);

}  // namespace
}  // namespace cpsizer::bench
