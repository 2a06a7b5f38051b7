// The size of control plane machines. There is one vector for each kind of decision.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"
#include "tests/conformance/vector.h"
#include "tests/engine/machine/requests.h"

namespace cpsizer::conformance {
namespace {

using testing::AddMachineLoad;
using testing::AddMachineReading;
using testing::MachineRequest;
using testing::ProviderSpec;

constexpr char kUtilization[] = "machine-utilization";
constexpr char kQueries[] = "machine-queries";
constexpr char kDecision[] = "machine-decision";
constexpr char kPatch[] = "machine-patch";
constexpr char kProviderSpecPath[] =
    "controlPlaneMachineSet.spec.template.machines_v1beta1_machine_openshift_io.spec.providerSpec.value";

// Returns a request with one node of 4 CPUs. The node uses `millicores` during the two minutes of the window. The
// autoscaler requires the next larger size above 80 % and the next smaller size below 40 %.
v1::RecommendMachineRequest Loaded(int millicores) {
  v1::RecommendMachineRequest request = MachineRequest(
      R"("scaleUp": {"triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "2m"}}]},
         "scaleDown": {"triggers": [{"type": "cpu", "cpu": {"value": "40", "timeWindow": "2m"}}]})");
  request.clear_nodes();
  request.add_nodes("a");
  AddMachineLoad(request, 2, millicores);
  return request;
}

void RemoveLastSample(v1::MachineUsageSamples& samples) {
  samples.mutable_end_unix_nanos()->RemoveLast();
  samples.mutable_window_nanos()->RemoveLast();
  samples.mutable_usages()->RemoveLast();
  samples.mutable_capacities()->RemoveLast();
}

v1::AutoscalerTrigger& AddQuery(v1::AutoscalerScalingDefinition& direction, bool ignore) {
  v1::AutoscalerTrigger& trigger = *direction.add_triggers();
  trigger.set_type("prometheus");
  trigger.mutable_prometheus()->set_server_address("https://thanos-querier.example.com:9091");
  trigger.mutable_prometheus()->set_query("load");
  trigger.mutable_prometheus()->set_threshold("80");
  trigger.mutable_prometheus()->set_ignore_null_values(ignore);
  return trigger;
}

// Returns a request with one query of scaleUp for each result. There are no other triggers.
v1::RecommendMachineRequest Queried(const std::vector<v1::MachineQueryResult>& results, bool ignore) {
  v1::RecommendMachineRequest request = MachineRequest("");
  v1::AutoscalerScalingDefinition& up =
      *request.mutable_control_plane_machine_set_autoscaler()->mutable_spec()->mutable_scale_up();
  for (const v1::MachineQueryResult result : results) {
    AddQuery(up, ignore);
    v1::MachineQueryReading& reading =
        AddMachineReading(request, v1::MACHINE_DIRECTION_UP, up.triggers_size() - 1, result);
    if (result == v1::MACHINE_QUERY_RESULT_VALUE) reading.set_value("90");
    if (result == v1::MACHINE_QUERY_RESULT_HTTP_ERROR) reading.set_http_status(503);
  }
  return request;
}

// Returns a request with these sizes. The trigger of its query is met and therefore requires the next larger size.
v1::RecommendMachineRequest Platform(absl::string_view platform, absl::string_view sizes, absl::string_view spec) {
  v1::RecommendMachineRequest request = Queried({v1::MACHINE_QUERY_RESULT_VALUE}, true);
  v1::AutoscalerMachineSizes& machines = *request.mutable_control_plane_machine_set_autoscaler()
                                              ->mutable_spec()
                                              ->mutable_machine_configuration()
                                              ->mutable_machines_v1beta1_machine_openshift_io()
                                              ->mutable_machine_configurations();
  machines.Clear();
  ProviderSpec(request).Clear();
  using google::protobuf::util::JsonStringToMessage;
  EXPECT_TRUE(JsonStringToMessage(absl::StrCat(R"({"platform": ")", platform, R"(", )", sizes, "}"), &machines).ok());
  EXPECT_TRUE(JsonStringToMessage(std::string(spec), &ProviderSpec(request)).ok());
  return request;
}

