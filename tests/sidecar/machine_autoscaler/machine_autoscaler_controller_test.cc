#include "client/sidecar/machine_autoscaler/machine_autoscaler_controller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "tests/sidecar/machine_autoscaler/scaling_fixture.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

Json TargetPatch(const std::string& name) {
  return {{"spec", {{"scaleTargetRef", {{"name", name}}}}}};
}

class MachineAutoscalerControllerTest : public ::testing::Test, public ScalingFixture {
 protected:
  MachineAutoscalerControllerTest() : ScalingFixture(/*enforce=*/true) {}

  void Begin() {
    Report();
    controller->Start();
    Settle();
  }
  // Starts with the MachineAutoscaler `a` and the MachineSet `x`. `x` already has the bounds of `a`, so the controller
  // has no work.
  void BeginBounded() {
    server.PutSet({"x"});
    server.PutAutoscaler({.name = "a", .target = "x"});
    Begin();
    ASSERT_EQ(server.BoundsOf("x"), "a 1 6");
    server.writes.clear();
    events.clear();
  }
  // Changes the minimum to 0, as another writer does.
  void Undo() {
    server.Change(server.sets["x"], {{"metadata", {{"annotations", {{kScalingMinKey, "0"}}}}}});
    Settle();
  }
};

TEST_F(MachineAutoscalerControllerTest, BoundsItsTargetInOrder) {
  server.PutSet({"x"});
  server.PutAutoscaler({.name = "a", .target = "x"});
  Begin();
  EXPECT_THAT(server.writes, ElementsAre("finalizer a", "last a x", "x a 1 6"));
  EXPECT_THAT(TakeEvents(), ElementsAre("a SuccessfulUpdate"));
  EXPECT_EQ(counters.writes["finalizer"], 1);
  EXPECT_EQ(counters.writes["status"], 1);
  EXPECT_EQ(counters.writes["machine_set"], 1);
  EXPECT_EQ(Status().objects, 1u);
  EXPECT_THAT(log, Contains(absl::StrCat(
                       "MachineSet written namespace=openshift-machine-api machineSet=x machineAutoscaler=a set=",
                       kScalingMinKey, "=1, ", kScalingMaxKey, "=6, ", kScalingOwnerKey, "=openshift-machine-api/a")));
  const int plans = service.plans;
  Pass(absl::Minutes(9));
  EXPECT_EQ(service.plans, plans) << "nothing has changed";
  Pass(absl::Minutes(2));
  EXPECT_EQ(service.plans, plans + 1);
  EXPECT_THAT(server.writes, SizeIs(3));
}

TEST_F(MachineAutoscalerControllerTest, NewBoundsAreWritten) {
  BeginBounded();
  server.Change(server.autoscalers["a"], {{"spec", {{"maxReplicas", 9}}}});
  Settle();
  EXPECT_THAT(server.writes, ElementsAre("x a 1 9"));
  EXPECT_THAT(TakeEvents(), ElementsAre("a SuccessfulUpdate"));
}

TEST_F(MachineAutoscalerControllerTest, AStatusOfAMachineSetIsNotARound) {
  BeginBounded();
  const int plans = service.plans;
  server.Change(server.sets["x"], {{"status", {{"replicas", 3}}}});
  Settle();
  EXPECT_EQ(service.plans, plans);
  server.Change(server.autoscalers["a"], {{"spec", {{"maxReplicas", 9}}}});
  Settle();
  EXPECT_EQ(server.BoundsOf("x"), "a 1 9");
  EXPECT_EQ(counters.write_conflicts, 0) << "the newest version is known";
}

TEST_F(MachineAutoscalerControllerTest, TargetGetsAnotherOwner) {
  BeginBounded();
  server.PutSet({"y"});
  server.PutAutoscaler({.name = "b", .target = "x"});
  Settle();
  EXPECT_EQ(HoldReasonOf("b"), "TARGET_OWNED");
  server.writes.clear();
  server.Change(server.autoscalers["a"], TargetPatch("y"));
  Settle();
  EXPECT_EQ(server.BoundsOf("x"), "b 1 6");
  EXPECT_EQ(server.BoundsOf("y"), "a 1 6");
  EXPECT_THAT(server.writes, UnorderedElementsAre("x", "finalizer b", "last a y", "last b x", "y a 1 6", "x b 1 6"));
  EXPECT_EQ(HoldReasonOf("b"), "");
}

