#include "client/sidecar/replicas/replica_controller.h"

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/kube/http/api_error.h"
#include "client/sidecar/control/status_fields.h"
#include "cpsizer/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/replicas/replica_fixture.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::_;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;

std::vector<std::string> ReasonsOf(const std::vector<kube::Event>& events) {
  std::vector<std::string> reasons;
  reasons.reserve(events.size());
  for (const kube::Event& event : events) reasons.push_back(event.reason);
  return reasons;
}

// Tests of enforce mode.
class EnforcedReplicasTest : public ::testing::Test, protected ReplicaFixture {
 protected:
  EnforcedReplicasTest() : ReplicaFixture(/*enforce=*/true) {
    Put(Object());
    controller->Start();
  }

  // Creates the autoscaler with a queue as its only metric: one replica for each 10 items. `gate` is the flag for
  // HPAScaleToZero.
  void PutByQueue(absl::optional<bool> gate = true) {
    scale_to_zero = gate;
    Restart();
    v1::HorizontalPodAutoscaler by_queue = Object();
    by_queue.mutable_spec()->set_min_replicas(0);
    v1::MetricSpec& metric = *by_queue.mutable_spec()->mutable_metrics(0);
    metric.Clear();
    metric.set_type("External");
    metric.mutable_external()->mutable_metric()->set_name("queue");
    metric.mutable_external()->mutable_target()->set_type("AverageValue");
    metric.mutable_external()->mutable_target()->set_average_value("10");
    Put(by_queue);
    queue = "0";
  }
};

TEST_F(EnforcedReplicasTest, KeepsTheReplicasOfATargetWithinTolerance) {
  Pass(absl::Minutes(2));
  EXPECT_THAT(writer.writes, IsEmpty());
  EXPECT_EQ(counters.decisions["keep"], 9);
  EXPECT_EQ(Status().objects, 1u);
}

TEST_F(EnforcedReplicasTest, WritesTheScaleOnceAndReportsItAsTheControllerDoes) {
  cpu = "100m";
  Pass(absl::Seconds(1));
  EXPECT_THAT(writer.writes, ElementsAre(4));
  ASSERT_THAT(ReasonsOf(events), ElementsAre("SuccessfulRescale"));
  EXPECT_EQ(events[0].note, "New size: 4; reason: cpu resource utilization (percentage of request) above target");
  EXPECT_EQ(events[0].kind, "HorizontalPodAutoscaler");
  EXPECT_FALSE(events[0].warning);
  EXPECT_EQ(counters.writes["scale"], 1);
  cpu = "50m";
  Pass(absl::Minutes(1));
  EXPECT_THAT(writer.writes, SizeIs(1));
}

TEST_F(EnforcedReplicasTest, ReportsContentionOnceAndContinuesToWrite) {
  Sync();
  EXPECT_THAT(log, IsEmpty()) << "an unchanged status is not contention";
  for (int i = 0; i < 3; ++i) {
    WriteStatusOfKubeControllerManager();
    Sync();
  }
  EXPECT_THAT(log, ElementsAre(HasSubstr("another controller decides about this autoscaler too")));
  ASSERT_THAT(ReasonsOf(events), ElementsAre("ReplicaContention"));
  EXPECT_TRUE(events[0].warning);
  EXPECT_THAT(events[0].note, HasSubstr("--controllers=*,-horizontal-pod-autoscaler-controller"));
  EXPECT_EQ(Status().contended, 1u);
  cpu = "100m";
  Sync();
  EXPECT_THAT(writer.writes, ElementsAre(4)) << "it is unknown whether the other one continues";
}

TEST_F(EnforcedReplicasTest, ContentionEndsAfterTenIdleMinutes) {
  Sync();
  WriteStatusOfKubeControllerManager();
  Pass(absl::Minutes(10));
  EXPECT_EQ(Status().contended, 1u);
  Sync();
  EXPECT_EQ(Status().contended, 0u);
  EXPECT_THAT(log, ElementsAre(HasSubstr("another controller decides about this autoscaler too"),
                               HasSubstr("the other controller no longer decides about this autoscaler")));
}

TEST_F(EnforcedReplicasTest, ADeletedAutoscalerIsNotContended) {
  Sync();
  WriteStatusOfKubeControllerManager();
  Sync();
  EXPECT_EQ(Status().contended, 1u);
  Remove("shop/web");
  EXPECT_EQ(Status().contended, 0u);
}

std::string ConditionOf(const v1::HorizontalPodAutoscalerStatus& status, const std::string& type) {
  for (const v1::Condition& condition : status.conditions()) {
    if (condition.type() == type) return absl::StrCat(condition.status(), " ", condition.reason());
  }
  return "";
}

TEST_F(EnforcedReplicasTest, WritesTheStatusAsTheControllerDoesAndOnlyIfItChanges) {
  cpu = "100m";
  Pass(absl::Seconds(1));
  ASSERT_THAT(statuses.writes, SizeIs(1));
  const v1::HorizontalPodAutoscalerStatus& status = statuses.writes[0];
  EXPECT_EQ(status.current_replicas(), 2);
  EXPECT_EQ(status.desired_replicas(), 4);
  EXPECT_EQ(status.last_scale_time(), "2023-11-14T22:13:20Z") << "in whole seconds";
  EXPECT_EQ(ConditionOf(status, "AbleToScale"), "True SucceededRescale");
  EXPECT_EQ(ConditionOf(status, "ScalingActive"), "True ValidMetricFound");
  EXPECT_EQ(ConditionOf(status, "ScalingLimited"), "False DesiredWithinRange");
  ASSERT_EQ(status.current_metrics_size(), 1);
  EXPECT_EQ(status.current_metrics(0).resource().name(), "cpu");
  EXPECT_EQ(status.current_metrics(0).resource().current().average_utilization(), 100);
  EXPECT_EQ(counters.writes["status"], 1);
  cpu = "50m";
  Pass(absl::Minutes(1));
  ASSERT_THAT(statuses.writes, SizeIs(2));
  EXPECT_EQ(ConditionOf(statuses.writes[1], "AbleToScale"), "True ReadyForNewScale");
  Pass(absl::Minutes(10));
  EXPECT_THAT(statuses.writes, SizeIs(2));
  EXPECT_EQ(Status().contended, 0u) << "what we wrote is not another controller";
}