std::vector<Vector> UtilizationVectors() {
  return {
      {kUtilization,
       "a CPU utilization above the threshold",
       Loaded(3'600),
       {"SCALE_UP TRIGGERED", "s2 to s3",
        R"([{"op":"test","path":"B/instanceType","value":"s2"},{"op":"replace","path":"B/instanceType","value":"s3"}])",
        "cpu 90 > 80: MET", "cpu 90 < 40: NOT_MET", "MET", "NOT_MET", "not before 2026-01-02T14:00:00Z"}},
      {kUtilization,
       "a CPU utilization below the threshold",
       Loaded(1'200),
       {"SCALE_DOWN TRIGGERED", "s2 to s1",
        R"([{"op":"test","path":"B/instanceType","value":"s2"},{"op":"replace","path":"B/instanceType","value":"s1"}])",
        "cpu 30 > 80: NOT_MET", "cpu 30 < 40: MET", "NOT_MET", "MET", "not before 2026-01-02T14:00:00Z"}},
      {kUtilization,
       "equality meets neither direction",
       Loaded(3'200),
       {"HOLD NO_TRIGGER_MET", "cpu 80 > 80: NOT_MET", "cpu 80 < 40: NOT_MET", "NOT_MET", "NOT_MET"}},
      {kUtilization,
       "a window that is not full",
       With(Loaded(3'600), [](auto& request) { RemoveLastSample(*request.mutable_samples(0)->mutable_cpu()); }),
       {"HOLD INSUFFICIENT_DATA", "cpu  > 80: UNKNOWN", "cpu  < 40: UNKNOWN", "UNDETERMINED", "UNDETERMINED",
        "not before 2026-01-02T12:01:00Z"}},
      {kUtilization,
       "a sample without its length",
       With(Loaded(3'600), [](auto& request) { request.mutable_samples(0)->mutable_cpu()->clear_window_nanos(); }),
       {"INVALID_ARGUMENT COLUMN_LENGTH_MISMATCH", "samples[0].cpu.windowNanos"}},
      {kUtilization,
       "a window for which a request has too few samples",
       With(Loaded(3'600),
            [](auto& request) {
              v1::AutoscalerScalingDefinition& up =
                  *request.mutable_control_plane_machine_set_autoscaler()->mutable_spec()->mutable_scale_up();
              up.mutable_triggers(0)->mutable_cpu()->set_time_window("20001m");
              up.set_scale_up_delay("20001m");
            }),
       {"HOLD INSUFFICIENT_DATA", "cpu  > 80: UNKNOWN", "cpu 90 < 40: NOT_MET", "UNDETERMINED", "NOT_MET",
        "not before 2026-01-16T09:19:00Z", "WARNING WINDOW_EXCEEDS_SAMPLES spec.scaleUp.triggers[0].cpu.timeWindow"}},
      {kUtilization,
       "a node without samples",
       With(Loaded(3'600), [](auto& request) { request.add_nodes("new"); }),
       {"HOLD INSUFFICIENT_DATA", "cpu  > 80: UNKNOWN", "cpu  < 40: UNKNOWN", "UNDETERMINED", "UNDETERMINED",
        "not before 2026-01-02T12:02:00Z"}},
      {kUtilization,
       "a metric that has disappeared",
       With(Loaded(3'600), [](auto& request) { request.set_now("2026-01-02T12:06:00Z"); }),
       {"HOLD METRICS_ERROR", "cpu  > 80: ERROR", "cpu  < 40: ERROR", "ERROR", "ERROR", "MetricsDisappeared"}},
      {kUtilization,
       "a metrics API that is unavailable",
       With(Loaded(3'600),
            [](auto& request) {
              request.clear_samples();
              request.set_metrics_source(v1::MACHINE_METRICS_SOURCE_UNAVAILABLE);
            }),
       {"HOLD METRICS_ERROR", "cpu  > 80: ERROR", "cpu  < 40: ERROR", "ERROR", "ERROR", "MetricsAPIUnavailable"}},
      {kUtilization,
       "a metrics API that denies access",
       With(Loaded(3'600),
            [](auto& request) {
              request.clear_samples();
              request.set_metrics_source(v1::MACHINE_METRICS_SOURCE_FORBIDDEN);
            }),
       {"HOLD METRICS_ERROR", "cpu  > 80: ERROR", "cpu  < 40: ERROR", "ERROR", "ERROR", "MetricsAPIForbidden"}},
      {kUtilization,
       "with full windows a metrics API that answers again does not matter",
       With(Loaded(2'400), [](auto& request) { request.set_metrics_source(v1::MACHINE_METRICS_SOURCE_OK); }),
       {"HOLD NO_TRIGGER_MET", "cpu 60 > 80: NOT_MET", "cpu 60 < 40: NOT_MET", "NOT_MET", "NOT_MET"}},
  };
}

std::vector<Vector> QueryVectors() {
  return {
      {kQueries,
       "a query above its threshold",
       Queried({v1::MACHINE_QUERY_RESULT_VALUE}, true),
       {"SCALE_UP TRIGGERED", "s2 to s3",
        R"([{"op":"test","path":"B/instanceType","value":"s2"},{"op":"replace","path":"B/instanceType","value":"s3"}])",
        "prometheus 90 > 80: MET", "MET", "DISABLED", "not before 2026-01-02T14:00:00Z"}},
      {kQueries,
       "queries without a number are ignored",
       Queried({v1::MACHINE_QUERY_RESULT_EMPTY, v1::MACHINE_QUERY_RESULT_NON_FINITE}, true),
       {"HOLD NO_TRIGGER_MET", "prometheus  > 80: IGNORED", "prometheus  > 80: IGNORED", "NOT_MET", "DISABLED"}},
      {kQueries,
       "queries without a number are errors where they are not ignored",
       Queried({v1::MACHINE_QUERY_RESULT_EMPTY, v1::MACHINE_QUERY_RESULT_NON_FINITE}, false),
       {"HOLD METRICS_ERROR", "prometheus  > 80: ERROR", "prometheus  > 80: ERROR", "ERROR", "DISABLED",
        "PrometheusMetricMissing"}},
      {kQueries,
       "each error of a query",
       Queried({v1::MACHINE_QUERY_RESULT_MULTIPLE, v1::MACHINE_QUERY_RESULT_BAD_TYPE,
                v1::MACHINE_QUERY_RESULT_AUTH_FAILED, v1::MACHINE_QUERY_RESULT_HTTP_ERROR,
                v1::MACHINE_QUERY_RESULT_UNREACHABLE, v1::MACHINE_QUERY_RESULT_MALFORMED},
               true),
       {"HOLD METRICS_ERROR", "prometheus  > 80: ERROR", "prometheus  > 80: ERROR", "prometheus  > 80: ERROR",
        "prometheus  > 80: ERROR", "prometheus  > 80: ERROR", "prometheus  > 80: ERROR", "ERROR", "DISABLED",
        "PrometheusAuthenticationFailed"}},
      {kQueries,
       "an error in one direction stops the other",
       With(Loaded(3'600),
            [](auto& request) {
              AddQuery(*request.mutable_control_plane_machine_set_autoscaler()->mutable_spec()->mutable_scale_down(),
                       true);
              AddMachineReading(request, v1::MACHINE_DIRECTION_DOWN, 1, v1::MACHINE_QUERY_RESULT_UNREACHABLE);
            }),
       {"HOLD METRICS_ERROR", "cpu 90 > 80: MET", "cpu 90 < 40: NOT_MET", "prometheus  < 80: ERROR", "MET", "ERROR",
        "PrometheusUnavailable", "WARNING TRIGGER_POLICY_OMITTED spec.scaleDown.triggerPolicy"}},
      {kQueries,
       "a reading of a trigger that is not a query",
       With(Loaded(3'600),
            [](auto& request) {
              AddMachineReading(request, v1::MACHINE_DIRECTION_UP, 0, v1::MACHINE_QUERY_RESULT_VALUE, "1");
            }),
       {"INVALID_ARGUMENT VALUE_OUT_OF_RANGE", "readings[0].trigger"}},
  };
}

std::vector<Vector> StepVectors() {
  return {
      {kDecision, "no direction is on", MachineRequest(""), {"HOLD SCALING_DISABLED", "DISABLED", "DISABLED"}},
      {kDecision,
       "both directions are met",
       With(Loaded(3'600),
            [](auto& request) {
              request.mutable_control_plane_machine_set_autoscaler()
                  ->mutable_spec()
                  ->mutable_scale_down()
                  ->mutable_triggers(0)
                  ->mutable_cpu()
                  ->set_value("95");
            }),
       {"SCALE_UP TRIGGERED", "s2 to s3",
        R"([{"op":"test","path":"B/instanceType","value":"s2"},{"op":"replace","path":"B/instanceType","value":"s3"}])",
        "cpu 90 > 80: MET", "cpu 90 < 95: MET", "MET", "MET", "not before 2026-01-02T14:00:00Z",
        "WARNING THRESHOLDS_OVERLAP spec.scaleDown.triggers"}},
      {kDecision,
       "the largest size",
       With(Loaded(3'600), [](auto& request) { ProviderSpec(request).set_instance_type("s3"); }),
       {"HOLD AT_MAXIMUM_SIZE", "cpu 90 > 80: MET", "cpu 90 < 40: NOT_MET", "MET", "NOT_MET"}},
      {kDecision,
       "the smallest size",
       With(Loaded(1'200), [](auto& request) { ProviderSpec(request).set_instance_type("s1"); }),
       {"HOLD AT_MINIMUM_SIZE", "cpu 30 > 80: NOT_MET", "cpu 30 < 40: MET", "NOT_MET", "MET"}},
      {kDecision,
       "a size that is not listed",
       With(Loaded(3'600), [](auto& request) { ProviderSpec(request).set_instance_type("s9"); }),
       {"HOLD CURRENT_SIZE_NOT_IN_LADDER", "cpu 90 > 80: MET", "cpu 90 < 40: NOT_MET", "MET", "NOT_MET",
        absl::StrCat("WARNING MACHINE_SIZE_NOT_IN_LADDER ", kProviderSpecPath)}},
      {kDecision,
       "a set that is not active",
       With(Loaded(3'600),
            [](auto& request) { request.mutable_control_plane_machine_set()->mutable_spec()->set_state("Inactive"); }),
       {"HOLD MACHINE_SET_INACTIVE", "cpu 90 > 80: MET", "cpu 90 < 40: NOT_MET", "MET", "NOT_MET",
        "WARNING MACHINE_SET_INACTIVE controlPlaneMachineSet.spec.state"}},
      {kDecision,
       "a set that is being deleted",
       With(Loaded(3'600),
            [](auto& request) {
              request.mutable_control_plane_machine_set()->mutable_metadata()->set_deletion_timestamp(
                  "2026-01-02T03:04:05Z");
            }),
       {"HOLD MACHINE_SET_DELETING", "cpu 90 > 80: MET", "cpu 90 < 40: NOT_MET", "MET", "NOT_MET"}},
      {kDecision,
       "a set that replaces machines on deletion alone",
       With(Loaded(3'600),
            [](auto& request) {
              request.mutable_control_plane_machine_set()->mutable_spec()->mutable_strategy()->set_type("OnDelete");
            }),
       {"SCALE_UP TRIGGERED", "s2 to s3",
        R"([{"op":"test","path":"B/instanceType","value":"s2"},{"op":"replace","path":"B/instanceType","value":"s3"}])",
        "cpu 90 > 80: MET", "cpu 90 < 40: NOT_MET", "MET", "NOT_MET", "not before 2026-01-02T14:00:00Z",
        "WARNING MACHINE_SET_ON_DELETE controlPlaneMachineSet.spec.strategy.type"}},
      {kDecision,
       "a rollout that is under way",
       With(Loaded(3'600),
            [](auto& request) {
              request.mutable_control_plane_machine_set()->mutable_status()->set_updated_replicas(2);
            }),
       {"HOLD ROLLOUT_IN_PROGRESS", "cpu 90 > 80: MET", "cpu 90 < 40: NOT_MET", "MET", "NOT_MET"}},
      {kDecision,
       "the delay after a change to a smaller size blocks a change to a larger one",
       With(Loaded(3'600),
            [](auto& request) {
              request.mutable_control_plane_machine_set_autoscaler()->mutable_status()->set_last_scale_down_time(
                  "2026-01-02T10:00:01Z");
            }),
       {"HOLD COOLING_DOWN", "cpu 90 > 80: MET", "cpu 90 < 40: NOT_MET", "MET", "NOT_MET",
        "not before 2026-01-02T12:00:01Z"}},
      {kDecision,
       "a change in the future is treated as a change now",
       With(Loaded(3'600),
            [](auto& request) {
              request.mutable_control_plane_machine_set_autoscaler()->mutable_status()->set_last_scale_up_time(
                  "2026-01-02T12:00:01Z");
            }),
       {"HOLD COOLING_DOWN", "cpu 90 > 80: MET", "cpu 90 < 40: NOT_MET", "MET", "NOT_MET",
        "not before 2026-01-02T14:00:00Z", "WARNING LAST_SCALE_IN_FUTURE status.lastScaleUpTime"}},
      {kDecision,
       "a delay does not include its end",
       With(Loaded(3'600),
            [](auto& request) {
              request.mutable_control_plane_machine_set_autoscaler()->mutable_status()->set_last_scale_down_time(
                  "2026-01-02T10:00:00Z");
            }),
       {"SCALE_UP TRIGGERED", "s2 to s3",
        R"([{"op":"test","path":"B/instanceType","value":"s2"},{"op":"replace","path":"B/instanceType","value":"s3"}])",
        "cpu 90 > 80: MET", "cpu 90 < 40: NOT_MET", "MET", "NOT_MET", "not before 2026-01-02T14:00:00Z"}},
      {kDecision,
       "a pending change that was made is treated as the last change",
       With(Loaded(3'600),
            [](auto& request) {
              v1::AutoscalerPendingScale& pending =
                  *request.mutable_control_plane_machine_set_autoscaler()->mutable_status()->mutable_pending_scale();
              pending.set_direction("Up");
              pending.set_from("s1");
              pending.set_to("s2");
              pending.set_time("2026-01-02T11:50:00Z");
            }),
       {"HOLD COOLING_DOWN", "cpu 90 > 80: MET", "cpu 90 < 40: NOT_MET", "MET", "NOT_MET",
        "not before 2026-01-02T13:50:00Z"}},
      {kDecision,
       "an empty request",
       v1::RecommendMachineRequest(),
       {"INVALID_ARGUMENT FIELD_MISSING", "controlPlaneMachineSetAutoscaler", "controlPlaneMachineSet", "now"}},
  };
}

std::vector<Vector> PatchVectors() {
  return {
      {kPatch,
       "AWS",
       Platform("AWS",
                R"("aws": [{"weight": 1, "instanceType": "m6i.xlarge"}, {"weight": 2, "instanceType": "m6i.2xlarge"}])",
                R"({"kind": "AWSMachineProviderConfig", "instanceType": "m6i.xlarge"})"),
       {"SCALE_UP TRIGGERED", "m6i.xlarge to m6i.2xlarge",
        R"([{"op":"test","path":"B/instanceType","value":"m6i.xlarge"},{"op":"replace","path":"B/instanceType","value":"m6i.2xlarge"}])",
        "prometheus 90 > 80: MET", "MET", "DISABLED", "not before 2026-01-02T14:00:00Z"}},
      {kPatch,
       "Azure, in any case of letters",
       Platform("Azure",
                R"("azure": [{"weight": 1, "vmSize": "Standard_D8s_v3"}, {"weight": 2, "vmSize": "Standard_D16s_v3"}])",
                R"({"kind": "AzureMachineProviderSpec", "vmSize": "standard_d8s_v3"})"),
       {"SCALE_UP TRIGGERED", "Standard_D8s_v3 to Standard_D16s_v3",
        R"([{"op":"test","path":"B/vmSize","value":"standard_d8s_v3"},{"op":"replace","path":"B/vmSize","value":"Standard_D16s_v3"}])",
        "prometheus 90 > 80: MET", "MET", "DISABLED", "not before 2026-01-02T14:00:00Z"}},
      {kPatch,
       "GCP",
       Platform(
           "GCP",
           R"("gcp": [{"weight": 1, "machineType": "n2-standard-4"}, {"weight": 2, "machineType": "n2-standard-8"}])",
           R"({"kind": "GCPMachineProviderSpec", "machineType": "n2-standard-4"})"),
       {"SCALE_UP TRIGGERED", "n2-standard-4 to n2-standard-8",
        R"([{"op":"test","path":"B/machineType","value":"n2-standard-4"},{"op":"replace","path":"B/machineType","value":"n2-standard-8"}])",
        "prometheus 90 > 80: MET", "MET", "DISABLED", "not before 2026-01-02T14:00:00Z"}},
      {kPatch,
       "OpenStack",
       Platform("OpenStack",
                R"("openstack": [{"weight": 1, "flavor": "m1.large"}, {"weight": 2, "flavor": "m1.xlarge"}])",
                R"({"kind": "OpenstackProviderSpec", "flavor": "m1.large"})"),
       {"SCALE_UP TRIGGERED", "m1.large to m1.xlarge",
        R"([{"op":"test","path":"B/flavor","value":"m1.large"},{"op":"replace","path":"B/flavor","value":"m1.xlarge"}])",
        "prometheus 90 > 80: MET", "MET", "DISABLED", "not before 2026-01-02T14:00:00Z"}},
      {kPatch,
       "Nutanix, whose memory is a quantity",
       Platform(
           "Nutanix", R"("nutanix": [{"weight": 1, "vcpuSockets": 4, "vcpusPerSocket": 1, "memorySize": "16Gi"},
                      {"weight": 2, "vcpuSockets": 8, "vcpusPerSocket": 1, "memorySize": "32Gi"}])",
           R"({"kind": "NutanixMachineProviderConfig", "vcpuSockets": 4, "vcpusPerSocket": 1, "memorySize": "16384Mi"})"),
       {"SCALE_UP TRIGGERED",
        "vcpuSockets 4, vcpusPerSocket 1, memorySize 16Gi to vcpuSockets 8, vcpusPerSocket 1, memorySize 32Gi",
        R"([{"op":"test","path":"B/vcpuSockets","value":4},{"op":"test","path":"B/vcpusPerSocket","value":1},{"op":"test","path":"B/memorySize","value":"16384Mi"},{"op":"replace","path":"B/vcpuSockets","value":8},{"op":"replace","path":"B/vcpusPerSocket","value":1},{"op":"replace","path":"B/memorySize","value":"32Gi"}])",
        "prometheus 90 > 80: MET", "MET", "DISABLED", "not before 2026-01-02T14:00:00Z"}},
      {kPatch,
       "vSphere with a disk, and sockets that do not divide the CPUs",
       With(
           Platform(
               "VSphere",
               R"("vsphere": [{"weight": 1, "numCPUs": 4, "memoryMiB": 16384}, {"weight": 2, "numCPUs": 6, "memoryMiB": 32768, "diskGiB": 240}])",
               R"({"kind": "VSphereMachineProviderSpec", "numCPUs": 4, "numCoresPerSocket": 4, "memoryMiB": 16384})"),
           [](auto& request) {
             request.mutable_control_plane_machine_set()->mutable_metadata()->set_resource_version("4711");
           }),
       {"SCALE_UP TRIGGERED", "numCPUs 4, memoryMiB 16384 to numCPUs 6, memoryMiB 32768, diskGiB 240",
        R"([{"op":"test","path":"/metadata/resourceVersion","value":"4711"},{"op":"test","path":"B/numCPUs","value":4},{"op":"test","path":"B/memoryMiB","value":16384},{"op":"replace","path":"B/numCPUs","value":6},{"op":"replace","path":"B/memoryMiB","value":32768},{"op":"add","path":"B/diskGiB","value":240}])",
        "prometheus 90 > 80: MET", "MET", "DISABLED", "not before 2026-01-02T14:00:00Z",
        absl::StrCat("WARNING CORES_PER_SOCKET_MISMATCH ", kProviderSpecPath, ".numCoresPerSocket")}},
      {"detail",
       "a brief response about machines",
       With(Loaded(3'600), [](auto& request) { request.mutable_options()->set_detail(v1::DETAIL_BRIEF); }),
       {"SCALE_UP TRIGGERED", "s2 to s3",
        R"([{"op":"test","path":"B/instanceType","value":"s2"},{"op":"replace","path":"B/instanceType","value":"s3"}])",
        "cpu 90 > 80: MET", "cpu 90 < 40: NOT_MET", "MET", "NOT_MET", "not before 2026-01-02T14:00:00Z"}},
  };
}

}  // namespace

std::vector<Vector> MachineDecisionVectors() {
  std::vector<Vector> all;
  for (std::vector<Vector> part : {UtilizationVectors(), QueryVectors(), StepVectors(), PatchVectors()}) {
    for (Vector& vector : part) all.push_back(std::move(vector));
  }
  return all;
}

}  // namespace cpsizer::conformance