TEST_F(MachineAutoscalerControllerTest, TwoAutoscalersSwapTheirTargets) {
  BeginBounded();
  server.PutSet({"y"});
  server.PutAutoscaler({.name = "b", .target = "y", .max = 3});
  Settle();
  ASSERT_EQ(server.BoundsOf("y"), "b 1 3");
  server.Change(server.autoscalers["a"], TargetPatch("y"));
  server.Change(server.autoscalers["b"], TargetPatch("x"));
  Settle();
  EXPECT_EQ(server.BoundsOf("x"), "b 1 3");
  EXPECT_EQ(server.BoundsOf("y"), "a 1 6");
}

TEST_F(MachineAutoscalerControllerTest, DeletedAutoscalerReleasesItsTarget) {
  BeginBounded();
  server.Delete("a");
  Settle();
  EXPECT_THAT(server.writes, ElementsAre("x", "end a"));
  EXPECT_THAT(server.autoscalers, IsEmpty());
  EXPECT_EQ(server.BoundsOf("x"), "");
  EXPECT_EQ(Status().objects, 0u);
}

TEST_F(MachineAutoscalerControllerTest, ATargetThatIsCreatedLaterIsBound) {
  server.PutAutoscaler({.name = "a", .target = "x"});
  Begin();
  EXPECT_EQ(HoldReasonOf("a"), "TARGET_NOT_FOUND");
  Pass(absl::Minutes(30));
  EXPECT_THAT(TakeEvents(), ElementsAre("a FailedGetTarget")) << "once";
  server.PutSet({"x"});
  Settle();
  EXPECT_EQ(server.BoundsOf("x"), "a 1 6");
  EXPECT_EQ(HoldReasonOf("a"), "");
}

TEST_F(MachineAutoscalerControllerTest, TheSecondOwnerOfATargetGetsOneEvent) {
  server.PutSet({"x"});
  server.PutAutoscaler({.name = "a", .target = "x"});
  server.PutAutoscaler({.name = "b", .target = "x", .max = 3});
  Begin();
  EXPECT_EQ(server.BoundsOf("x"), "a 1 6");
  EXPECT_EQ(HoldReasonOf("b"), "TARGET_OWNED");
  std::vector<std::string> taken = TakeEvents();
  std::sort(taken.begin(), taken.end());
  EXPECT_THAT(taken, ElementsAre("a SuccessfulUpdate", "b FailedSetOwner"));
  const std::string version = server.sets["x"]["metadata"]["resourceVersion"];
  Pass(absl::Hours(1));
  EXPECT_EQ(server.sets["x"]["metadata"]["resourceVersion"], version);
  EXPECT_THAT(events, IsEmpty());
  EXPECT_EQ(Status().held_begun["TARGET_OWNED"], 1);
  server.Delete("a");
  Settle();
  EXPECT_EQ(server.BoundsOf("x"), "b 1 3");
}

TEST_F(MachineAutoscalerControllerTest, AnInvalidOneKeepsItsTarget) {
  BeginBounded();
  server.Change(server.autoscalers["a"], {{"spec", {{"maxReplicas", 0}}}});
  Settle();
  EXPECT_EQ(HoldReasonOf("a"), "INVALID_CONFIGURATION");
  EXPECT_THAT(TakeEvents(), ElementsAre("a FailedValidation"));
  EXPECT_THAT(server.writes, IsEmpty());
}

