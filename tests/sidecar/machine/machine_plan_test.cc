#include "client/sidecar/machine/machine_plan.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/sidecar/control/status_fields.h"
#include "cpsizer/status.h"
#include "gmock/gmock.h"

namespace cpsizer::sidecar {
namespace {

using MachineAction = MachinePlan::Action;
using ::testing::HasSubstr;

constexpr char kField[] = "/spec/template/machines_v1beta1_machine_openshift_io/spec/providerSpec/value/instanceType";
const absl::Time kPlanTime = absl::FromUnixSeconds(1'700'000'000);

std::string Operation(const std::string& op, const std::string& path, const std::string& value) {
  return absl::StrCat(R"({"op":")", op, R"(","path":")", path, R"(","value":)", value, "}");
}

std::string Patch(const std::vector<std::string>& operations) {
  return absl::StrCat("[", absl::StrJoin(operations, ","), "]");
}

v1::RecommendMachineRequest MachineRequest() {
  v1::RecommendMachineRequest request;
  request.mutable_control_plane_machine_set()->mutable_metadata()->set_resource_version("7");
  request.set_now(TimeText(kPlanTime));
  auto& sizes = *request.mutable_control_plane_machine_set_autoscaler()
                     ->mutable_spec()
                     ->mutable_machine_configuration()
                     ->mutable_machines_v1beta1_machine_openshift_io()
                     ->mutable_machine_configurations();
  int weight = 0;
  for (const char* name : {"small", "medium", "large"}) {
    v1::AutoscalerAwsSize& size = *sizes.add_aws();
    size.set_weight(++weight);
    size.set_instance_type(name);
  }
  return request;
}

v1::RecommendMachineRequest WithPending(absl::Duration age) {
  v1::RecommendMachineRequest request = MachineRequest();
  v1::AutoscalerPendingScale& pending =
      *request.mutable_control_plane_machine_set_autoscaler()->mutable_status()->mutable_pending_scale();
  pending.set_direction("Up");
  pending.set_from("small");
  pending.set_to("medium");
  pending.set_time(TimeText(kPlanTime - age));
  return request;
}

v1::RecommendMachineResponse Hold(const std::string& size) {
  v1::RecommendMachineResponse response;
  response.set_outcome(v1::MACHINE_OUTCOME_HOLD);
  response.set_reason(v1::MACHINE_REASON_NO_TRIGGER_MET);
  response.mutable_current()->set_name(size);
  response.set_requeue_after("30m");
  return response;
}

v1::RecommendMachineResponse StepUp() {
  v1::RecommendMachineResponse response = Hold("small");
  response.set_outcome(v1::MACHINE_OUTCOME_SCALE_UP);
  response.set_reason(v1::MACHINE_REASON_TRIGGERED);
  response.mutable_current()->set_weight(1);
  response.mutable_target()->set_name("medium");
  response.mutable_target()->set_weight(2);
  response.mutable_target()->set_index(1);
  response.set_patch(Patch({Operation("test", "/metadata/resourceVersion", "\"7\""),
                            Operation("test", kField, "\"small\""), Operation("replace", kField, "\"medium\"")}));
  return response;
}

TEST(MachinePlanTest, AStepHasItsPendingChange) {
  const MachinePlan plan = PlanMachine(MachineRequest(), StepUp(), kPlanTime, absl::ZeroDuration());
  EXPECT_EQ(plan.action, MachineAction::kScale);
  EXPECT_EQ(plan.held.reason, "");
  EXPECT_EQ(plan.pending.direction(), "Up");
  EXPECT_EQ(plan.pending.from(), "small");
  EXPECT_EQ(plan.pending.to(), "medium");
  EXPECT_EQ(plan.pending.time(), TimeText(kPlanTime));
  EXPECT_EQ(plan.next, absl::Minutes(30));
}

TEST(MachinePlanTest, AnInvalidResponseIsHeld) {
  struct Corruption {
    const char* note;
    std::function<void(v1::RecommendMachineResponse&)> make;
  };
  const std::string test = Operation("test", "/metadata/resourceVersion", "\"7\"");
  const std::string set = Operation("replace", kField, "\"medium\"");
  const auto patch = [](std::string text) {
    return [text](v1::RecommendMachineResponse& response) { response.set_patch(text); };
  };
  const std::vector<Corruption> corruptions = {
      {"no outcome", [](auto& response) { response.Clear(); }},
      {"no outcome", [](auto& response) { response.clear_reason(); }},
      {"a change without two sizes", [](auto& response) { response.clear_target(); }},
      {"a change without two sizes", [](auto& response) { response.clear_current(); }},
      {"a change without two sizes", [](auto& response) { response.mutable_target()->set_weight(1); }},
      {"a size that the autoscaler does not have", [](auto& response) { response.mutable_target()->set_index(7); }},
      {"a size that the autoscaler does not have", [](auto& response) { response.mutable_target()->set_index(3); }},
      {"a size that the autoscaler does not have", [](auto& response) { response.mutable_target()->set_index(-1); }},
      {"a size that the autoscaler does not have", [](auto& response) { response.mutable_target()->set_weight(9); }},
      {"more than one step",
       [](auto& response) {
         response.mutable_target()->set_weight(3);
         response.mutable_target()->set_index(2);
       }},
      {"another value of", patch(Patch({test, Operation("replace", kField, "\"gigantic\"")}))},
      {"another value of", patch(Patch({test, Operation("add", kField, "7")}))},
      {"a patch of /spec/template/machines_v1beta1_machine_openshift_io/spec/providerSpec/value/publicIP",
       patch(Patch({test, Operation("replace",
                                    "/spec/template/machines_v1beta1_machine_openshift_io/spec/providerSpec/value/"
                                    "publicIP",
                                    "true")}))},
      {"in the other direction", [](auto& response) { response.set_outcome(v1::MACHINE_OUTCOME_SCALE_DOWN); }},
      {"a patch that is not a list", patch("")},
      {"a patch that is not a list", patch("[]")},
      {"a patch that is not a list", patch("{}")},
      {"a malformed operation", patch("[7]")},
      {"a malformed operation", patch(R"([{"op":1,"path":2,"value":3}])")},
      {"a malformed operation", patch(R"([{"op":"remove","path":"/spec"}])")},
      {"without a test of the resource version", patch(Patch({set}))},
      {"a patch of /metadata/resourceVersion",
       patch(Patch({Operation("test", "/metadata/resourceVersion", "\"8\""), set}))},
      {"a patch of /spec/replicas", patch(Patch({test, Operation("replace", "/spec/replicas", "5")}))},
      {"a patch of /spec/template/machines_v1beta1_machine_openshift_io/spec/providerSpec/value/ami/id",
       patch(Patch({test, Operation("replace",
                                    "/spec/template/machines_v1beta1_machine_openshift_io/spec/providerSpec/value/"
                                    "ami/id",
                                    "\"x\"")}))},
      {"a patch of /spec/template/machines_v1beta1_machine_openshift_io/spec/providerSpec/value",
       patch(Patch(
           {test, Operation("replace", "/spec/template/machines_v1beta1_machine_openshift_io/spec/providerSpec/value",
                            "{}")}))},
      {"instanceType", patch(Patch({test, Operation("replace", kField, "{\"a\":1}")}))},
      {"instanceType", patch(Patch({test, Operation("move", kField, "\"medium\"")}))},
  };
  for (const Corruption& corruption : corruptions) {
    v1::RecommendMachineResponse response = StepUp();
    corruption.make(response);
    const MachinePlan plan = PlanMachine(MachineRequest(), response, kPlanTime, absl::ZeroDuration());
    EXPECT_EQ(plan.held.reason, "INVALID_RESPONSE") << corruption.note;
    EXPECT_NE(plan.action, MachineAction::kScale);
    EXPECT_THAT(plan.note, HasSubstr(corruption.note));
  }
}

TEST(MachinePlanTest, AStepOfAnAutoscalerWithoutSizesIsHeld) {
  v1::RecommendMachineRequest request = MachineRequest();
  request.mutable_control_plane_machine_set_autoscaler()->clear_spec();
  const MachinePlan plan = PlanMachine(request, StepUp(), kPlanTime, absl::ZeroDuration());
  EXPECT_EQ(plan.held.reason, "INVALID_RESPONSE");
  EXPECT_THAT(plan.note, HasSubstr("a size that the autoscaler does not have"));
}

TEST(MachinePlanTest, FindsSizesOutsideTheMachineConfigurations) {
  v1::RecommendMachineRequest request = MachineRequest();
  v1::AutoscalerMachineTemplate& outer = *request.mutable_control_plane_machine_set_autoscaler()
                                              ->mutable_spec()
                                              ->mutable_machine_configuration()
                                              ->mutable_machines_v1beta1_machine_openshift_io();
  outer.mutable_aws()->Swap(outer.mutable_machine_configurations()->mutable_aws());
  outer.set_platform("AWS");
  const MachinePlan plan = PlanMachine(request, StepUp(), kPlanTime, absl::ZeroDuration());
  EXPECT_EQ(plan.action, MachineAction::kScale) << plan.note;
}

TEST(MachinePlanTest, FindsTheSizeBetweenInAnyOrderOfSizes) {
  v1::RecommendMachineRequest request = MachineRequest();
  request.mutable_control_plane_machine_set_autoscaler()
      ->mutable_spec()
      ->mutable_machine_configuration()
      ->mutable_machines_v1beta1_machine_openshift_io()
      ->mutable_machine_configurations()
      ->mutable_aws()
      ->SwapElements(0, 1);
  v1::RecommendMachineResponse response = StepUp();
  response.mutable_current()->set_index(1);
  response.mutable_target()->set_weight(3);
  response.mutable_target()->set_index(2);
  const MachinePlan plan = PlanMachine(request, response, kPlanTime, absl::ZeroDuration());
  EXPECT_EQ(plan.held.reason, "INVALID_RESPONSE");
  EXPECT_THAT(plan.note, HasSubstr("a change of more than one step"));
}

TEST(MachinePlanTest, SetsTheInstanceTypeFromTheInstanceSize) {
  v1::RecommendMachineRequest request = MachineRequest();
  v1::AutoscalerAwsSize& target = *request.mutable_control_plane_machine_set_autoscaler()
                                       ->mutable_spec()
                                       ->mutable_machine_configuration()
                                       ->mutable_machines_v1beta1_machine_openshift_io()
                                       ->mutable_machine_configurations()
                                       ->mutable_aws(1);
  target.clear_instance_type();
  target.set_instance_size("medium");
  const MachinePlan plan = PlanMachine(request, StepUp(), kPlanTime, absl::ZeroDuration());
  EXPECT_EQ(plan.action, MachineAction::kScale) << plan.note;
}

TEST(MachinePlanTest, APendingChangeIsResolvedFirst) {
  EXPECT_EQ(PlanMachine(WithPending(absl::Hours(3)), StepUp(), kPlanTime, absl::ZeroDuration()).action,
            MachineAction::kDropped);
  EXPECT_EQ(PlanMachine(WithPending(absl::Seconds(119)), StepUp(), kPlanTime, absl::ZeroDuration()).action,
            MachineAction::kWait);
  EXPECT_EQ(PlanMachine(WithPending(absl::Seconds(119)), StepUp(), kPlanTime, absl::ZeroDuration()).next,
            absl::Seconds(1));
  EXPECT_EQ(PlanMachine(WithPending(absl::Minutes(2)), StepUp(), kPlanTime, absl::ZeroDuration()).action,
            MachineAction::kDropped);
  EXPECT_EQ(PlanMachine(WithPending(absl::Seconds(1)), Hold("medium"), kPlanTime, absl::ZeroDuration()).action,
            MachineAction::kApplied);
  EXPECT_EQ(PlanMachine(WithPending(absl::Seconds(1)), Hold("large"), kPlanTime, absl::ZeroDuration()).action,
            MachineAction::kApplied);
}

TEST(MachinePlanTest, WaitsForAPendingChangeInTheFutureFromItsFirstObservation) {
  const v1::RecommendMachineRequest request = WithPending(-absl::Hours(5));
  const MachinePlan plan = PlanMachine(request, Hold("small"), kPlanTime, absl::ZeroDuration());
  EXPECT_EQ(plan.action, MachineAction::kWait);
  EXPECT_EQ(plan.next, kPendingTimeout);
  EXPECT_EQ(PlanMachine(request, Hold("small"), kPlanTime, kPendingTimeout).action, MachineAction::kDropped);
}

TEST(MachinePlanTest, APendingChangeToASizeOutsideTheLadderCountsAsTheServiceDecides) {
  v1::RecommendMachineResponse response = Hold("");
  response.clear_current();
  response.set_reason(v1::MACHINE_REASON_CURRENT_SIZE_NOT_IN_LADDER);
  const v1::RecommendMachineRequest request = WithPending(absl::Seconds(10));
  EXPECT_EQ(PlanMachine(request, response, kPlanTime, absl::ZeroDuration()).action, MachineAction::kWait);
  response.set_last_scale_up_time(TimeText(kPlanTime - absl::Seconds(10)));
  EXPECT_EQ(PlanMachine(request, response, kPlanTime, absl::ZeroDuration()).action, MachineAction::kApplied);
}

TEST(MachinePlanTest, ReasonsThatHoldTheSize) {
  struct HoldCase {
    v1::MachineReason reason;
    const char* held;
  };
  const HoldCase cases[] = {
      {v1::MACHINE_REASON_MACHINE_SET_DELETING, "NOT_OBSERVED"},
      {v1::MACHINE_REASON_METRICS_ERROR, "METRICS_FAILED"},
      {v1::MACHINE_REASON_CURRENT_SIZE_NOT_IN_LADDER, "SIZE_NOT_IN_LADDER"},
      {v1::MACHINE_REASON_MACHINE_SET_INACTIVE, "MACHINE_SET_INACTIVE"},
      {v1::MACHINE_REASON_ROLLOUT_IN_PROGRESS, "ROLLOUT_IN_PROGRESS"},
      {v1::MACHINE_REASON_COOLING_DOWN, ""},
      {v1::MACHINE_REASON_NO_TRIGGER_MET, ""},
      {v1::MACHINE_REASON_SCALING_DISABLED, ""},
  };
  for (const HoldCase& hold : cases) {
    v1::RecommendMachineResponse response = Hold("small");
    response.set_reason(hold.reason);
    EXPECT_EQ(PlanMachine(MachineRequest(), response, kPlanTime, absl::ZeroDuration()).held.reason, hold.held);
  }
}

TEST(MachinePlanTest, NotesTheCauseOfADegradedHoldOrElseTheSummary) {
  v1::RecommendMachineResponse response = Hold("small");
  response.set_reason(v1::MACHINE_REASON_METRICS_ERROR);
  response.set_summary("the summary");
  response.mutable_degraded()->set_message("the cause");
  EXPECT_EQ(PlanMachine(MachineRequest(), response, kPlanTime, absl::ZeroDuration()).note, "the summary");
  response.mutable_degraded()->set_degraded(true);
  EXPECT_EQ(PlanMachine(MachineRequest(), response, kPlanTime, absl::ZeroDuration()).note, "the cause");
}

TEST(MachinePlanTest, WaitsAreWithinBounds) {
  const auto wait_of = [](const std::string& requeue_after, bool degraded) {
    v1::RecommendMachineResponse response = Hold("small");
    response.set_requeue_after(requeue_after);
    response.mutable_degraded()->set_degraded(degraded);
    return PlanMachine(MachineRequest(), response, kPlanTime, absl::ZeroDuration()).next;
  };
  EXPECT_EQ(wait_of("30m0s", false), absl::Minutes(30));
  EXPECT_EQ(wait_of("30m0s", true), absl::Minutes(1));
  EXPECT_EQ(wait_of("10s", true), absl::Seconds(10));
  EXPECT_EQ(wait_of("0s", false), absl::Seconds(1));
  EXPECT_EQ(wait_of("-5m", false), absl::Seconds(1));
  EXPECT_EQ(wait_of("9000h", false), absl::Hours(24));
  EXPECT_EQ(wait_of("soon", false), absl::Minutes(1));
}

TEST(MachinePlanTest, ErrorsAreHeldAsRefusalsOrFailures) {
  EXPECT_EQ(
      PlanMachine(MachineRequest(), absl::InvalidArgumentError("spec.x"), kPlanTime, absl::ZeroDuration()).held.reason,
      "INPUT_REFUSED");
  const MachinePlan down =
      PlanMachine(MachineRequest(), absl::UnavailableError("down"), kPlanTime, absl::ZeroDuration());
  EXPECT_EQ(down.held.reason, "SERVICE_FAILED");
  EXPECT_EQ(down.held.shared, "service");
}

TEST(MachinePlanTest, NamesOfReasonsAreThoseOfConditions) {
  EXPECT_EQ(ReasonName(v1::MACHINE_REASON_NO_TRIGGER_MET), "NoTriggerMet");
  EXPECT_EQ(ReasonName(v1::MACHINE_REASON_CURRENT_SIZE_NOT_IN_LADDER), "CurrentSizeNotInLadder");
  EXPECT_EQ(ReasonName(v1::MACHINE_REASON_UNSPECIFIED), "");
  EXPECT_EQ(ReasonName(static_cast<v1::MachineReason>(99)), "");
}

}  // namespace
}  // namespace cpsizer::sidecar
