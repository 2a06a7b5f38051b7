// Requests about control plane machines that cannot be read: one error for each, and never a patch.
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/machine/questions.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddMachineLoad;
using ::cpsizer::testing::AddMachineReading;
using ::cpsizer::testing::AddMachineSample;
using ::cpsizer::testing::CpuMachineRequest;
using ::cpsizer::testing::DecideMachine;
using ::cpsizer::testing::MachineErrors;
using ::cpsizer::testing::MachineGist;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Request = v1::RecommendMachineRequest;

struct ErrorCase {
  const char* error;
  std::function<void(Request&)> change;
};

v1::MachineSample& FirstSample(Request& request) {
  return *request.mutable_samples(0)->mutable_samples(0);
}

v1::ControlPlaneMachineSetAutoscaler& AutoscalerOf(Request& request) {
  return *request.mutable_control_plane_machine_set_autoscaler();
}

// A text that repeats that of the sample before is read only once if it can be read.
TEST(MachineErrors, EachRepetitionOfABadCapacityIsNamed) {
  Request request = CpuMachineRequest();
  AddMachineSample(request, "a", 120, "1");
  AddMachineSample(request, "a", 60, "1").set_cpu_capacity("four");
  AddMachineSample(request, "a", 0, "1").set_cpu_capacity("four");
  EXPECT_THAT(MachineErrors(request), ElementsAre("QUANTITY_MALFORMED samples[0].samples[1].cpuCapacity",
                                                  "QUANTITY_MALFORMED samples[0].samples[2].cpuCapacity"));
}