TEST_F(MachineAutoscalerControllerTest, AnObjectThatCannotBeReadIsHeld) {
  BeginBounded();
  server.Change(server.autoscalers["a"], {{"spec", {{"maxReplicas", "many"}}}});
  Settle();
  EXPECT_EQ(HoldReasonOf("a"), "AUTOSCALER_UNREADABLE");
  EXPECT_EQ(server.BoundsOf("x"), "a 1 6");
  server.Change(server.autoscalers["a"], {{"spec", {{"maxReplicas", 7}}}});
  Settle();
  EXPECT_EQ(server.BoundsOf("x"), "a 1 7");
  const Json annotations = server.sets["x"]["metadata"]["annotations"];
  server.Change(server.sets["x"], {{"metadata", {{"annotations", "none"}}}});
  Settle();
  EXPECT_EQ(HoldReasonOf("a"), "TARGET_UNREADABLE");
  server.Change(server.sets["x"], {{"metadata", {{"annotations", annotations}}}});
  Settle();
  EXPECT_EQ(HoldReasonOf("a"), "");
}

TEST_F(MachineAutoscalerControllerTest, AConflictIsTriedAgain) {
  BeginBounded();
  server.failures = {kube::ApiError(409, "conflict", absl::nullopt)};
  server.Change(server.autoscalers["a"], {{"spec", {{"maxReplicas", 9}}}});
  Pass(absl::Seconds(5));
  EXPECT_EQ(server.BoundsOf("x"), "a 1 9");
  EXPECT_EQ(counters.write_conflicts, 1);
  EXPECT_EQ(counters.write_failures, 0);
  EXPECT_THAT(log, Not(Contains(HasSubstr("is held"))));
}

TEST_F(MachineAutoscalerControllerTest, AMachineSetThatChangesMeanwhileIsPlannedAgain) {
  BeginBounded();
  server.before_write = [this] {
    server.before_write = [] {};
    server.Change(server.sets["x"], {{"metadata", {{"labels", {{"new", "label"}}}}}});
    Report();
  };
  server.Change(server.autoscalers["a"], {{"spec", {{"maxReplicas", 9}}}});
  Pass(absl::Seconds(5));
  EXPECT_EQ(server.BoundsOf("x"), "a 1 9");
  EXPECT_EQ(counters.stale_plans, 1);
}

TEST_F(MachineAutoscalerControllerTest, ADeletionStopsAWriteThatWaits) {
  server.PutSet({"x"});
  server.PutAutoscaler({.name = "a", .target = "x", .finalizer = true, .last = "x"});
  server.before_write = [this] {
    server.before_write = [] {};
    server.Delete("a");
    Report();
  };
  Begin();
  EXPECT_THAT(server.writes, ElementsAre("end a"));
  EXPECT_EQ(counters.stale_plans, 1);
}

TEST_F(MachineAutoscalerControllerTest, ARefusedWriteIsHeldAndReportedOnce) {
  BeginBounded();
  server.failures.assign(100, kube::ApiError(403, "not on Fridays", absl::nullopt));
  server.Change(server.autoscalers["a"], {{"spec", {{"maxReplicas", 9}}}});
  Pass(absl::Minutes(3));
  EXPECT_EQ(HoldReasonOf("a"), "WRITE_FAILED");
  EXPECT_THAT(log, Contains(HasSubstr("not on Fridays")));
  EXPECT_THAT(TakeEvents(), ElementsAre("a FailedUpdateTarget"));
  EXPECT_EQ(Status().held_begun["WRITE_FAILED"], 1);
  EXPECT_LE(counters.write_failures, 5) << "once a minute";
  server.failures.clear();
  Pass(absl::Seconds(75));
  EXPECT_EQ(server.BoundsOf("x"), "a 1 9");
  EXPECT_EQ(HoldReasonOf("a"), "");
}

TEST_F(MachineAutoscalerControllerTest, AWriteThatIsNotKeptIsNotRepeatedAtOnce) {
  BeginBounded();
  server.drop_changes = true;
  server.Change(server.autoscalers["a"], {{"spec", {{"maxReplicas", 9}}}});
  Pass(absl::Minutes(3));
  EXPECT_EQ(HoldReasonOf("a"), "WRITE_FAILED");
  EXPECT_LE(service.plans, 30);
  server.drop_changes = false;
  Pass(absl::Minutes(1));
  EXPECT_EQ(server.BoundsOf("x"), "a 1 9");
}