TEST_F(EnforcedReplicasTest, ScalesToZeroAndBackEvenAfterARestart) {
  PutByQueue();
  Pass(absl::Minutes(6));
  ASSERT_EQ(replicas, 0);
  EXPECT_EQ(ConditionOf(object.status(), "ScaledToZero"), "True ScaledToZero");
  Restart();
  Sync();
  EXPECT_EQ(replicas, 0);
  queue = "35";
  Sync();
  EXPECT_EQ(replicas, 4);
  EXPECT_EQ(ConditionOf(object.status(), "ScaledToZero"), "False NotScaledToZero");
}

TEST_F(EnforcedReplicasTest, WritesTheConditionBeforeItScalesToZero) {
  PutByQueue();
  Pass(absl::Minutes(4));
  for (int i = 0; i < 30; ++i) statuses.failures.push_back(kube::ApiError(403, "no", absl::nullopt));
  Pass(absl::Minutes(3));
  EXPECT_EQ(replicas, 2);
  EXPECT_THAT(writer.writes, IsEmpty());
  EXPECT_EQ(Status().held["WRITE_FAILED"].count, 1u);
  statuses.failures.clear();
  Pass(absl::Seconds(75));
  EXPECT_EQ(replicas, 0);
}

// Regression test: the flags of deploy/ do not set the feature gate, so nothing scaled the target up again.
TEST_F(EnforcedReplicasTest, ScalesToZeroAndBackWithTheDefaultsOfV137) {
  PutByQueue(absl::nullopt);
  Pass(absl::Minutes(6));
  ASSERT_EQ(replicas, 0);
  EXPECT_EQ(ConditionOf(object.status(), "ScaledToZero"), "True ScaledToZero");
  queue = "35";
  Sync();
  EXPECT_EQ(replicas, 4);
}

TEST_F(EnforcedReplicasTest, TheConditionScaledToZeroProvesTheGateInV136) {
  PutByQueue();
  Pass(absl::Minutes(6));
  ASSERT_EQ(replicas, 0);
  version = "v1.36.3";
  scale_to_zero = absl::nullopt;
  Restart();
  queue = "35";
  Sync();
  EXPECT_EQ(replicas, 4);
}

TEST_F(EnforcedReplicasTest, NeverWritesZeroReplicasWhileTheGateIsOff) {
  version = "v1.36.3";
  PutByQueue(absl::nullopt);
  Pass(absl::Minutes(7));
  EXPECT_EQ(replicas, 2);
  EXPECT_THAT(writer.writes, IsEmpty());
  EXPECT_EQ(Status().held["SCALE_TO_ZERO_OFF"].count, 1u);
  EXPECT_EQ(ConditionOf(object.status(), "AbleToScale"), "False FailedUpdateScale");
  EXPECT_EQ(object.status().desired_replicas(), 2);
  EXPECT_THAT(log, ElementsAre(HasSubstr("the feature gate HPAScaleToZero is off in Kubernetes v1.36.3")));
  queue = "35";
  Sync();
  EXPECT_EQ(replicas, 4);
  EXPECT_THAT(Status().held, IsEmpty());
}

TEST_F(EnforcedReplicasTest, AnUnknownVersionHoldsOnlyWhatMayBeZero) {
  version = absl::PermissionDeniedError("no");
  PutByQueue(absl::nullopt);
  v1::HorizontalPodAutoscaler other = Object();
  other.mutable_metadata()->set_name("other");
  cpu = "100m";
  const v1::HorizontalPodAutoscaler by_queue = object;
  Put(other);
  object = by_queue;
  Pass(absl::Minutes(7));
  EXPECT_THAT(writer.writes, Not(Contains(0)));
  EXPECT_THAT(writer.writes, Not(IsEmpty())) << "the other autoscaler does not depend on the gate";
  EXPECT_EQ(Status().held["VERSION_UNKNOWN"].count, 1u);
  EXPECT_THAT(log, Contains(HasSubstr("the version of the API server is not known, so the feature gate HPAScaleToZero "
                                      "is not known: no; allow GET of /version, or set --feature-gates=")));
  version = "v1.37.2";
  Sync();
  EXPECT_THAT(Status().held, IsEmpty());
}

TEST_F(EnforcedReplicasTest, WritesTheObservedGenerationFromV137) {
  object.mutable_metadata()->set_generation(7);
  Put(v1::HorizontalPodAutoscaler(object));
  Sync();
  ASSERT_THAT(statuses.writes, Not(IsEmpty()));
  EXPECT_EQ(statuses.writes.back().observed_generation(), 7);
  version = "v1.36.3";
  Sync();
  EXPECT_FALSE(statuses.writes.back().has_observed_generation());
}

TEST_F(EnforcedReplicasTest, AChangedGenerationIsDecidedAtOnce) {
  Pass(absl::Seconds(1));
  cpu = "100m";
  object.mutable_spec()->set_max_replicas(3);
  Put(v1::HorizontalPodAutoscaler(object));
  Pass(absl::Seconds(2));
  EXPECT_THAT(writer.writes, IsEmpty()) << "an API server before v1.37 counts no generations";
  object.mutable_metadata()->set_generation(2);
  Put(v1::HorizontalPodAutoscaler(object));
  Pass(absl::Seconds(2));
  EXPECT_THAT(writer.writes, ElementsAre(3));
}

