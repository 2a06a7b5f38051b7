#include "tests/bench/machine_requests.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace cpsizer::bench {
namespace {

constexpr int kNodes = 3;
constexpr int kMinutesOfADay = 24 * 60;

// The time this many minutes after the beginning of the year, within its first month.
std::string TimeAt(int minutes) {
  return absl::StrFormat("2026-01-%02dT%02d:%02d:00Z", 1 + minutes / kMinutesOfADay, minutes / 60 % 24, minutes % 60);
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
    v1::MachineSample& sample = *request.mutable_samples(i % kNodes)->add_samples();
    sample.set_timestamp(TimeAt(i / kNodes));
    sample.set_window("30s");
    sample.set_cpu_usage(absl::StrCat(3'600'000'000 + i, "n"));
    sample.set_cpu_capacity("4");
    sample.set_memory_usage("8196622Ki");
    sample.set_memory_capacity("16393244Ki");
  }
  request.set_now(TimeAt((samples - 1) / kNodes));
  return request;
}

}  // namespace cpsizer::bench