TEST_F(MachineAutoscalerControllerTest, PausesWritesDuringContention) {
  BeginBounded();
  Undo();
  Undo();
  EXPECT_EQ(server.BoundsOf("x"), "a 1 6");
  EXPECT_EQ(HoldReasonOf("a"), "");
  Undo();
  EXPECT_EQ(server.BoundsOf("x"), "a 0 6");
  EXPECT_EQ(HoldReasonOf("a"), "CONTENTION");
  EXPECT_EQ(counters.contentions, 1);
  EXPECT_EQ(Status().contended, 1u);
  EXPECT_THAT(TakeEvents(), Contains("a AnnotationContention"));
  Pass(absl::Minutes(9));
  EXPECT_EQ(server.BoundsOf("x"), "a 0 6");
  Pass(absl::Minutes(2));
  EXPECT_EQ(server.BoundsOf("x"), "a 1 6");
  EXPECT_EQ(HoldReasonOf("a"), "");
  EXPECT_EQ(Status().contended, 0u);
  EXPECT_THAT(log, Contains(HasSubstr("contention is over")));
}

TEST_F(MachineAutoscalerControllerTest, NewBoundsAreNotContention) {
  BeginBounded();
  for (int max = 7; max < 20; ++max) {
    server.Change(server.autoscalers["a"], {{"spec", {{"maxReplicas", max}}}});
    Settle();
  }
  EXPECT_EQ(counters.contentions, 0);
  EXPECT_EQ(server.BoundsOf("x"), "a 1 19");
}

TEST_F(MachineAutoscalerControllerTest, AServiceThatIsDownChangesNothing) {
  service.broken = absl::UnavailableError("down");
  server.PutSet({"x"});
  server.PutAutoscaler({.name = "a", .target = "x"});
  Begin();
  EXPECT_EQ(Status().held["SERVICE_FAILED"].count, 1u);
  EXPECT_THAT(server.writes, IsEmpty());
  service.broken = absl::OkStatus();
  Pass(absl::Minutes(2));
  EXPECT_EQ(server.BoundsOf("x"), "a 1 6");
  EXPECT_EQ(Status().held["SERVICE_FAILED"].count, 0u);
}

TEST_F(MachineAutoscalerControllerTest, ARefusalHoldsAllAndIsTriedAgain) {
  service.broken_plans = absl::InvalidArgumentError("too many");
  server.PutSet({"x"});
  server.PutAutoscaler({.name = "a", .target = "x"});
  server.PutAutoscaler({.name = "b", .target = "y"});
  Begin();
  EXPECT_EQ(HoldReasonOf("a"), "INPUT_REFUSED");
  EXPECT_EQ(HoldReasonOf("b"), "INPUT_REFUSED");
  EXPECT_THAT(server.writes, IsEmpty());
  service.broken_plans = absl::OkStatus();
  Pass(absl::Minutes(2));
  EXPECT_EQ(server.BoundsOf("x"), "a 1 6");
}

TEST_F(MachineAutoscalerControllerTest, WritesNothingForAnInvalidResponse) {
  service.corrupt_plan = [](v1::PlanClusterAutoscalerResponse& response) {
    if (response.targets_size() > 0) response.mutable_targets(0)->mutable_annotations(1)->set_value("1000");
  };
  server.PutSet({"x"});
  server.PutAutoscaler({.name = "a", .target = "x"});
  Begin();
  EXPECT_EQ(HoldReasonOf("a"), "INVALID_RESPONSE");
  EXPECT_EQ(counters.invalid_responses, 1);
  EXPECT_THAT(server.writes, IsEmpty());
  service.corrupt_plan = nullptr;
  Pass(absl::Minutes(2));
  EXPECT_EQ(server.BoundsOf("x"), "a 1 6");
}

