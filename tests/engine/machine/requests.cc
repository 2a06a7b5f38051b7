#include "tests/engine/machine/requests.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "cpsizer/recommend_machine.h"
#include "cpsizer/status.h"
#include "google/protobuf/util/json_util.h"
#include "google/rpc/error_details.pb.h"
#include "gtest/gtest.h"

namespace cpsizer::testing {
namespace {

// 2026-01-02T00:00:00Z as Unix time.
constexpr int64_t kMidnight = 1'767'312'000;

}  // namespace

std::string MachineTime(int minutes, int seconds) {
  const int total = minutes * 60 + seconds;
  return absl::StrFormat("2026-01-02T%02d:%02d:%02dZ", total / 3'600, total / 60 % 60, total % 60);
}

v1::RecommendMachineRequest MachineRequest(absl::string_view spec) {
  v1::RecommendMachineRequest request;
  const std::string json = absl::StrCat(
      R"({"controlPlaneMachineSetAutoscaler": {"metadata": {"name": "cluster"}, "spec": {"machineConfiguration": {
          "machineType": "machines_v1beta1_machine_openshift_io", "machines_v1beta1_machine_openshift_io": {
          "machineConfigurations": {"platform": "AWS", "aws": [{"weight": 30, "instanceType": "s3"},
            {"weight": 10, "instanceType": "s1"}, {"weight": 20, "instanceType": "s2"}]}}})",
      spec.empty() ? "" : ", ", spec, R"(}},
        "controlPlaneMachineSet": {"metadata": {"generation": 3}, "spec": {"replicas": 3, "state": "Active",
          "strategy": {"type": "RollingUpdate"}, "template": {"machines_v1beta1_machine_openshift_io": {"spec": {
          "providerSpec": {"value": {"kind": "AWSMachineProviderConfig", "instanceType": "s2"}}}}}},
          "status": {"observedGeneration": 3, "replicas": 3, "updatedReplicas": 3}},
        "nodes": ["a", "b", "c"], "now": "2026-01-02T12:00:00Z"})");
  const auto status = google::protobuf::util::JsonStringToMessage(json, &request);
  EXPECT_TRUE(status.ok()) << status.ToString() << "\n" << json;
  return request;
}

v1::RecommendMachineRequest CpuMachineRequest() {
  return MachineRequest(R"("scaleUp": {"triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "10m"}}]},
    "scaleDown": {"triggers": [{"type": "cpu", "cpu": {"value": "40", "timeWindow": "10m"}}]})");
}

int64_t MachineNanos(int minutes, int seconds) {
  return (kMidnight + minutes * 60 + seconds) * 1'000'000'000;
}

v1::MachineNodeSamples& MachineSamplesOf(v1::RecommendMachineRequest& request, absl::string_view node) {
  for (v1::MachineNodeSamples& samples : *request.mutable_samples()) {
    if (samples.node() == node) return samples;
  }
  v1::MachineNodeSamples& samples = *request.add_samples();
  samples.set_node(std::string(node));
  return samples;
}

void AddMachineUse(int64_t end, int64_t usage, int64_t capacity, v1::MachineUsageSamples& samples) {
  samples.add_end_unix_nanos(end);
  samples.add_window_nanos(30'000'000'000);
  samples.add_usages(usage);
  samples.add_capacities(capacity);
}

void AddMachineCpu(v1::RecommendMachineRequest& request, absl::string_view node, int seconds, int millicores,
                   int capacity_millicores) {
  AddMachineUse(MachineNanos(kMachineNoon, -seconds), millicores * kMillicore, capacity_millicores * kMillicore,
                *MachineSamplesOf(request, node).mutable_cpu());
}

void AddMachineLoad(v1::RecommendMachineRequest& request, int minutes, int millicores, int mebibytes) {
  for (const std::string& node : request.nodes()) {
    v1::MachineUsageSamples& memory = *MachineSamplesOf(request, node).mutable_memory();
    for (int i = minutes - 1; i >= 0; --i) {
      AddMachineCpu(request, node, i * 60, millicores);
      AddMachineUse(MachineNanos(kMachineNoon - i), mebibytes * kMebibyte, 16 * 1'024 * kMebibyte, memory);
    }
  }
}

v1::MachineQueryReading& AddMachineReading(v1::RecommendMachineRequest& request, v1::MachineDirection direction,
                                           int trigger, v1::MachineQueryResult result, absl::string_view value) {
  v1::MachineQueryReading& reading = *request.add_readings();
  reading.set_direction(direction);
  reading.set_trigger(trigger);
  reading.set_result(result);
  reading.set_value(std::string(value));
  return reading;
}

v1::ControlPlaneMachineProviderSpec& ProviderSpec(v1::RecommendMachineRequest& request) {
  return *request.mutable_control_plane_machine_set()
              ->mutable_spec()
              ->mutable_template_()
              ->mutable_machines_v1beta1_machine_openshift_io()
              ->mutable_spec()
              ->mutable_provider_spec()
              ->mutable_value();
}

v1::RecommendMachineResponse DecideMachine(const v1::RecommendMachineRequest& request) {
  v1::RecommendMachineResponse response;
  const absl::Status status = RecommendMachine(request, response);
  EXPECT_TRUE(status.ok()) << status;
  return response;
}

std::string OutcomeAndReason(const v1::RecommendMachineResponse& response) {
  const std::string outcome = v1::MachineOutcome_Name(response.outcome());
  const std::string reason = v1::MachineReason_Name(response.reason());
  return absl::StrCat(absl::StripPrefix(outcome, "MACHINE_OUTCOME_"), " ",
                      absl::StripPrefix(reason, "MACHINE_REASON_"));
}

std::string OutcomeAndReason(const v1::RecommendMachineRequest& request) {
  return OutcomeAndReason(DecideMachine(request));
}

std::vector<std::string> MachineErrors(const v1::RecommendMachineRequest& request) {
  v1::RecommendMachineResponse response;
  const absl::Status status = RecommendMachine(request, response);
  std::vector<std::string> lines;
  if (status.ok()) return lines;
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  for (const v1::Finding& finding : response.findings()) {
    if (finding.severity() == v1::SEVERITY_ERROR) lines.push_back(absl::StrCat(finding.rule(), " ", finding.path()));
  }
  return lines;
}

std::vector<std::string> MachineWarnings(const v1::RecommendMachineResponse& response) {
  std::vector<std::string> rules;
  for (const v1::Finding& finding : response.findings()) rules.push_back(finding.rule());
  return rules;
}

}  // namespace cpsizer::testing
