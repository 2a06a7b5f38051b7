#include "client/sidecar/machine/machine_controller.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "client/sidecar/control/status_fields.h"
#include "gmock/gmock.h"
#include "tests/machine/machine_objects_json.h"
#include "tests/sidecar/machine/machine_fixture.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class MachineControllerTest : public ::testing::Test, public MachineFixture {
 protected:
  MachineControllerTest() : MachineFixture(/*enforce=*/true) {
    server.autoscaler["spec"]["syncPeriod"] = "1m";
    Report();
    controller->Start();
  }

  // Returns the condition with the type `type`, or null if it does not exist.
  Json Condition(const std::string& type) const {
    const Json conditions = server.status().value("conditions", Json::array());
    for (const Json& condition : conditions) {
      if (condition["type"] == type) return condition;
    }
    return nullptr;
  }
  size_t Patches() const {
    return static_cast<size_t>(std::count_if(server.writes.begin(), server.writes.end(), [](const std::string& write) {
      return absl::StartsWith(write, "patch ");
    }));
  }
  absl::Time LastScale(const char* field) const { return TimeOf(server.status().value(field, "")); }
};

TEST_F(MachineControllerTest, StepsUpOnceAfterItsWindow) {
  percent = 90;
  Pass(absl::Minutes(3));
  EXPECT_EQ(server.Size(), "small");
  EXPECT_EQ(Condition("ScalingActive")["reason"], "InsufficientData");
  const absl::Time before = Wall();
  Pass(absl::Minutes(4));
  EXPECT_EQ(server.Size(), "medium");
  EXPECT_GE(LastScale("lastScaleUpTime"), before);
  EXPECT_EQ(server.status()["currentSize"], "medium");
  EXPECT_EQ(server.status()["desiredSize"], "medium");
  EXPECT_FALSE(server.status().contains("pendingScale"));
  EXPECT_EQ(counters.writes["machine_set"], 1);
  EXPECT_THAT(log, Contains(HasSubstr("machine size changed namespace=openshift-machine-api autoscaler=cluster "
                                      "direction=Up from=small to=medium")));
  EXPECT_THAT(log, Contains(HasSubstr("triggers=scaleUp[0] cpu 90 > 80 over 5m (a 90 of 5 samples, b 90 of 5")));
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events[0].reason, "MachineSizeChanged");
}

TEST_F(MachineControllerTest, WritesPendingThenPatchThenTime) {
  percent = 90;
  while (Patches() == 0) Pass(absl::Minutes(1));
  const auto patch = std::find(server.writes.begin(), server.writes.end(), "patch medium");
  EXPECT_EQ(*(patch - 1), "status pending small -> medium");
  EXPECT_EQ(*(patch + 1), "status");
}

TEST_F(MachineControllerTest, TheDelayOfAStepBlocksBothDirections) {
  percent = 90;
  FillWindow();
  ASSERT_EQ(server.Size(), "medium");
  const absl::Time stepped = LastScale("lastScaleUpTime");
  percent = 10;
  Pass(absl::Minutes(100));
  EXPECT_EQ(server.Size(), "medium");
  EXPECT_EQ(Condition("ScalingActive")["reason"], "CoolingDown");
  Pass(absl::Minutes(25));
  EXPECT_EQ(server.Size(), "small");
  EXPECT_GE(LastScale("lastScaleDownTime"), stepped + absl::Minutes(120));
  EXPECT_EQ(Patches(), 2u);
}

TEST_F(MachineControllerTest, ARestartDoesNotForgetTheDelayOrTheWindow) {
  percent = 90;
  FillWindow();
  ASSERT_EQ(server.Size(), "medium");
  Restart();
  Pass(absl::Minutes(3));
  EXPECT_EQ(Condition("ScalingActive")["reason"], "InsufficientData");
  Pass(absl::Minutes(100));
  EXPECT_EQ(server.Size(), "medium");
  Pass(absl::Minutes(20));
  EXPECT_EQ(server.Size(), "large");
}

TEST_F(MachineControllerTest, KilledBetweenStatusAndPatchItNeitherDoublesNorForgets) {
  percent = 90;
  server.before_patch = [this] { may_write = false; };
  while (may_write) Pass(absl::Minutes(1));
  ASSERT_THAT(server.writes, Contains("status pending small -> medium"));
  EXPECT_EQ(Patches(), 0u);
  server.before_patch = [] {};
  may_write = true;
  Restart();
  Pass(absl::Minutes(1));
  EXPECT_TRUE(server.status().contains("pendingScale")) << "the patch may still be on its way";
  Pass(absl::Minutes(3));
  EXPECT_FALSE(server.status().contains("pendingScale"));
  EXPECT_FALSE(server.status().contains("lastScaleUpTime"));
  FillWindow();
  EXPECT_EQ(server.Size(), "medium");
  EXPECT_EQ(Patches(), 1u);
}