TEST_F(MachineAutoscalerControllerTest, AnInvalidPartOfAResponseHoldsOnlyItsMachineAutoscaler) {
  for (const char* name : {"a", "b", "c"}) {
    server.PutSet({absl::StrCat("x-", name)});
    server.PutAutoscaler({.name = name, .target = absl::StrCat("x-", name)});
  }
  service.corrupt_plan = [](v1::PlanClusterAutoscalerResponse& response) {
    for (v1::ClusterAutoscalerTarget& target : *response.mutable_targets()) {
      if (target.name() == "x-b") target.mutable_annotations(1)->set_value("1000");
    }
  };
  Begin();
  EXPECT_EQ(server.BoundsOf("x-a"), "a 1 6");
  EXPECT_EQ(server.BoundsOf("x-b"), "");
  EXPECT_EQ(server.BoundsOf("x-c"), "c 1 6");
  EXPECT_EQ(HoldReasonOf("a"), "");
  EXPECT_EQ(HoldReasonOf("b"), "INVALID_RESPONSE");
  EXPECT_EQ(HoldReasonOf("c"), "");
  EXPECT_GE(counters.invalid_responses, 1);
  const int plans = service.plans;
  Pass(absl::Minutes(5));
  EXPECT_LE(service.plans - plans, 6) << "once a minute";
  service.corrupt_plan = nullptr;
  Pass(absl::Minutes(2));
  EXPECT_EQ(server.BoundsOf("x-b"), "b 1 6");
  EXPECT_EQ(HoldReasonOf("b"), "");
}

TEST_F(MachineAutoscalerControllerTest, AtMostTenWritesAreInFlight) {
  for (int i = 0; i < 30; ++i) {
    server.PutSet({absl::StrCat("x", i)});
    server.PutAutoscaler({.name = absl::StrCat("a", i), .target = absl::StrCat("x", i)});
  }
  Begin();
  EXPECT_EQ(server.most_at_once, 10);
  EXPECT_THAT(server.writes, SizeIs(90));
}

TEST_F(MachineAutoscalerControllerTest, WarnsAboutAGpuWithoutALabel) {
  server.PutSet({"x"});
  server.Change(server.sets["x"], {{"metadata", {{"annotations", {{"machine.openshift.io/GPU", "1"}}}}}});
  server.PutAutoscaler({.name = "a", .target = "x"});
  Begin();
  EXPECT_THAT(TakeEvents(), ElementsAre("a SuccessfulUpdate", "a InvalidOrMissingGPUAcceleratorLabel"));
  EXPECT_EQ(kube::TextAt(server.sets["x"],
                         {"metadata", "annotations", "capacity.cluster-autoscaler.kubernetes.io/gpu-count"}),
            "1");
}

// The process can be killed after each write.
TEST_F(MachineAutoscalerControllerTest, ARestartAtEachWriteEndsInTheSameState) {
  server.PutSet({"x"});
  server.PutSet({"y"});
  server.PutSet({"z"});
  server.PutAutoscaler({.name = "a", .target = "x"});
  server.PutAutoscaler({.name = "b", .target = "y", .max = 3});
  server.PutAutoscaler({.name = "c", .target = "z"});
  Begin();
  const auto change = [this] {
    server.Change(server.autoscalers["a"], TargetPatch("y"));
    server.Change(server.autoscalers["b"], TargetPatch("x"));
    server.Delete("c");
    server.PutAutoscaler({.name = "d", .target = "z", .min = 0, .max = 2});
  };
  const std::map<std::string, Json> autoscalers = server.autoscalers;
  const std::map<std::string, Json> sets = server.sets;
  change();
  Settle();
  const std::string state = server.State();
  EXPECT_THAT(state, HasSubstr("x: b 1 3; y: a 1 6; z: d 0 2;"));
  for (size_t last = 0;; ++last) {
    server.autoscalers = autoscalers;
    server.sets = sets;
    Restart();
    Settle();
    server.writes.clear();
    server.before_write = [this, last] { may_write = server.writes.size() < last; };
    change();
    Settle();
    const bool was_killed = !may_write;
    server.before_write = [] {};
    may_write = true;
    Restart();
    Settle();
    EXPECT_EQ(server.State(), state) << last;
    if (!was_killed) break;
    ASSERT_LT(last, 30u);
  }
}

