#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cpsizer/recommend_machine.h"
#include "server/engine/base/instant.h"

// Converts bytes to valid requests about control plane machines, because parsers would reject most bytes.
namespace cpsizer {
namespace {

void Require(bool holds) {
  if (!holds) std::abort();
}

// kDay is 2026-01-02 at midnight. kNoonSecond is noon, in seconds after midnight.
constexpr int64_t kDay = 1'767'312'000;
constexpr int kNoonSecond = 12 * 60 * 60;

class RequestMaker {
 public:
  explicit RequestMaker(FuzzedDataProvider& data) : data_(data) {}

  v1::RecommendMachineRequest Make() {
    MakeAutoscaler();
    MakeMachineSet();
    request_.set_now(Time(kNoonSecond));
    request_.set_metrics_source(static_cast<v1::MachineMetricsSource>(Between(0, 3)));
    for (int i = Between(0, 3); i > 0; --i) {
      request_.add_nodes(absl::StrCat("n", i));
      MakeSamples(*request_.add_samples(), absl::StrCat("n", i));
    }
    return request_;
  }

 private:
  bool Maybe() { return data_.ConsumeBool(); }
  int Between(int least, int most) { return data_.ConsumeIntegralInRange<int>(least, most); }

  static std::string Time(int second) {
    return absl::StrFormat("2026-01-02T%02d:%02d:%02dZ", second / 3'600, second / 60 % 60, second % 60);
  }
  static int64_t NanosAt(int second) { return (kDay + second) * 1'000'000'000; }
  std::string AnyTime() { return Time(Between(0, 24 * 60 * 60 - 1)); }

  void MakeAutoscaler() {
    v1::ControlPlaneMachineSetAutoscaler& autoscaler = *request_.mutable_control_plane_machine_set_autoscaler();
    autoscaler.mutable_metadata()->set_name("cluster");
    v1::AutoscalerMachineConfiguration& machines = *autoscaler.mutable_spec()->mutable_machine_configuration();
    machines.set_machine_type("machines_v1beta1_machine_openshift_io");
    v1::AutoscalerMachineSizes& sizes =
        *machines.mutable_machines_v1beta1_machine_openshift_io()->mutable_machine_configurations();
    sizes.set_platform("VSphere");
    const int count = Between(1, 4);
    for (int i = 0; i < count; ++i) {
      v1::AutoscalerVSphereSize& size = *sizes.add_vsphere();
      size.set_weight(i * 10);
      size.set_num_cpus(i + 1);
      size.set_memory_mib(4'096);
      if (Maybe()) size.set_disk_gib(Between(1, 200));
    }
    MakeDirection(v1::MACHINE_DIRECTION_UP, *autoscaler.mutable_spec()->mutable_scale_up());
    MakeDirection(v1::MACHINE_DIRECTION_DOWN, *autoscaler.mutable_spec()->mutable_scale_down());
    if (Maybe()) autoscaler.mutable_status()->set_last_scale_up_time(AnyTime());
    if (Maybe()) autoscaler.mutable_status()->set_last_scale_down_time(AnyTime());
  }

  void MakeDirection(v1::MachineDirection id, v1::AutoscalerScalingDefinition& direction) {
    if (Maybe()) direction.set_trigger_policy(Maybe() ? "all" : "any");
    if (Maybe()) direction.set_enabled(Maybe());
    const int count = Between(0, 3);
    for (int i = 0; i < count; ++i) {
      v1::AutoscalerTrigger& trigger = *direction.add_triggers();
      if (Maybe()) {
        trigger.set_type("cpu");
        trigger.mutable_cpu()->set_value(absl::StrCat(Between(0, 100)));
        trigger.mutable_cpu()->set_time_window(absl::StrCat(Between(120, 1'200), "s"));
      } else {
        trigger.set_type("prometheus");
        trigger.mutable_prometheus()->set_server_address("https://thanos:9091");
        trigger.mutable_prometheus()->set_query("load");
        trigger.mutable_prometheus()->set_threshold("50");
        trigger.mutable_prometheus()->set_ignore_null_values(Maybe());
        if (Maybe()) MakeReading(id, i);
      }
    }
  }

  void MakeReading(v1::MachineDirection direction, int trigger) {
    v1::MachineQueryReading& reading = *request_.add_readings();
    reading.set_direction(direction);
    reading.set_trigger(trigger);
    reading.set_result(static_cast<v1::MachineQueryResult>(Between(1, 9)));
    reading.set_value(Maybe() ? absl::StrCat(Between(0, 100)) : "NaN");
    reading.set_http_status(Between(100, 599));
  }

  void MakeMachineSet() {
    v1::ControlPlaneMachineSet& machine_set = *request_.mutable_control_plane_machine_set();
    machine_set.mutable_metadata()->set_generation(Between(0, 2));
    v1::ControlPlaneMachineSetSpec& spec = *machine_set.mutable_spec();
    spec.set_replicas(3);
    if (Maybe()) spec.set_state("Active");
    v1::ControlPlaneMachineProviderSpec& provider = *spec.mutable_template_()
                                                         ->mutable_machines_v1beta1_machine_openshift_io()
                                                         ->mutable_spec()
                                                         ->mutable_provider_spec()
                                                         ->mutable_value();
    provider.set_kind("VSphereMachineProviderSpec");
    if (Maybe()) provider.set_num_cpus(Between(1, 5));
    provider.set_memory_mib(4'096);
    if (Maybe()) provider.set_disk_gib(Between(1, 200));
    if (Maybe()) machine_set.mutable_status()->set_updated_replicas(Between(0, 3));
  }

  void MakeSamples(v1::MachineNodeSamples& node, const std::string& name) {
    node.set_node(name);
    v1::MachineUsageSamples& cpu = *node.mutable_cpu();
    for (int i = Between(0, 24); i > 0; --i) {
      cpu.add_end_unix_nanos(NanosAt(kNoonSecond - i * 60 + Between(0, 70)));
      cpu.add_window_nanos(Maybe() ? 30'000'000'000 : 0);
      cpu.add_usages(Between(0, 5'000) * int64_t{1'000'000});
      if (Between(0, 50) > 0) cpu.add_capacities(Between(0, 5) * int64_t{1'000'000'000});
    }
  }

  FuzzedDataProvider& data_;
  v1::RecommendMachineRequest request_;
};

void CheckStep(const v1::RecommendMachineRequest& request, const v1::RecommendMachineResponse& response) {
  const bool up = response.outcome() == v1::MACHINE_OUTCOME_SCALE_UP;
  Require(response.reason() == v1::MACHINE_REASON_TRIGGERED && !response.degraded().degraded());
  Require(up == (response.target().weight() > response.current().weight()));
  Require(response.directions(up ? 0 : 1).state() == v1::MACHINE_DIRECTION_STATE_MET);
  Require(nlohmann::json::parse(response.patch()).is_array());
  for (const v1::MachineTriggerResult& trigger : response.triggers()) {
    Require(trigger.state() != v1::MACHINE_TRIGGER_STATE_ERROR);
  }
  if (response.cooldown_until().empty()) return;
  Require(*ParseInstant(response.cooldown_until()) <= *ParseInstant(request.now()));
}

void Check(const v1::RecommendMachineRequest& request, const v1::RecommendMachineResponse& response) {
  Require(response.outcome() != v1::MACHINE_OUTCOME_UNSPECIFIED && !response.summary().empty());
  Require(response.directions_size() == 2);
  if (response.outcome() == v1::MACHINE_OUTCOME_HOLD) {
    Require(!response.has_target() && response.patch().empty());
  } else {
    CheckStep(request, response);
  }
  // The same request must give the same bytes.
  v1::RecommendMachineResponse same;
  Require(RecommendMachine(request, same).ok() && same.SerializeAsString() == response.SerializeAsString());
  // The samples in the response must give the same result.
  v1::RecommendMachineRequest next = request;
  *next.mutable_samples() = response.samples();
  v1::RecommendMachineResponse again;
  Require(RecommendMachine(next, again).ok());
  Require(again.SerializeAsString() == response.SerializeAsString());
}

void Run(FuzzedDataProvider& data) {
  const v1::RecommendMachineRequest request = RequestMaker(data).Make();
  v1::RecommendMachineResponse response;
  const absl::Status status = RecommendMachine(request, response);
  Require(status.ok() || absl::IsInvalidArgument(status));
  if (status.ok()) Check(request, response);
}

}  // namespace
}  // namespace cpsizer

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider provider(data, size);
  cpsizer::Run(provider);
  return 0;
}
