// Tests requests about control plane machines with invalid fields. The response to each request is one error without a
// patch.
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cpsizer/limits.h"
#include "cpsizer/recommend_machine.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/engine/machine/requests.h"

namespace cpsizer {
namespace {

using ::cpsizer::testing::AddMachineCpu;
using ::cpsizer::testing::AddMachineLoad;
using ::cpsizer::testing::AddMachineReading;
using ::cpsizer::testing::AddMachineUse;
using ::cpsizer::testing::CpuMachineRequest;
using ::cpsizer::testing::DecideMachine;
using ::cpsizer::testing::MachineErrors;
using ::cpsizer::testing::MachineSamplesOf;
using ::cpsizer::testing::OutcomeAndReason;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Request = v1::RecommendMachineRequest;

struct ErrorCase {
  const char* error;
  std::function<void(Request&)> change;
};

v1::MachineUsageSamples& CpuSamples(Request& request) {
  return *request.mutable_samples(0)->mutable_cpu();
}

v1::MachineUsageSamples& MemorySamples(Request& request) {
  return *request.mutable_samples(0)->mutable_memory();
}

v1::ControlPlaneMachineSetAutoscaler& AutoscalerOf(Request& request) {
  return *request.mutable_control_plane_machine_set_autoscaler();
}

TEST(MachineErrors, EachFieldThatCannotBeReadIsNamed) {
  const ErrorCase kCases[] = {
      {"FIELD_MISSING controlPlaneMachineSetAutoscaler",
       [](Request& r) { r.clear_control_plane_machine_set_autoscaler(); }},
      {"FIELD_MISSING controlPlaneMachineSet", [](Request& r) { r.clear_control_plane_machine_set(); }},
      {"FIELD_MISSING now", [](Request& r) { r.clear_now(); }},
      {"TIME_MALFORMED now", [](Request& r) { r.set_now("noon"); }},
      {"FIELD_MISSING nodes[0]", [](Request& r) { r.set_nodes(0, ""); }},
      {"FIELD_MISSING nodes[1]", [](Request& r) { r.set_nodes(1, ""); }},
      {"LIMIT_EXCEEDED nodes[1]", [](Request& r) { r.set_nodes(1, std::string(kMaxNameBytes + 1, 'n')); }},
      {"FIELD_MISSING samples[0].node", [](Request& r) { r.mutable_samples(0)->clear_node(); }},
      {"ENUM_UNKNOWN metricsSource",
       [](Request& r) { r.set_metrics_source(static_cast<v1::MachineMetricsSource>(9)); }},
      {"ENUM_UNKNOWN options.detail", [](Request& r) { r.mutable_options()->set_detail(static_cast<v1::Detail>(9)); }},
      {"DURATION_MALFORMED options.sampleInterval", [](Request& r) { r.mutable_options()->set_sample_interval("1"); }},
      {"VALUE_OUT_OF_RANGE options.sampleInterval", [](Request& r) { r.mutable_options()->set_sample_interval("0s"); }},
      {"COLUMN_LENGTH_MISMATCH samples[0].cpu.windowNanos", [](Request& r) { CpuSamples(r).clear_window_nanos(); }},
      {"COLUMN_LENGTH_MISMATCH samples[0].cpu.usages", [](Request& r) { CpuSamples(r).add_usages(1); }},
      {"COLUMN_LENGTH_MISMATCH samples[0].memory.capacities",
       [](Request& r) { MemorySamples(r).mutable_capacities()->RemoveLast(); }},
      {"VALUE_NEGATIVE samples[0].cpu.windowNanos[2]", [](Request& r) { CpuSamples(r).set_window_nanos(2, -1); }},
      {"VALUE_NEGATIVE samples[0].cpu.usages[9]", [](Request& r) { CpuSamples(r).set_usages(9, -1); }},
      {"VALUE_NEGATIVE samples[0].memory.usages[0]", [](Request& r) { MemorySamples(r).set_usages(0, INT64_MIN); }},
      {"VALUE_NEGATIVE samples[0].memory.capacities[1]", [](Request& r) { MemorySamples(r).set_capacities(1, -1); }},
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
      {"VALUE_OUT_OF_RANGE readings[0].trigger",
       [](Request& r) { AddMachineReading(r, v1::MACHINE_DIRECTION_DOWN, 1, v1::MACHINE_QUERY_RESULT_EMPTY); }},
  };
  for (const ErrorCase& c : kCases) {
    Request request = CpuMachineRequest();
    AddMachineLoad(request, 10, 3'600);
    c.change(request);
    EXPECT_THAT(MachineErrors(request), ElementsAre(c.error));
  }
}

TEST(MachineErrors, AReadingWithoutAQueryNamesItsDirection) {
  for (const v1::MachineDirection direction : {v1::MACHINE_DIRECTION_UP, v1::MACHINE_DIRECTION_DOWN}) {
    Request request = CpuMachineRequest();
    AddMachineReading(request, direction, 0, v1::MACHINE_QUERY_RESULT_EMPTY);
    v1::RecommendMachineResponse response;
    EXPECT_FALSE(RecommendMachine(request, response).ok());
    EXPECT_EQ(response.findings(0).message(),
              absl::StrCat(direction == v1::MACHINE_DIRECTION_UP ? "spec.scaleUp" : "spec.scaleDown",
                           ".triggers has no query at index 0; give the index of a trigger of the type prometheus"));
  }
}

TEST(MachineErrors, APendingChangeHasADirectionAndATime) {
  Request request = CpuMachineRequest();
  AutoscalerOf(request).mutable_status()->mutable_pending_scale()->set_direction("Sideways");
  EXPECT_THAT(MachineErrors(request), ElementsAre("VALUE_NOT_SUPPORTED status.pendingScale.direction",
                                                  "FIELD_MISSING status.pendingScale.time"));
}

// Tests the readings of a query. The query is the trigger with index 1 of scaleUp.
TEST(MachineErrors, ReadingsOfAQuery) {
  const ErrorCase kCases[] = {
      {"FIELD_MISSING readings[0].result",
       [](Request& r) { r.mutable_readings(0)->set_result(v1::MACHINE_QUERY_RESULT_UNSPECIFIED); }},
      {"ENUM_UNKNOWN readings[0].result",
       [](Request& r) { r.mutable_readings(0)->set_result(static_cast<v1::MachineQueryResult>(77)); }},
      {"NUMBER_MALFORMED readings[0].value", [](Request& r) { r.mutable_readings(0)->set_value("many"); }},
      {"NUMBER_MALFORMED readings[0].value", [](Request& r) { r.mutable_readings(0)->clear_value(); }},
      {"NUMBER_MALFORMED readings[0].value", [](Request& r) { r.mutable_readings(0)->set_value(" 1"); }},
      {"NUMBER_MALFORMED readings[0].value", [](Request& r) { r.mutable_readings(0)->set_value("0x10"); }},
      {"NUMBER_MALFORMED readings[0].value", [](Request& r) { r.mutable_readings(0)->set_value("1e400"); }},
      {"VALUE_OUT_OF_RANGE readings[0].httpStatus",
       [](Request& r) { r.mutable_readings(0)->set_result(v1::MACHINE_QUERY_RESULT_HTTP_ERROR); }},
      {"VALUE_OUT_OF_RANGE readings[0].httpStatus",
       [](Request& r) {
         r.mutable_readings(0)->set_result(v1::MACHINE_QUERY_RESULT_HTTP_ERROR);
         r.mutable_readings(0)->set_http_status(200);
       }},
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

// These samples belong to a node that no longer exists.
TEST(MachineErrors, SamplesOfOtherNodesAreNotRead) {
  Request request = CpuMachineRequest();
  AddMachineLoad(request, 10, 3'600);
  AddMachineCpu(request, "gone", 0, -1);
  EXPECT_EQ(OutcomeAndReason(request), "SCALE_UP TRIGGERED");
}

TEST(MachineErrors, EachLimitHoldsAtTheBoundAndNotPastIt) {
  Request nodes = CpuMachineRequest();
  while (nodes.nodes_size() < kMaxMachineNodes) nodes.add_nodes(absl::StrCat("n", nodes.nodes_size()));
  EXPECT_THAT(MachineErrors(nodes), IsEmpty());
  nodes.add_nodes("one-more");
  EXPECT_THAT(MachineErrors(nodes), ElementsAre("LIMIT_EXCEEDED nodes"));

  Request samples = CpuMachineRequest();
  v1::MachineUsageSamples& memory = *MachineSamplesOf(samples, "a").mutable_memory();
  for (int i = 0; i < kMaxMachineSamples; ++i) {
    AddMachineCpu(samples, "a", i / 2, 1'000);
    AddMachineUse(i, 1, 2, memory);
  }
  EXPECT_THAT(MachineErrors(samples), IsEmpty());
  AddMachineCpu(samples, "b", 0, 1'000);
  EXPECT_THAT(MachineErrors(samples), ElementsAre("LIMIT_EXCEEDED samples"));
  samples.mutable_samples()->RemoveLast();
  AddMachineUse(0, 1, 2, memory);
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
  for (int i = 0; i < 2 * kMaxMachineFindings; ++i) AddMachineCpu(request, "a", i, -1);
  EXPECT_EQ(MachineErrors(request).size(), static_cast<size_t>(kMaxMachineFindings));
}

// The largest amounts and times that the fields can represent must not overflow.
TEST(MachineErrors, TheLargestValues) {
  Request request = CpuMachineRequest();
  request.set_now("9999-12-31T23:59:59Z");
  AutoscalerOf(request).mutable_status()->set_last_scale_up_time("9999-12-31T23:59:59Z");
  AutoscalerOf(request).mutable_spec()->mutable_scale_up()->set_scale_up_delay("2562047h");
  AutoscalerOf(request).mutable_spec()->mutable_scale_up()->mutable_triggers(0)->mutable_cpu()->set_time_window(
      "2562047h");
  for (const char* node : {"a", "b", "c"}) {
    v1::MachineUsageSamples& cpu = *MachineSamplesOf(request, node).mutable_cpu();
    for (const int64_t end : {INT64_MIN, int64_t{0}, INT64_MAX}) {
      AddMachineUse(end, INT64_MAX, 1, cpu);
      cpu.set_window_nanos(cpu.window_nanos_size() - 1, INT64_MAX);
    }
  }
  v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(response.cooldown_until(), "9999-12-31T23:59:59Z");
  EXPECT_EQ(response.samples(0).cpu().utilizations(0), 922'337'203'685'477'580'700.0);
  request.set_now("2026-01-02T12:00:00Z");
  response = DecideMachine(request);
  EXPECT_EQ(response.triggers(0).nodes(0).utilization(), "922337203685477580800");
  for (v1::MachineNodeSamples& node : *request.mutable_samples()) {
    node.mutable_cpu()->set_usages(1, 10'000'000'000'000'000);
  }
  response = DecideMachine(request);
  EXPECT_EQ(response.triggers(0).nodes(0).utilization(), "1000000000000000000");
  request.mutable_options()->set_sample_interval("2562047h");
  EXPECT_THAT(MachineErrors(request), ElementsAre("VALUE_OUT_OF_RANGE spec.scaleUp.triggers[0].cpu.timeWindow",
                                                  "VALUE_OUT_OF_RANGE spec.scaleDown.triggers[0].cpu.timeWindow"));
  // The sample interval is 2562047h. Even the largest possible window is shorter than two such intervals.
  for (v1::AutoscalerScalingDefinition* direction : {AutoscalerOf(request).mutable_spec()->mutable_scale_up(),
                                                     AutoscalerOf(request).mutable_spec()->mutable_scale_down()}) {
    direction->mutable_triggers(0)->mutable_cpu()->set_time_window("2562047h47m16.854775807s");
  }
  EXPECT_EQ(MachineErrors(request).size(), 2u);
}

}  // namespace
}  // namespace cpsizer