// The server applies a write of a MachineSet, and then the connection breaks. The parameter is the HTTP code of the
// response when the client repeats this write. 0: the client gets no response.
class LostAnswersTest : public MachineAutoscalerControllerTest, public ::testing::WithParamInterface<int> {};

TEST_P(LostAnswersTest, TheFinalizerStaysWhileAWriteMayStillBeDone) {
  server.PutSet({"x"});
  server.PutAutoscaler({.name = "a", .target = "x", .finalizer = true, .last = "x"});
  server.before_write = [this] {
    server.before_write = [] {};
    watch_is_silent = true;
    server.lost_answer =
        GetParam() == 0 ? kube::BrokenConnectionError("broken") : kube::ApiError(GetParam(), "no", absl::nullopt);
  };
  Begin();
  ASSERT_EQ(server.BoundsOf("x"), "a 1 6");
  // After this point, the watch of MachineSets reports nothing. The watch of MachineAutoscalers still works.
  server.failures.assign(1, absl::UnavailableError("no connection"));
  server.Delete("a");
  const std::map<std::string, Json> sets = std::exchange(server.sets, {{"x", MachineSetJson({"x"})}});
  server.sets["x"]["metadata"]["uid"] = sets.at("x")["metadata"]["uid"];
  server.sets["x"]["metadata"]["resourceVersion"] = "101";
  watch_is_silent = false;
  Report();
  watch_is_silent = true;
  server.sets = sets;
  manual.Pass(absl::Minutes(1));
  EXPECT_THAT(server.autoscalers, SizeIs(1)) << "the MachineSet may have its annotations";
  EXPECT_EQ(lists, 0);
  Pass(absl::Minutes(2));
  EXPECT_EQ(lists, 1);
  EXPECT_THAT(server.autoscalers, IsEmpty());
  EXPECT_EQ(server.BoundsOf("x"), "");
}

INSTANTIATE_TEST_SUITE_P(HttpCodes, LostAnswersTest, ::testing::Values(0, 409, 403, 500));

class ObservedMachineAutoscalersTest : public ::testing::Test, public ScalingFixture {
 protected:
  ObservedMachineAutoscalersTest() : ScalingFixture(/*enforce=*/false) {}
};

TEST_F(ObservedMachineAutoscalersTest, ObserveModeWritesNothingAndReportsEachDryRunOnce) {
  server.PutSet({"x"});
  server.PutSet({"y"});
  server.PutSet({"z", "c"});
  server.PutAutoscaler({.name = "a", .target = "x"});
  server.PutAutoscaler({.name = "b", .target = "y", .finalizer = true, .last = "y"});
  server.PutAutoscaler({.name = "c", .target = "z", .finalizer = true, .last = "z"});
  Report();
  controller->Start();
  Pass(absl::Hours(1));
  EXPECT_THAT(server.writes, IsEmpty());
  EXPECT_THAT(events, IsEmpty());
  const auto would_bound = [](const std::string& set, const std::string& owner) {
    return absl::StrCat("would write a MachineSet namespace=openshift-machine-api machineSet=", set,
                        " machineAutoscaler=", owner, " set=", kScalingMinKey, "=1, ", kScalingMaxKey, "=6, ",
                        kScalingOwnerKey, "=openshift-machine-api/", owner);
  };
  // The log has the dry run of `x` too, although the controller would write the finalizer first.
  EXPECT_THAT(log, ElementsAre(absl::StrCat("would change a MachineAutoscaler namespace=openshift-machine-api "
                                            "machineAutoscaler=a set=finalizer ",
                                            kScalingFinalizer),
                               would_bound("x", "a"), would_bound("y", "b")));
  EXPECT_EQ(Status().observed["disagree"], 2);
  EXPECT_EQ(Status().observed["agree"], 1);
  server.Change(server.autoscalers["b"], {{"spec", {{"maxReplicas", 7}}}});
  Settle();
  EXPECT_THAT(log, SizeIs(4));
}

}  // namespace
}  // namespace cpsizer::sidecar
