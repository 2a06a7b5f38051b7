#include "tests/bench/machine_requests.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace cpsizer::bench {
namespace {

constexpr int kNodes = 3;
constexpr int kMinutesOfADay = 24 * 60;
// The Unix time of 2026-01-01T00:00:00Z.
constexpr int64_t kNewYear = 1'767'225'600;

// Returns the time `minutes` after the beginning of the year. It must be within January.
std::string TimeAt(int minutes) {
  return absl::StrFormat("2026-01-%02dT%02d:%02d:00Z", 1 + minutes / kMinutesOfADay, minutes / 60 % 24, minutes % 60);
}

void AddSample(int64_t end, int64_t usage, int64_t capacity, v1::MachineUsageSamples& samples) {
  samples.add_end_unix_nanos(end);
  samples.add_window_nanos(30'000'000'000);
  samples.add_usages(usage);
  samples.add_capacities(capacity);
}

void AddTrigger(const char* type, const char* percent, v1::AutoscalerScalingDefinition& direction) {
  v1::AutoscalerTrigger& trigger = *direction.add_triggers();
  trigger.set_type(type);
  v1::AutoscalerUtilizationTrigger& body =
      absl::string_view(type) == "cpu" ? *trigger.mutable_cpu() : *trigger.mutable_memory();
  body.set_value(percent);
  body.set_time_window("30m");
}

void SetSizes(int sizes, v1::ControlPlaneMachineSetAutoscalerSpec& spec) {
  v1::AutoscalerMachineConfiguration& machines = *spec.mutable_machine_configuration();
  machines.set_machine_type("machines_v1beta1_machine_openshift_io");
  v1::AutoscalerMachineSizes& list =
      *machines.mutable_machines_v1beta1_machine_openshift_io()->mutable_machine_configurations();
  list.set_platform("AWS");
  for (int i = 1; i <= sizes; ++i) {
    v1::AutoscalerAwsSize& size = *list.add_aws();
    size.set_weight(i);
    size.set_instance_type(absl::StrCat("m6i.", i, "xlarge"));
  }
}

}  // namespace

v1::RecommendMachineRequest MachineRequest(int samples, int sizes) {
  v1::RecommendMachineRequest request;
  v1::ControlPlaneMachineSetAutoscaler& autoscaler = *request.mutable_control_plane_machine_set_autoscaler();
  autoscaler.mutable_metadata()->set_name("cluster");
  SetSizes(sizes, *autoscaler.mutable_spec());
  for (const char* type : {"cpu", "memory"}) {
    AddTrigger(type, "80", *autoscaler.mutable_spec()->mutable_scale_up());
    AddTrigger(type, "40", *autoscaler.mutable_spec()->mutable_scale_down());
  }
  v1::ControlPlaneMachineSetSpec& spec = *request.mutable_control_plane_machine_set()->mutable_spec();
  spec.set_state("Active");
  v1::ControlPlaneMachineProviderSpec& provider = *spec.mutable_template_()
                                                       ->mutable_machines_v1beta1_machine_openshift_io()
                                                       ->mutable_spec()
                                                       ->mutable_provider_spec()
                                                       ->mutable_value();
  provider.set_kind("AWSMachineProviderConfig");
  provider.set_instance_type("m6i.1xlarge");
  for (int i = 0; i < kNodes; ++i) {
    const std::string name = absl::StrCat("ip-10-0-", 100 + i, "-17.eu-central-1.compute.internal");
    request.add_nodes(name);
    request.add_samples()->set_node(name);
  }
  for (int i = 0; i < samples; ++i) {
    v1::MachineNodeSamples& node = *request.mutable_samples(i % kNodes);
    const int64_t end = (kNewYear + i / kNodes * 60) * 1'000'000'000;
    AddSample(end, 3'600'000'000 + i, 4'000'000'000, *node.mutable_cpu());
    AddSample(end, int64_t{8'196'622} << 10, int64_t{16'393'244} << 10, *node.mutable_memory());
  }
  request.set_now(TimeAt((samples - 1) / kNodes));
  return request;
}

}  // namespace cpsizer::bench