TEST_F(EnforcedReplicasTest, AFailedScaleWriteIsInTheStatus) {
  Pass(absl::Seconds(1));
  cpu = "100m";
  writer.failures = {kube::ApiError(500, "no", absl::nullopt)};
  Sync();
  ASSERT_THAT(statuses.writes, SizeIs(2));
  EXPECT_EQ(ConditionOf(statuses.writes[1], "AbleToScale"), "False FailedUpdateScale");
  EXPECT_EQ(statuses.writes[1].desired_replicas(), 2);
  EXPECT_EQ(statuses.writes[1].last_scale_time(), "");
}

TEST_F(EnforcedReplicasTest, AStatusThatCannotBeWrittenIsLoggedOncePerMinuteAndHoldsNothing) {
  for (int i = 0; i < 30; ++i) statuses.failures.push_back(kube::ApiError(500, "no", absl::nullopt));
  cpu = "100m";
  Pass(absl::Seconds(50));
  EXPECT_THAT(writer.writes, ElementsAre(4, 8, 10));
  EXPECT_THAT(log, ElementsAre(HasSubstr("scale written"), HasSubstr("failed to write the status of an autoscaler"),
                               HasSubstr("scale written"), HasSubstr("scale written")));
  EXPECT_THAT(ReasonsOf(events), Contains("FailedUpdateStatus"));
  EXPECT_EQ(counters.write_failures, 4);
}

TEST_F(EnforcedReplicasTest, AConflictOverTheStatusIsRetriedInTheNextPeriod) {
  statuses.failures = {absl::AbortedError("not the one")};
  Pass(absl::Seconds(1));
  EXPECT_THAT(statuses.writes, IsEmpty());
  EXPECT_EQ(counters.write_conflicts, 1);
  EXPECT_THAT(log, IsEmpty());
  Sync();
  EXPECT_THAT(statuses.writes, SizeIs(1));
}

TEST_F(EnforcedReplicasTest, DoesNotWriteTheStatusDuringContention) {
  Sync();
  WriteStatusOfKubeControllerManager();
  statuses.writes.clear();
  cpu = "60m";
  Pass(absl::Minutes(2));
  EXPECT_EQ(Status().contended, 1u);
  EXPECT_THAT(statuses.writes, IsEmpty());
}

// The status of a deleted autoscaler, and contention about it, do not apply to a new autoscaler with the same name.
// This is true even if no event reported the deletion.
TEST_F(EnforcedReplicasTest, AnAutoscalerThatWasCreatedAgainIsNotContended) {
  Sync();
  for (const char* uid : {"u2", "u3", "u4", "u5"}) {
    object.mutable_status()->set_desired_replicas(object.status().desired_replicas() + 1);
    Put(v1::HorizontalPodAutoscaler(object), uid);
    Sync();
  }
  EXPECT_EQ(Status().contended, 0u);
  EXPECT_THAT(ReasonsOf(events), Not(Contains("ReplicaContention")));
  WriteStatusOfKubeControllerManager();
  Put(v1::HorizontalPodAutoscaler(object), "u5");
  Sync();
  EXPECT_EQ(Status().contended, 1u) << "the same one, and another writer";
  Put(v1::HorizontalPodAutoscaler(object), "u6");
  Sync();
  EXPECT_EQ(Status().contended, 0u);
}

TEST_F(EnforcedReplicasTest, DecidesOncePerPeriod) {
  Pass(absl::Seconds(14));
  EXPECT_EQ(service.replicas_asked.size(), 1u);
  Pass(absl::Seconds(2));
  EXPECT_EQ(service.replicas_asked.size(), 2u);
}

TEST_F(EnforcedReplicasTest, SendsItsHistory) {
  Pass(absl::Seconds(31));
  ASSERT_EQ(service.replicas_asked.size(), 3u);
  EXPECT_FALSE(service.replicas_asked[0].has_history());
  EXPECT_EQ(service.replicas_asked[1].history().recommendations_size(), 2);
  EXPECT_EQ(service.replicas_asked[2].history().recommendations_size(), 3);
}

TEST_F(EnforcedReplicasTest, DelaysAScaleDownForTheWholeWindow) {
  cpu = "10m";
  Pass(absl::Minutes(4));
  EXPECT_THAT(writer.writes, IsEmpty());
  Pass(absl::Minutes(2));
  EXPECT_THAT(writer.writes, ElementsAre(1));
}

TEST_F(EnforcedReplicasTest, AFailedWriteLeavesTheScaleEventsAsTheyWere) {
  v1::HorizontalPodAutoscaler with_behavior = Object();
  with_behavior.mutable_spec()->mutable_behavior()->mutable_scale_up()->set_stabilization_window_seconds(0);
  Put(with_behavior);
  cpu = "100m";
  writer.failures = {kube::ApiError(500, "no", absl::nullopt)};
  Pass(absl::Seconds(16));
  EXPECT_THAT(writer.writes, ElementsAre(4, 4));
  ASSERT_EQ(service.replicas_asked.size(), 2u);
  EXPECT_EQ(service.replicas_asked[1].history().scale_up_events_size(), 0);
  EXPECT_GT(service.replicas_asked[1].history().recommendations_size(), 0);
  Sync();
  ASSERT_EQ(service.replicas_asked.size(), 3u);
  EXPECT_EQ(service.replicas_asked[2].history().scale_up_events_size(), 1);
  EXPECT_THAT(ReasonsOf(events), Contains("FailedRescale"));
  EXPECT_EQ(counters.write_failures, 1);
}

TEST_F(EnforcedReplicasTest, AConflictIsRetriedSoon) {
  cpu = "100m";
  writer.failures = {absl::AbortedError("not the one")};
  Pass(absl::Seconds(2));
  EXPECT_THAT(writer.writes, ElementsAre(4, 4));
  EXPECT_EQ(counters.write_conflicts, 1);
  EXPECT_THAT(ReasonsOf(events), ElementsAre("SuccessfulRescale"));
}