TEST(MachineErrors, EachFieldThatCannotBeReadIsNamed) {
  const ErrorCase kCases[] = {
      {"FIELD_MISSING controlPlaneMachineSetAutoscaler",
       [](Request& r) { r.clear_control_plane_machine_set_autoscaler(); }},
      {"FIELD_MISSING controlPlaneMachineSet", [](Request& r) { r.clear_control_plane_machine_set(); }},
      {"FIELD_MISSING now", [](Request& r) { r.clear_now(); }},
      {"TIME_MALFORMED now", [](Request& r) { r.set_now("noon"); }},
      {"FIELD_MISSING nodes[1]", [](Request& r) { r.set_nodes(1, ""); }},
      {"LIMIT_EXCEEDED nodes[1]", [](Request& r) { r.set_nodes(1, std::string(kMaxNameBytes + 1, 'n')); }},
      {"FIELD_MISSING samples[0].node", [](Request& r) { r.mutable_samples(0)->clear_node(); }},
      {"ENUM_UNKNOWN metricsSource",
       [](Request& r) { r.set_metrics_source(static_cast<v1::MachineMetricsSource>(9)); }},
      {"ENUM_UNKNOWN options.detail", [](Request& r) { r.mutable_options()->set_detail(static_cast<v1::Detail>(9)); }},
      {"DURATION_MALFORMED options.sampleInterval", [](Request& r) { r.mutable_options()->set_sample_interval("1"); }},
      {"VALUE_OUT_OF_RANGE options.sampleInterval", [](Request& r) { r.mutable_options()->set_sample_interval("0s"); }},
      {"FIELD_MISSING samples[0].samples[0].timestamp", [](Request& r) { FirstSample(r).clear_timestamp(); }},
      {"TIME_MALFORMED samples[0].samples[0].timestamp", [](Request& r) { FirstSample(r).set_timestamp("12:00"); }},
      {"DURATION_MALFORMED samples[0].samples[0].window", [](Request& r) { FirstSample(r).set_window("30"); }},
      {"VALUE_OUT_OF_RANGE samples[0].samples[0].window", [](Request& r) { FirstSample(r).set_window("-30s"); }},
      {"QUANTITY_MALFORMED samples[0].samples[0].cpuUsage", [](Request& r) { FirstSample(r).set_cpu_usage("much"); }},
      {"VALUE_NEGATIVE samples[0].samples[0].cpuUsage", [](Request& r) { FirstSample(r).set_cpu_usage("-1"); }},
      {"QUANTITY_OUT_OF_RANGE samples[0].samples[0].cpuCapacity",
       [](Request& r) { FirstSample(r).set_cpu_capacity("9E30"); }},
      {"QUANTITY_MALFORMED samples[0].samples[0].memoryUsage",
       [](Request& r) { FirstSample(r).set_memory_usage("8GB"); }},
      {"VALUE_NEGATIVE samples[0].samples[0].memoryCapacity",
       [](Request& r) { FirstSample(r).set_memory_capacity("-1Gi"); }},
      {"TIME_MALFORMED status.lastScaleUpTime",
       [](Request& r) { AutoscalerOf(r).mutable_status()->set_last_scale_up_time("yesterday"); }},
      {"TIME_MALFORMED status.lastScaleDownTime",
       [](Request& r) { AutoscalerOf(r).mutable_status()->set_last_scale_down_time("0"); }},
      {"KIND_MISMATCH controlPlaneMachineSet.kind",
       [](Request& r) { r.mutable_control_plane_machine_set()->set_kind("MachineSet"); }},
      {"NAME_NOT_CLUSTER controlPlaneMachineSet.metadata.name",
       [](Request& r) { r.mutable_control_plane_machine_set()->mutable_metadata()->set_name("other"); }},
      {"KIND_MISMATCH kind", [](Request& r) { AutoscalerOf(r).set_kind("HorizontalPodAutoscaler"); }},
      {"FIELD_MISSING readings[0].direction",
       [](Request& r) { AddMachineReading(r, v1::MACHINE_DIRECTION_UNSPECIFIED, 0, v1::MACHINE_QUERY_RESULT_EMPTY); }},
      {"ENUM_UNKNOWN readings[0].direction",
       [](Request& r) {
         AddMachineReading(r, static_cast<v1::MachineDirection>(9), 0, v1::MACHINE_QUERY_RESULT_EMPTY);
       }},
      {"VALUE_OUT_OF_RANGE readings[0].trigger",
       [](Request& r) { AddMachineReading(r, v1::MACHINE_DIRECTION_UP, 0, v1::MACHINE_QUERY_RESULT_EMPTY); }},
      {"VALUE_OUT_OF_RANGE readings[0].trigger",
       [](Request& r) { AddMachineReading(r, v1::MACHINE_DIRECTION_UP, -1, v1::MACHINE_QUERY_RESULT_EMPTY); }},
  };
  for (const ErrorCase& c : kCases) {
    Request request = CpuMachineRequest();
    AddMachineLoad(request, 10, 3'600);
    c.change(request);
    EXPECT_THAT(MachineErrors(request), ElementsAre(c.error));
  }
}

TEST(MachineErrors, APendingChangeHasADirectionAndATime) {
  Request request = CpuMachineRequest();
  AutoscalerOf(request).mutable_status()->mutable_pending_scale()->set_direction("Sideways");
  EXPECT_THAT(MachineErrors(request), ElementsAre("VALUE_NOT_SUPPORTED status.pendingScale.direction",
                                                  "FIELD_MISSING status.pendingScale.time"));
}

// Readings of a query: the trigger with index 1 of scaleUp.
TEST(MachineErrors, ReadingsOfAQuery) {
  const ErrorCase kCases[] = {
      {"FIELD_MISSING readings[0].result",
       [](Request& r) { r.mutable_readings(0)->set_result(v1::MACHINE_QUERY_RESULT_UNSPECIFIED); }},
      {"ENUM_UNKNOWN readings[0].result",
       [](Request& r) { r.mutable_readings(0)->set_result(static_cast<v1::MachineQueryResult>(77)); }},
      {"NUMBER_MALFORMED readings[0].value", [](Request& r) { r.mutable_readings(0)->set_value("many"); }},
      {"NUMBER_MALFORMED readings[0].value", [](Request& r) { r.mutable_readings(0)->clear_value(); }},
      {"VALUE_OUT_OF_RANGE readings[0].httpStatus",
       [](Request& r) { r.mutable_readings(0)->set_result(v1::MACHINE_QUERY_RESULT_HTTP_ERROR); }},
      {"FIELD_FORBIDDEN readings[1]", [](Request& r) { *r.add_readings() = r.readings(0); }},
  };
  for (const ErrorCase& c : kCases) {
    Request request = CpuMachineRequest();
    v1::AutoscalerTrigger& trigger = *AutoscalerOf(request).mutable_spec()->mutable_scale_up()->add_triggers();
    trigger.set_type("prometheus");
    trigger.mutable_prometheus()->set_server_address("https://thanos:9091");
    trigger.mutable_prometheus()->set_query("load");
    trigger.mutable_prometheus()->set_threshold("80");
    AddMachineReading(request, v1::MACHINE_DIRECTION_UP, 1, v1::MACHINE_QUERY_RESULT_VALUE, "1");
    EXPECT_THAT(MachineErrors(request), IsEmpty());
    c.change(request);
    EXPECT_THAT(MachineErrors(request), ElementsAre(c.error));
  }
}

// They would be for machines that are gone.
TEST(MachineErrors, SamplesOfOtherNodesAreNotRead) {
  Request request = CpuMachineRequest();
  AddMachineLoad(request, 10, 3'600);
  AddMachineSample(request, "gone", 0, "much");
  EXPECT_EQ(MachineGist(request), "SCALE_UP TRIGGERED");
}

TEST(MachineErrors, EachLimitHoldsAtTheBoundAndNotPastIt) {
  Request nodes = CpuMachineRequest();
  while (nodes.nodes_size() < kMaxMachineNodes) nodes.add_nodes(absl::StrCat("n", nodes.nodes_size()));
  EXPECT_THAT(MachineErrors(nodes), IsEmpty());
  nodes.add_nodes("one-more");
  EXPECT_THAT(MachineErrors(nodes), ElementsAre("LIMIT_EXCEEDED nodes"));

  Request samples = CpuMachineRequest();
  for (int i = 0; i < kMaxMachineSamples; ++i) AddMachineSample(samples, "a", i / 2, "1");
  EXPECT_THAT(MachineErrors(samples), IsEmpty());
  AddMachineSample(samples, "b", 0, "1");
  EXPECT_THAT(MachineErrors(samples), ElementsAre("LIMIT_EXCEEDED samples"));

  Request entries = CpuMachineRequest();
  for (int i = 0; i < kMaxMachineSamples; ++i) entries.add_samples()->set_node("gone");
  EXPECT_THAT(MachineErrors(entries), IsEmpty());
  entries.add_samples()->set_node("gone");
  EXPECT_THAT(MachineErrors(entries), ElementsAre("LIMIT_EXCEEDED samples"));

  Request readings = CpuMachineRequest();
  for (int i = 0; i <= kMaxMachineTriggers; ++i) readings.add_readings();
  EXPECT_THAT(MachineErrors(readings), ElementsAre("LIMIT_EXCEEDED readings"));
}

TEST(MachineErrors, FindingsAreBoundedAndTheFirstErrorIsKept) {
  Request request = CpuMachineRequest();
  for (int i = 0; i < 2 * kMaxMachineFindings; ++i) AddMachineSample(request, "a", i, "much");
  EXPECT_EQ(MachineErrors(request).size(), static_cast<size_t>(kMaxMachineFindings));
}

// The largest amounts and times that can be written do not overflow.
TEST(MachineErrors, TheLargestValues) {
  Request request = CpuMachineRequest();
  request.set_now("9999-12-31T23:59:59Z");
  AutoscalerOf(request).mutable_status()->set_last_scale_up_time("9999-12-31T23:59:59Z");
  AutoscalerOf(request).mutable_spec()->mutable_scale_up()->set_scale_up_delay("2562047h");
  AutoscalerOf(request).mutable_spec()->mutable_scale_up()->mutable_triggers(0)->mutable_cpu()->set_time_window(
      "2562047h");
  for (const char* node : {"a", "b", "c"}) {
    v1::MachineSample& sample = AddMachineSample(request, node, 0, "9223372036854775807");
    sample.set_timestamp("9999-12-31T23:59:59Z");
    sample.set_window("2562047h");
    sample.set_cpu_capacity("1n");
  }
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(response.cooldown_until(), "9999-12-31T23:59:59Z");
  EXPECT_EQ(response.samples(0).samples(0).cpu_arithmetic(),
            "100 x 9223372036854775807 / 1n = 922337203685477580700000000000");
}

}  // namespace
}  // namespace cpsizer