TEST_F(MachineControllerTest, KilledRightAfterThePatchTheStepCounts) {
  percent = 90;
  server.status_failures.clear();
  server.before_patch = [this] { server.status_failures.assign(1'000, absl::UnavailableError("killed")); };
  FillWindow();
  ASSERT_EQ(server.Size(), "medium");
  ASSERT_TRUE(server.status().contains("pendingScale"));
  const std::string time = server.status()["pendingScale"]["time"];
  server.before_patch = [] {};
  server.status_failures.clear();
  Restart();
  Pass(absl::Minutes(1));
  EXPECT_FALSE(server.status().contains("pendingScale"));
  EXPECT_EQ(server.status()["lastScaleUpTime"], time);
  Pass(absl::Minutes(100));
  EXPECT_EQ(server.Size(), "medium");
  EXPECT_EQ(Patches(), 1u);
}

TEST_F(MachineControllerTest, DetectsALostResponse) {
  percent = 90;
  server.lose_answer = true;
  FillWindow();
  Pass(absl::Minutes(2));
  EXPECT_EQ(server.Size(), "medium");
  EXPECT_EQ(Patches(), 1u);
  EXPECT_TRUE(server.status().contains("lastScaleUpTime"));
  EXPECT_THAT(log, Contains(HasSubstr("it is unknown whether the machine size changed")));
  EXPECT_THAT(log, Contains(HasSubstr("the pending change of the machine size has taken effect")));
}

TEST_F(MachineControllerTest, ARefusedSizeIsNotAStep) {
  percent = 90;
  server.patch_failures.assign(
      2, kube::ApiError(403, "admission webhook denied the request: no such size", absl::nullopt));
  FillWindow();
  EXPECT_EQ(server.Size(), "small");
  EXPECT_FALSE(server.status().contains("pendingScale"));
  EXPECT_FALSE(server.status().contains("lastScaleUpTime"));
  EXPECT_EQ(HoldReason(), "WRITE_FAILED");
  EXPECT_EQ(Condition("ScalingActive")["status"], "False");
  EXPECT_EQ(Condition("ScalingActive")["reason"], "ChangeRefused");
  EXPECT_THAT(std::string(Condition("ScalingActive")["message"]), HasSubstr("no such size"));
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events[0].reason, "MachineSizeRefused");
  EXPECT_TRUE(events[0].warning);
  Pass(absl::Minutes(12));
  EXPECT_EQ(server.Size(), "medium");
  EXPECT_EQ(HoldReason(), "");
}

TEST_F(MachineControllerTest, ASizeThatIsAlwaysRefusedStaysHeld) {
  percent = 90;
  server.patch_failures.assign(100, kube::ApiError(403, "no such size", absl::nullopt));
  FillWindow();
  ASSERT_EQ(HoldReason(), "WRITE_FAILED");
  Pass(absl::Minutes(40));
  EXPECT_EQ(HoldReason(), "WRITE_FAILED");
  EXPECT_GT(Status().held["WRITE_FAILED"].longest, absl::Minutes(39));
  EXPECT_EQ(Status().held_begun["WRITE_FAILED"], 1);
}

TEST_F(MachineControllerTest, ARefusedStatusHoldsTheMachines) {
  percent = 90;
  server.status_failures.assign(1'000, kube::ApiError(403, "cannot patch resource", absl::nullopt));
  FillWindow();
  EXPECT_EQ(server.Size(), "small");
  EXPECT_EQ(Patches(), 0u);
  ASSERT_EQ(HoldReason(), "WRITE_FAILED");
  EXPECT_THAT(events, SizeIs(1)) << "once";
  EXPECT_EQ(events[0].reason, "FailedUpdateStatus");
  EXPECT_TRUE(events[0].warning);
  const size_t failures = server.status_failures.size();
  Pass(absl::Minutes(40));
  EXPECT_GE(server.status_failures.size() + 60, failures) << "once a minute";
  EXPECT_EQ(HoldReason(), "WRITE_FAILED");
  EXPECT_EQ(Status().held_begun["WRITE_FAILED"], 1);
  server.status_failures.clear();
  Pass(absl::Minutes(12));
  EXPECT_EQ(server.Size(), "medium");
  EXPECT_EQ(HoldReason(), "");
}

TEST_F(MachineControllerTest, AConflictOfThePatchNeverHolds) {
  percent = 90;
  server.patch_failures.assign(5, kube::ApiError(409, "conflict", absl::nullopt));
  FillWindow();
  Pass(absl::Minutes(5));
  EXPECT_EQ(Status().held_begun.count("WRITE_FAILED"), 0u);
  EXPECT_EQ(server.Size(), "medium");
}

TEST_F(MachineControllerTest, ABusyApiServerIsNotARefusal) {
  percent = 90;
  server.patch_failures = {kube::ApiError(429, "too many requests", absl::nullopt)};
  FillWindow();
  for (const kube::Event& event : events) EXPECT_FALSE(event.warning) << event.note;
  EXPECT_EQ(server.Size(), "medium");
  EXPECT_EQ(Patches(), 1u);
}

TEST_F(MachineControllerTest, AMachineSetThatChangedMeanwhileIsReadAgain) {
  percent = 90;
  server.before_patch = [this] {
    server.SetSize("large");
    server.before_patch = [] {};
  };
  FillWindow();
  EXPECT_EQ(server.Size(), "large");
  EXPECT_EQ(Patches(), 0u);
  EXPECT_FALSE(server.status().contains("lastScaleUpTime"));
  EXPECT_EQ(Condition("ScalingActive")["reason"], "AtMaximumSize");
  EXPECT_THAT(events, IsEmpty());
}

TEST_F(MachineControllerTest, OfTwoControllersOneMakesTheStep) {
  percent = 90;
  Pass(absl::Minutes(3));
  // Another controller has written the status, but the watch has not reported this write yet.
  server.autoscaler["metadata"]["resourceVersion"] = "of the other one";
  FillWindow();
  EXPECT_EQ(Patches(), 0u) << "the version that was read is the precondition of the status";
  EXPECT_GT(counters.write_conflicts, 0);
}

TEST_F(MachineControllerTest, WaitsForARollout) {
  percent = 90;
  server.autoscaler["spec"]["scaleUp"]["scaleUpDelay"] = "0s";
  Report();
  server.before_patch = [this] { server.machine_set["metadata"]["generation"] = 2; };
  FillWindow();
  ASSERT_EQ(server.Size(), "medium");
  Pass(absl::Minutes(30));
  EXPECT_EQ(server.Size(), "medium");
  EXPECT_EQ(HoldReason(), "ROLLOUT_IN_PROGRESS");
  server.machine_set["status"]["observedGeneration"] = 2;
  Pass(absl::Minutes(3));
  EXPECT_EQ(server.Size(), "large");
  EXPECT_EQ(HoldReason(), "");
}

TEST_F(MachineControllerTest, ABrokenQuerySetsDegradedAndChangesNothing) {
  percent = 90;
  server.autoscaler["spec"]["scaleDown"]["triggers"].push_back(machine::QueryTriggerJson("https://p", "1"));
  Report();
  v1::MachineQueryReading reading;
  reading.set_direction(v1::MACHINE_DIRECTION_DOWN);
  reading.set_trigger(1);
  reading.set_result(v1::MACHINE_QUERY_RESULT_HTTP_ERROR);
  reading.set_http_status(400);
  readings = {reading};
  FillWindow();
  EXPECT_EQ(server.Size(), "small");
  EXPECT_EQ(Condition("Degraded")["status"], "True");
  EXPECT_EQ(Condition("Degraded")["reason"], "PrometheusQueryInvalid");
  EXPECT_EQ(Condition("ScalingActive")["status"], "False");
  EXPECT_EQ(HoldReason(), "METRICS_FAILED");
  readings[0].set_result(v1::MACHINE_QUERY_RESULT_VALUE);
  readings[0].set_value("7");
  Pass(absl::Minutes(2));
  EXPECT_EQ(server.Size(), "medium");
  EXPECT_EQ(Condition("Degraded")["status"], "False");
}

TEST_F(MachineControllerTest, AnUnavailableMetricsApiIsDegraded) {
  source = v1::MACHINE_METRICS_SOURCE_UNAVAILABLE;
  Pass(absl::Minutes(2));
  EXPECT_EQ(Condition("Degraded")["reason"], "MetricsAPIUnavailable");
}

TEST_F(MachineControllerTest, ARefusalOfTheServiceIsInTheStatus) {
  server.autoscaler["spec"]["scaleUp"]["selectPolicy"] = "best";
  Report();
  percent = 90;
  FillWindow();
  EXPECT_EQ(server.Size(), "small");
  EXPECT_EQ(HoldReason(), "INPUT_REFUSED");
  EXPECT_EQ(Condition("ScalingActive")["reason"], "InputRefused");
  EXPECT_THAT(std::string(Condition("ScalingActive")["message"]), HasSubstr("selectPolicy"));
  server.autoscaler["spec"]["scaleUp"].erase("selectPolicy");
  Report();
  Pass(absl::Minutes(1));
  EXPECT_EQ(HoldReason(), "");
  EXPECT_EQ(server.Size(), "medium");
}

TEST_F(MachineControllerTest, AServiceThatIsDownChangesNothing) {
  percent = 90;
  service.broken = absl::UnavailableError("down");
  FillWindow();
  EXPECT_EQ(server.Size(), "small");
  EXPECT_EQ(HoldReason(), "SERVICE_FAILED");
  EXPECT_THAT(server.writes, IsEmpty());
  service.broken = absl::OkStatus();
  Pass(absl::Minutes(2));
  EXPECT_EQ(server.Size(), "medium");
}

TEST_F(MachineControllerTest, WritesNothingForAnInvalidResponse) {
  percent = 90;
  service.corrupt_machine = [](v1::RecommendMachineResponse& response) {
    if (response.outcome() == v1::MACHINE_OUTCOME_HOLD) return;
    response.set_patch(R"([{"op":"replace","path":"/spec/replicas","value":5}])");
  };
  FillWindow();
  EXPECT_EQ(Patches(), 0u);
  EXPECT_EQ(HoldReason(), "INVALID_RESPONSE");
  EXPECT_GT(counters.invalid_responses, 0);
  EXPECT_FALSE(server.status().contains("pendingScale"));
}

TEST_F(MachineControllerTest, AFailedObservationIsRetried) {
  percent = 90;
  broken = absl::UnavailableError("the ControlPlaneMachineSet cluster: no answer");
  FillWindow();
  EXPECT_EQ(HoldReason(), "NOT_OBSERVED");
  broken = absl::OkStatus();
  Pass(absl::Minutes(2));
  EXPECT_EQ(HoldReason(), "");
}

TEST_F(MachineControllerTest, ADeletedAutoscalerIsNotDecided) {
  ReportDeleted();
  percent = 90;
  FillWindow();
  EXPECT_THAT(server.writes, IsEmpty());
  EXPECT_EQ(Status().objects, 0u);
}

TEST_F(MachineControllerTest, ConditionsKeepTheTimeOfTheirLastChange) {
  Pass(absl::Minutes(2));
  const std::string since = Condition("Degraded")["lastTransitionTime"];
  Pass(absl::Minutes(30));
  EXPECT_EQ(Condition("Degraded")["lastTransitionTime"], since);
}

class ObservedMachinesTest : public ::testing::Test, public MachineFixture {
 protected:
  ObservedMachinesTest() : MachineFixture(/*enforce=*/false) {
    Report();
    controller->Start();
  }
};

TEST_F(ObservedMachinesTest, ObserveModeWritesNothingAndReportsDryRuns) {
  percent = 90;
  FillWindow();
  Pass(absl::Minutes(30));
  EXPECT_THAT(server.writes, IsEmpty());
  EXPECT_THAT(events, IsEmpty());
  EXPECT_THAT(log, Contains(HasSubstr("would change the machine size")));
  EXPECT_EQ(Status().observed["disagree"], 1);
  percent = 50;
  Pass(absl::Minutes(40));
  EXPECT_EQ(Status().observed["agree"], 1);
}

TEST_F(ObservedMachinesTest, APendingChangeOfAnotherProcessIsNotPolled) {
  server.autoscaler["status"]["pendingScale"] = {
      {"direction", "Up"}, {"from", "small"}, {"to", "medium"}, {"time", "2020-01-01T00:00:00Z"}};
  Report();
  Pass(absl::Minutes(8));
  service.machines_asked.clear();
  Pass(absl::Minutes(60));
  EXPECT_LE(service.machines_asked.size(), 3u);
  EXPECT_THAT(server.writes, IsEmpty());
}

}  // namespace
}  // namespace cpsizer::sidecar