TEST_F(EnforcedReplicasTest, RepeatedConflictsCauseNoHotLoop) {
  cpu = "100m";
  for (int i = 0; i < 1'000; ++i) writer.failures.push_back(absl::AbortedError("not the one"));
  Pass(absl::Minutes(10));
  EXPECT_LT(writer.writes.size(), 50u);
}

TEST_F(EnforcedReplicasTest, TargetThatIsBeingDeletedIsHeld) {
  cpu = "100m";
  writer.failures = {absl::FailedPreconditionError("being deleted")};
  Pass(absl::Seconds(1));
  EXPECT_EQ(replicas, 2);
  EXPECT_EQ(Status().held["TARGET_BEING_DELETED"].count, 1u);
  EXPECT_THAT(ReasonsOf(events), IsEmpty());
}

TEST_F(EnforcedReplicasTest, WritesNothingForADeletedOrReplacedAutoscaler) {
  cpu = "100m";
  struct Case {
    const char* name;
    std::function<void()> change;
  };
  const Case cases[] = {
      {"gone", [this] { Remove("shop/web"); }},
      {"another of its name", [this] { Put(Object(), "u2"); }},
      {"another maximum",
       [this] {
         v1::HorizontalPodAutoscaler other = Object();
         other.mutable_spec()->set_max_replicas(3);
         Put(other);
       }},
      {"no longer leading", [this] { may_write = false; }},
      {"held", [this] { controller->Pause(); }},
  };
  for (const Case& one : cases) {
    Remove("shop/web");
    Put(Object());
    may_write = true;
    writer.before_write = one.change;
    controller->Start();
    Pass(absl::Seconds(1));
    EXPECT_THAT(writer.writes, IsEmpty()) << one.name;
    EXPECT_TRUE(controller->writes_ended()) << one.name;
  }
  EXPECT_EQ(counters.stale_plans, 5);
}

TEST_F(EnforcedReplicasTest, AnAutoscalerThatIsBeingDeletedIsNotDecided) {
  Autoscaler going;
  going.name_space = "shop";
  going.name = "web";
  going.uid = "u1";
  going.deleting = true;
  going.object = Object();
  Report(going);
  cpu = "100m";
  Pass(absl::Minutes(1));
  EXPECT_THAT(service.replicas_asked, IsEmpty());
}

TEST_F(EnforcedReplicasTest, FailedMetricsChangeNothingAndAreCounted) {
  metrics_error = "the server is currently unable to handle the request (get pods.metrics.k8s.io)";
  cpu = "100m";
  Pass(absl::Minutes(1));
  EXPECT_THAT(writer.writes, IsEmpty());
  const HeldObjects held = Status().held["METRICS_FAILED"];
  EXPECT_EQ(held.count, 1u);
  EXPECT_EQ(held.longest, absl::Minutes(1));
  EXPECT_EQ(Status().held_begun["METRICS_FAILED"], 1);
  EXPECT_THAT(ReasonsOf(events), Contains("FailedGetResourceMetric"));
  EXPECT_THAT(log, Contains(HasSubstr("replicas held namespace=shop autoscaler=web reason=METRICS_FAILED")));
  metrics_error.clear();
  Sync();
  EXPECT_THAT(writer.writes, ElementsAre(4));
  EXPECT_THAT(Status().held, IsEmpty());
}

TEST_F(EnforcedReplicasTest, AFailedObservationChangesNothingAndSendsNoRequest) {
  broken = absl::PermissionDeniedError("pods is forbidden");
  Pass(absl::Minutes(1));
  EXPECT_THAT(service.replicas_asked, IsEmpty());
  EXPECT_EQ(Status().held["NOT_OBSERVED"].count, 1u);
}

TEST_F(EnforcedReplicasTest, AFailingServiceChangesNothingAndIsCalledOncePerPeriod) {
  service.broken = absl::UnavailableError("no server");
  cpu = "100m";
  Pass(absl::Minutes(1));
  EXPECT_THAT(writer.writes, IsEmpty());
  EXPECT_EQ(service.replicas_asked.size(), 5u);
  EXPECT_EQ(counters.service_failures, 5);
  EXPECT_EQ(Status().service_error, "no server");
  EXPECT_EQ(Status().held["SERVICE_FAILED"].count, 1u);
  service.broken = absl::OkStatus();
  Sync();
  EXPECT_THAT(writer.writes, ElementsAre(4));
  EXPECT_EQ(Status().service_error, "");
}

TEST_F(EnforcedReplicasTest, ABusyServiceIsAServiceFailure) {
  service.broken = BusyFor(absl::Seconds(1));
  cpu = "100m";
  Pass(absl::Seconds(1));
  EXPECT_EQ(Status().held["SERVICE_FAILED"].count, 1u);
  EXPECT_EQ(Status().held["INPUT_REFUSED"].count, 0u);
  EXPECT_EQ(counters.service_failures, 1);
  EXPECT_EQ(Status().service_error, "busy");
}

TEST_F(EnforcedReplicasTest, ARequestThatIsTooLargeIsRefused) {
  service.broken = absl::ResourceExhaustedError("too large");
  Pass(absl::Seconds(1));
  EXPECT_EQ(Status().held["INPUT_REFUSED"].count, 1u);
  EXPECT_EQ(counters.service_failures, 0);
}

TEST_F(EnforcedReplicasTest, ARefusedRequestIsRepeatedOnceAMinute) {
  service.broken = absl::FailedPreconditionError("no");
  cpu = "100m";
  Pass(absl::Minutes(10));
  EXPECT_GE(service.replicas_asked.size(), 8u);
  EXPECT_LE(service.replicas_asked.size(), 15u);
  EXPECT_EQ(Status().held["INPUT_REFUSED"].longest, absl::Minutes(10));
  EXPECT_THAT(log, SizeIs(1));
  service.broken = absl::OkStatus();
  Pass(absl::Seconds(75));
  ASSERT_THAT(writer.writes, Not(IsEmpty()));
  EXPECT_EQ(writer.writes.front(), 4);
  EXPECT_THAT(Status().held, IsEmpty());
  const size_t asked = service.replicas_asked.size();
  Pass(absl::Minutes(1));
  EXPECT_EQ(service.replicas_asked.size() - asked, 4u) << "once a period again";
}

TEST_F(EnforcedReplicasTest, AnAutoscalerThatChangesAfterARefusalIsDecidedImmediately) {
  service.broken = absl::InvalidArgumentError("no");
  Pass(absl::Seconds(1));
  service.broken = absl::OkStatus();
  cpu = "100m";
  object.mutable_status()->set_observed_generation(7);
  Put(v1::HorizontalPodAutoscaler(object));
  Pass(absl::Seconds(1));
  EXPECT_THAT(writer.writes, IsEmpty()) << "that was its status";
  object.mutable_spec()->set_max_replicas(3);
  Put(v1::HorizontalPodAutoscaler(object));
  Pass(absl::Seconds(1));
  EXPECT_THAT(writer.writes, ElementsAre(3));
}

TEST_F(EnforcedReplicasTest, AScaleThatTheApiServerRefusesIsWrittenAgainOnceAMinute) {
  for (const int code : {403, 422}) {
    for (int i = 0; i < 100; ++i) writer.failures.push_back(kube::ApiError(code, "denied", absl::nullopt));
    writer.writes.clear();
    replicas = 2;
    cpu = "100m";
    Restart();
    Pass(absl::Minutes(10));
    EXPECT_GE(writer.writes.size(), 8u) << code;
    EXPECT_LE(writer.writes.size(), 14u) << code;
    EXPECT_EQ(Status().held["WRITE_FAILED"].count, 1u) << code;
    writer.failures.clear();
    Pass(absl::Seconds(75));
    EXPECT_THAT(Status().held, IsEmpty()) << code;
  }
}

// Regression test: the failed read was treated as a refused write, which waits for a minute.
TEST_F(EnforcedReplicasTest, ATargetThatCannotBeReadIsReadAgainInTheNextPeriod) {
  for (const int code : {400, 403}) {
    writer.unread = {kube::ApiError(code, "no", absl::nullopt)};
    writer.writes.clear();
    replicas = 2;
    cpu = "100m";
    Restart();
    Pass(absl::Seconds(1));
    EXPECT_THAT(writer.writes, IsEmpty()) << code;
    EXPECT_EQ(Status().held["WRITE_FAILED"].count, 1u) << code;
    Sync();
    EXPECT_THAT(writer.writes, ElementsAre(4)) << code;
    EXPECT_THAT(Status().held, IsEmpty()) << code;
  }
}

TEST_F(EnforcedReplicasTest, ATargetThatNoLongerExistsIsReadAgain) {
  cpu = "100m";
  writer.failures = {
      kube::ApiError(404, R"({"kind":"Status","reason":"NotFound","message":"no","details":{"name":"web"},"code":404})",
                     absl::nullopt)};
  Pass(absl::Seconds(2));
  EXPECT_THAT(Status().held, IsEmpty());
  EXPECT_THAT(writer.writes, ElementsAre(4, 4));
  EXPECT_EQ(counters.write_failures, 0);
}

// The API server stores the status, and then the connection breaks, or an earlier attempt was stored and the response
// to the last attempt is a conflict.
TEST_F(EnforcedReplicasTest, AStatusWriteWhoseResponseWasLostIsNotAnotherController) {
  for (const absl::Status& response :
       {kube::BrokenConnectionError("broken"), kube::ApiError(500, "no", absl::nullopt),
        kube::ApiError(409, "conflict", absl::nullopt), absl::Status(absl::DeadlineExceededError("late"))}) {
    for (const char* usage : {"60m", "40m", "50m"}) {
      statuses.lost_answer = response;
      cpu = usage;
      Sync();
      Put(v1::HorizontalPodAutoscaler(object));
    }
  }
  ASSERT_GE(statuses.writes.size(), 10u);
  statuses.lost_answer = absl::OkStatus();
  Sync();
  EXPECT_EQ(Status().contended, 0u);
  EXPECT_THAT(ReasonsOf(events), Not(Contains("ReplicaContention")));
  WriteStatusOfKubeControllerManager();
  object.mutable_status()->set_desired_replicas(object.status().desired_replicas() + 1);
  Put(v1::HorizontalPodAutoscaler(object));
  Sync();
  EXPECT_EQ(Status().contended, 1u) << "another controller is still detected";
}

TEST_F(EnforcedReplicasTest, SendsNoRequestBeforeTheDelayOfABusyService) {
  PutOthers(9);
  service.broken = BusyFor(absl::Seconds(40));
  Pass(absl::Seconds(1));
  const size_t asked = service.replicas_asked.size();
  EXPECT_LE(asked, 3u) << "as many as are decided at once";
  service.broken = absl::OkStatus();
  Pass(absl::Seconds(38));
  EXPECT_EQ(service.replicas_asked.size(), asked);
  Pass(absl::Seconds(12));
  EXPECT_GE(service.replicas_asked.size(), 10u);
  EXPECT_THAT(Status().held, IsEmpty());
}

TEST_F(EnforcedReplicasTest, ObservesAgainAfterTheDelayOfABusyService) {
  v1::HorizontalPodAutoscaler other = Object();
  other.mutable_metadata()->set_name("other");
  delay = absl::Seconds(2);
  service.broken = BusyFor(absl::Seconds(5));
  Pass(absl::Seconds(1));
  Put(other);
  Pass(absl::Milliseconds(2'500));
  EXPECT_EQ(service.replicas_asked.size(), 1u);
  service.broken = absl::OkStatus();
  Pass(absl::Seconds(20));
  ASSERT_GE(service.replicas_asked.size(), 2u);
  EXPECT_NE(service.replicas_asked[0].horizontal_pod_autoscaler().metadata().name(),
            service.replicas_asked[1].horizontal_pod_autoscaler().metadata().name());
}

TEST_F(EnforcedReplicasTest, AnOutageOfTheServiceIsLoggedOnceAndItsEndOnce) {
  PutOthers(49);
  Sync();
  service.broken = absl::UnavailableError("no server");
  Pass(absl::Minutes(1));
  EXPECT_EQ(Status().held["SERVICE_FAILED"].count, 50u);
  EXPECT_EQ(Status().held_begun["SERVICE_FAILED"], 50);
  EXPECT_THAT(log, ElementsAre("service call failed; replicas stay as they are reason=SERVICE_FAILED "
                               "error=no server"));
  service.broken = absl::OkStatus();
  Pass(absl::Minutes(1));
  EXPECT_THAT(log, ElementsAre(_, "the service responds again autoscalers=50"));
}

TEST_F(EnforcedReplicasTest, AnOutageOfAnApiIsLoggedOnceAndItsEndOnce) {
  PutOthers(49);
  metrics_error = "the server is currently unable to handle the request (get pods.metrics.k8s.io)";
  unavailable_api = "metrics.k8s.io";
  Pass(absl::Minutes(1));
  EXPECT_EQ(Status().held["METRICS_FAILED"].count, 50u);
  ASSERT_THAT(log, SizeIs(1));
  EXPECT_THAT(log[0], HasSubstr("an API is unavailable; replicas stay as they are api=metrics.k8s.io "
                                "reason=METRICS_FAILED"));
  metrics_error.clear();
  unavailable_api.clear();
  broken = absl::UnavailableError("no server");
  Pass(absl::Minutes(1));
  EXPECT_EQ(Status().held["NOT_OBSERVED"].count, 50u);
  ASSERT_THAT(log, SizeIs(3));
  EXPECT_THAT(log[1], HasSubstr("an API is unavailable; replicas stay as they are api=kube-apiserver"));
  EXPECT_EQ(log[2], "the API is available again api=metrics.k8s.io autoscalers=50");
  broken = absl::OkStatus();
  Pass(absl::Minutes(1));
  EXPECT_EQ(log.back(), "the API is available again api=kube-apiserver autoscalers=50");
}

TEST_F(EnforcedReplicasTest, InvalidResponsesChangeNothing) {
  const std::vector<std::function<void(v1::RecommendReplicasResponse&)>> lies = {
      [](v1::RecommendReplicasResponse& answer) { answer.set_desired_replicas(11); },
      [](v1::RecommendReplicasResponse& answer) { answer.set_desired_replicas(0); },
      [](v1::RecommendReplicasResponse& answer) { answer.set_desired_replicas(-1); },
      [](v1::RecommendReplicasResponse& answer) { answer.set_desired_replicas(2); },
      [](v1::RecommendReplicasResponse& answer) { answer.set_current_replicas(7); },
      [](v1::RecommendReplicasResponse& answer) { answer.clear_outcome(); },
      [](v1::RecommendReplicasResponse& answer) { answer.set_outcome(static_cast<v1::ReplicasOutcome>(99)); },
      [](v1::RecommendReplicasResponse& answer) { answer.Clear(); },
  };
  cpu = "100m";
  for (const auto& lie : lies) {
    service.corrupt_replicas = lie;
    Sync();
    EXPECT_EQ(Status().held["INVALID_RESPONSE"].count, 1u);
  }
  EXPECT_THAT(writer.writes, IsEmpty());
  EXPECT_GE(counters.invalid_responses, static_cast<int64_t>(lies.size()));
}

// The service parses the selector of the scale, as the scale client of kube-controller-manager does.
TEST_F(EnforcedReplicasTest, AScaleWhoseSelectorCannotBeReadIsHeld) {
  service.corrupt_replicas = [](v1::RecommendReplicasResponse& answer) {
    answer.set_outcome(v1::REPLICAS_OUTCOME_TARGET_UNREADABLE);
    answer.set_current_replicas(0);
  };
  cpu = "100m";
  Sync();
  EXPECT_EQ(Status().held["TARGET_UNREADABLE"].count, 1u);
  EXPECT_THAT(writer.writes, IsEmpty());
}

TEST_F(EnforcedReplicasTest, AnAutoscalerThatCannotBeReadIsHeld) {
  Autoscaler unreadable;
  unreadable.name_space = "shop";
  unreadable.name = "web";
  unreadable.uid = "u1";
  unreadable.problem = "spec.maxReplicas: \"many\" is text where a whole number is expected";
  Report(unreadable);
  Pass(absl::Minutes(1));
  EXPECT_THAT(service.replicas_asked, IsEmpty());
  EXPECT_EQ(Status().held["AUTOSCALER_UNREADABLE"].count, 1u);
}

TEST_F(EnforcedReplicasTest, LimitsConcurrentDecisions) {
  delay = absl::Seconds(40);
  PutOthers(9);
  Pass(absl::Seconds(30));
  EXPECT_EQ(observing, 3);
  controller->Start();
  Pass(absl::Minutes(4));
  EXPECT_EQ(most_observing, 3);
  EXPECT_GE(service.replicas_asked.size(), 10u);
}

TEST_F(EnforcedReplicasTest, DecidesEachAutoscalerBeforeAnyASecondTime) {
  delay = absl::Seconds(1);
  PutOthers(99);
  service.broken = absl::UnavailableError("down");
  Pass(absl::Minutes(4));
  std::map<std::string, int> asked;
  ASSERT_GT(service.replicas_asked.size(), 300u);
  for (size_t i = 0; i < 300; ++i) ++asked[service.replicas_asked[i].horizontal_pod_autoscaler().metadata().name()];
  EXPECT_THAT(asked, SizeIs(100));
  EXPECT_THAT(asked, Each(Pair(_, 3))) << "of a hundred, three at a time, in three rounds";
}

TEST_F(EnforcedReplicasTest, ReportsOnceThatDecisionsDoNotFitIntoThePeriod) {
  delay = absl::Seconds(2);
  PutOthers(49);
  Pass(absl::Minutes(2));
  const double overrun = absl::ToDoubleSeconds(Overrun());
  EXPECT_NEAR(overrun, 2 * 50.0 / 3 - 15 - 2, 2) << "the time of all, less the period and the decision itself";
  EXPECT_THAT(log, ElementsAre(AllOf(HasSubstr("decisions do not complete within --sync-period"),
                                     HasSubstr("syncPeriod=15s"), HasSubstr("autoscalers=50"))));
  delay = absl::ZeroDuration();
  Pass(absl::Minutes(1));
  EXPECT_EQ(Overrun(), absl::ZeroDuration());
  ASSERT_THAT(log, SizeIs(2));
  EXPECT_THAT(log[1], HasSubstr("decisions complete within --sync-period again"));
}

TEST_F(EnforcedReplicasTest, ForgetsADeletedAutoscaler) {
  Pass(absl::Seconds(1));
  Remove("shop/web");
  EXPECT_THAT(deleted, ElementsAre("shop/web"));
  EXPECT_EQ(Status().objects, 0u);
  Pass(absl::Minutes(1));
  EXPECT_EQ(service.replicas_asked.size(), 1u);
  Put(Object());
  Pass(absl::Seconds(1));
  ASSERT_EQ(service.replicas_asked.size(), 2u);
  EXPECT_FALSE(service.replicas_asked[1].has_history()) << "another one of its name has no history";
}

// Tests of observe mode.
class ObservedReplicasTest : public ::testing::Test, protected ReplicaFixture {
 protected:
  ObservedReplicasTest() : ReplicaFixture(/*enforce=*/false) {
    Put(Object());
    controller->Start();
  }
  std::map<std::string, int64_t> Agreements() const { return Status().agreements; }
};

TEST_F(ObservedReplicasTest, WritesNothing) {
  cpu = "100m";
  Pass(absl::Minutes(2));
  EXPECT_THAT(writer.writes, IsEmpty());
  EXPECT_THAT(statuses.writes, IsEmpty());
  EXPECT_EQ(counters.decisions["rescale"], 9);
  EXPECT_EQ(Status().contended, 0u) << "observing is not contention";
}

TEST_F(ObservedReplicasTest, AgreesWithARealControllerThatDecidesBetweenItsSyncs) {
  for (const char* usage : {"50m", "100m", "100m", "20m", "20m", "60m", "50m"}) {
    cpu = usage;
    for (int i = 0; i < 8; ++i) {
      Pass(absl::Seconds(7));
      WriteStatusOfKubeControllerManager();
      Pass(absl::Seconds(8));
    }
  }
  EXPECT_EQ(Agreements()["disagree"], 0);
  EXPECT_EQ(Agreements()["warming_up"], 0);
  EXPECT_GT(Agreements()["agree"], 45);
  EXPECT_THAT(events, IsEmpty());
  EXPECT_THAT(writer.writes, IsEmpty());
}

TEST_F(ObservedReplicasTest, AgreementIsAbsentWithoutAStatus) {
  Pass(absl::Minutes(1));
  EXPECT_EQ(Agreements()["absent"], 4);
}

TEST_F(ObservedReplicasTest, ADisagreementOfMoreThanOnePeriodIsReportedOnce) {
  WriteStatusOfKubeControllerManager();
  Pass(absl::Minutes(6));  // the history is long enough
  ASSERT_THAT(events, IsEmpty());
  const int64_t agreed = Agreements()["agree"];
  v1::HorizontalPodAutoscaler wrong = object;
  wrong.mutable_status()->set_desired_replicas(7);
  Put(wrong);
  Sync();
  EXPECT_EQ(Agreements()["pending"], 1);
  EXPECT_THAT(events, IsEmpty());
  Pass(absl::Minutes(1));
  EXPECT_EQ(Agreements()["disagree"], 4);
  EXPECT_EQ(Agreements()["agree"], agreed);
  ASSERT_THAT(ReasonsOf(events), ElementsAre("ReplicaDecisionsDiffer"));
  EXPECT_EQ(events[0].note,
            "cpsizer decides differently from kube-controller-manager: desiredReplicas 2 in cpsizer, 7 in "
            "kube-controller-manager");
  EXPECT_TRUE(events[0].warning);
  EXPECT_EQ(Status().observed["disagree"], 1);
  wrong.mutable_status()->set_desired_replicas(8);
  Put(wrong);
  Pass(absl::Minutes(1));
  EXPECT_THAT(events, SizeIs(2)) << "it is another one";
  wrong.mutable_status()->set_desired_replicas(2);
  Put(wrong);
  Pass(absl::Minutes(1));
  EXPECT_THAT(events, SizeIs(2));
  EXPECT_THAT(log, Contains(HasSubstr("decision agrees with kube-controller-manager again")));
  EXPECT_EQ(Status().observed["agree"], 1);
}

TEST_F(ObservedReplicasTest, ADifferenceWithAShortHistoryIsWarmingUp) {
  WriteStatusOfKubeControllerManager();
  v1::HorizontalPodAutoscaler wrong = object;
  wrong.mutable_status()->set_desired_replicas(7);
  Put(wrong);
  Pass(absl::Minutes(4));
  EXPECT_EQ(Agreements()["disagree"], 0);
  EXPECT_GT(Agreements()["warming_up"], 10);
  EXPECT_THAT(events, IsEmpty());
  Pass(absl::Minutes(2));
  EXPECT_GT(Agreements()["disagree"], 0);
}

TEST_F(ObservedReplicasTest, AFailedSyncIsNotADisagreement) {
  WriteStatusOfKubeControllerManager();
  Pass(absl::Minutes(6));
  const std::map<std::string, int64_t> before = Agreements();
  broken = absl::UnavailableError("no server");
  cpu = "100m";
  Pass(absl::Minutes(2));
  EXPECT_EQ(Agreements(), before);
}

TEST_F(ObservedReplicasTest, OnlyRescalesOfKubeControllerManagerEnterTheHistory) {
  v1::HorizontalPodAutoscaler with_behavior = Object();
  with_behavior.mutable_spec()->mutable_behavior()->mutable_scale_up()->set_stabilization_window_seconds(0);
  Put(with_behavior);
  cpu = "100m";
  Pass(absl::Seconds(1));
  EXPECT_EQ(service.replicas_asked.back().history().scale_up_events_size(), 0);
  Sync();
  EXPECT_EQ(service.replicas_asked.back().history().scale_up_events_size(), 0) << "it was not done";
  WriteStatusOfKubeControllerManager();
  ASSERT_EQ(replicas, 4);
  Sync();
  EXPECT_EQ(service.replicas_asked.back().observed_rescales_size(), 1);
  Sync();
  ASSERT_EQ(service.replicas_asked.back().history().scale_up_events_size(), 1);
  EXPECT_EQ(service.replicas_asked.back().history().scale_up_events(0).change(), 2);
  cpu = "50m";
  replicas = 6;  // as written with kubectl
  Pass(absl::Minutes(1));
  EXPECT_EQ(service.replicas_asked.back().history().scale_up_events_size(), 1);
}

TEST(RescaleWatchTest, AScaleThatIsReadBeforeItsStatusIsARescaleAtTheNextObservation) {
  RescaleWatch watch;
  const absl::Time now = absl::FromUnixSeconds(1'000);
  EXPECT_FALSE(watch.Observe(2, "", now).has_value());
  EXPECT_FALSE(watch.Observe(5, "", now).has_value());
  const absl::optional<v1::ReplicasRescale> rescale = watch.Observe(5, "1970-01-01T00:16:30Z", now);
  ASSERT_TRUE(rescale.has_value());
  EXPECT_EQ(rescale->from_replicas(), 2);
  EXPECT_EQ(rescale->to_replicas(), 5);
  EXPECT_EQ(rescale->time(), "1970-01-01T00:16:30Z");
  EXPECT_FALSE(watch.Observe(5, "1970-01-01T00:16:30Z", now).has_value());
}

TEST(RescaleWatchTest, AnInvalidTimeMeansNow) {
  RescaleWatch watch;
  const absl::Time now = absl::FromUnixSeconds(1'000);
  watch.Observe(2, "", now);
  const absl::optional<v1::ReplicasRescale> rescale = watch.Observe(1, "soon", now);
  ASSERT_TRUE(rescale.has_value());
  EXPECT_EQ(rescale->time(), "1970-01-01T00:16:40Z");
}

TEST_F(ObservedReplicasTest, ARescaleIsSentUntilAnAnswerHasItInItsHistory) {
  v1::HorizontalPodAutoscaler with_behavior = Object();
  with_behavior.mutable_spec()->mutable_behavior()->mutable_scale_up()->set_stabilization_window_seconds(0);
  Put(with_behavior);
  cpu = "100m";
  Pass(absl::Seconds(1));
  WriteStatusOfKubeControllerManager();
  ASSERT_EQ(replicas, 4);
  service.broken_replicas = absl::UnavailableError("down");
  Sync();
  service.broken_replicas = absl::OkStatus();
  const v1::RecommendReplicasRequest lost = service.replicas_asked.back();
  ASSERT_EQ(lost.observed_rescales_size(), 1);
  EXPECT_EQ(lost.observed_rescales(0).from_replicas(), 2);
  EXPECT_EQ(lost.observed_rescales(0).to_replicas(), 4);
  EXPECT_TRUE(lost.observe_only());
  Sync();
  const v1::RecommendReplicasRequest answered = service.replicas_asked.back();
  ASSERT_EQ(answered.observed_rescales_size(), 1);
  EXPECT_EQ(answered.observed_rescales(0).time(), lost.observed_rescales(0).time());
  Sync();
  EXPECT_EQ(service.replicas_asked.back().observed_rescales_size(), 0);
  EXPECT_EQ(service.replicas_asked.back().history().scale_up_events_size(), 1);
}

TEST(ReplicaStateTest, KeepsTheLatestRescalesThatARequestMayHave) {
  ReplicaState state;
  v1::HorizontalPodAutoscaler object;
  for (int i = 0; i <= kMaxObservedRescales + 1; ++i) {
    const absl::Time time = absl::FromUnixSeconds(15 * i);
    object.mutable_status()->set_last_scale_time(TimeText(time));
    state.NoteRealRescale(object, i, time);
  }
  v1::RecommendReplicasRequest request;
  state.AddTo(request, /*observe_only=*/true);
  ASSERT_EQ(request.observed_rescales_size(), kMaxObservedRescales);
  EXPECT_EQ(request.observed_rescales(0).from_replicas(), 1);
  EXPECT_EQ(request.observed_rescales(kMaxObservedRescales - 1).to_replicas(), kMaxObservedRescales + 1);
}

}  // namespace
}  // namespace cpsizer::sidecar
