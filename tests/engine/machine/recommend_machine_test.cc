// Tests decisions about the size of control plane machines: sections 7 to 12 of docs/reference/machine-autoscaler.md,
// and the readings (interpretations of the proposal) in section 6 that are about decisions.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cpsizer/limits.h"
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
using ::cpsizer::testing::kMachineNoon;
using ::cpsizer::testing::kMebibyte;
using ::cpsizer::testing::kMillicore;
using ::cpsizer::testing::MachineErrors;
using ::cpsizer::testing::MachineNanos;
using ::cpsizer::testing::MachineRequest;
using ::cpsizer::testing::MachineSamplesOf;
using ::cpsizer::testing::MachineTime;
using ::cpsizer::testing::MachineWarnings;
using ::cpsizer::testing::OutcomeAndReason;
using ::cpsizer::testing::ProviderSpec;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Returns a request in which each node has used `millicores` of 4 CPUs for 10 minutes.
v1::RecommendMachineRequest UnderLoad(int millicores) {
  v1::RecommendMachineRequest request = CpuMachineRequest();
  AddMachineLoad(request, 10, millicores);
  return request;
}

v1::ControlPlaneMachineSetAutoscalerStatus& MachineStatus(v1::RecommendMachineRequest& request) {
  return *request.mutable_control_plane_machine_set_autoscaler()->mutable_status();
}

v1::ControlPlaneMachineSetAutoscalerSpec& MachineSpecOf(v1::RecommendMachineRequest& request) {
  return *request.mutable_control_plane_machine_set_autoscaler()->mutable_spec();
}

// Returns a request with two queries in addition to the CPU trigger: one for scaleUp above 80, and one for scaleDown
// below 40.
v1::RecommendMachineRequest WithQueries(absl::string_view up_policy = "any", absl::string_view ignore = "true") {
  const std::string query =
      absl::StrCat(R"("serverAddress": "https://thanos:9091", "query": "load", "ignoreNullValues": )", ignore);
  v1::RecommendMachineRequest request =
      MachineRequest(absl::StrCat(R"("scaleUp": {"triggerPolicy": ")", up_policy,
                                  R"(", "triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "10m"}},
        {"type": "prometheus", "prometheus": {"threshold": "80", )",
                                  query, R"(}}]},
      "scaleDown": {"triggerPolicy": "all", "triggers": [{"type": "prometheus", "prometheus": {"threshold": "40", )",
                                  query, "}}]}"));
  AddMachineLoad(request, 10, 2'400);
  return request;
}

TEST(MachineDecision, ALoadAboveTheThresholdMakesTheNextLargerSize) {
  const v1::RecommendMachineResponse response = DecideMachine(UnderLoad(3'300));
  EXPECT_EQ(OutcomeAndReason(response), "SCALE_UP TRIGGERED");
  EXPECT_EQ(response.current().name(), "s2");
  EXPECT_EQ(response.target().name(), "s3");
  EXPECT_EQ(response.target().weight(), 30u);
  EXPECT_EQ(response.target().index(), 0) << "the list of the autoscaler is not in order";
  EXPECT_EQ(response.last_scale_up_time(), "2026-01-02T12:00:00Z");
  EXPECT_EQ(response.next_step_time(), "2026-01-02T14:00:00Z") << "the default delay of 120m begins";
  EXPECT_EQ(response.requeue_after(), "30m");
  EXPECT_EQ(response.summary(),
            R"(The machines change from "s2" to the next larger size, "s3": cpu: 82.5 % is above 80 %.)");
}

TEST(MachineDecision, ALoadBelowTheThresholdMakesTheNextSmallerSize) {
  const v1::RecommendMachineResponse response = DecideMachine(UnderLoad(1'500));
  EXPECT_EQ(OutcomeAndReason(response), "SCALE_DOWN TRIGGERED");
  EXPECT_EQ(response.target().name(), "s1");
  EXPECT_EQ(response.last_scale_down_time(), "2026-01-02T12:00:00Z");
  EXPECT_EQ(response.summary(),
            R"(The machines change from "s2" to the next smaller size, "s1": cpu: 37.5 % is below 40 %.)");
}

TEST(MachineDecision, ALoadBetweenTheThresholdsChangesNothing) {
  const v1::RecommendMachineResponse response = DecideMachine(UnderLoad(2'400));
  EXPECT_EQ(OutcomeAndReason(response), "HOLD NO_TRIGGER_MET");
  EXPECT_FALSE(response.has_target());
  EXPECT_EQ(response.patch(), "");
  EXPECT_EQ(response.next_step_time(), "");
  EXPECT_EQ(response.degraded().reason(), "AsExpected");
  EXPECT_EQ(response.summary(), R"("s2" stays the size of the machines: the triggers of neither direction are met.)");
}

TEST(MachineReadings, A21EqualityMeetsNeitherDirection) {
  EXPECT_EQ(OutcomeAndReason(UnderLoad(3'200)), "HOLD NO_TRIGGER_MET");
  EXPECT_EQ(OutcomeAndReason(UnderLoad(3'201)), "SCALE_UP TRIGGERED");
  EXPECT_EQ(OutcomeAndReason(UnderLoad(1'600)), "HOLD NO_TRIGGER_MET");
  EXPECT_EQ(OutcomeAndReason(UnderLoad(1'599)), "SCALE_DOWN TRIGGERED");
}

// The value of each sample has infinitely many decimal digits, but the mean is exactly 80.
TEST(MachineDecision, Section8EqualityIsExactForMeansOfThirds) {
  v1::RecommendMachineRequest request = CpuMachineRequest();
  for (const char* node : {"a", "b", "c"}) {
    for (int i = 0; i < 10; ++i) AddMachineCpu(request, node, i * 60, i % 2 == 0 ? 7'000 : 7'400, 9'000);
  }
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(response.triggers(0).observed(), "80");
  EXPECT_EQ(response.triggers(0).state(), v1::MACHINE_TRIGGER_STATE_NOT_MET);
  EXPECT_DOUBLE_EQ(response.samples(0).cpu().utilizations(0), 740.0 / 9);
}

// The exact mean of the three nodes is 80 or 40. If the mean of each node is rounded to a double, the mean of the three
// doubles is above 80 or below 40.
TEST(MachineDecision, Section8EqualityIsThatOfRoundedMeansOfNodes) {
  struct EqualCase {
    const char* direction;
    const char* threshold;
    std::vector<int> millicores;
  };
  const EqualCase kCases[] = {
      {"scaleUp", "80", {3'101, 3'128, 3'371}},   {"scaleUp", "80", {3'101, 3'198, 3'301}},
      {"scaleUp", "80", {3'101, 3'233, 3'266}},   {"scaleDown", "40", {1'500, 1'668, 1'632}},
      {"scaleDown", "40", {1'501, 1'577, 1'722}}, {"scaleDown", "40", {1'501, 1'647, 1'652}},
  };
  for (const EqualCase& c : kCases) {
    v1::RecommendMachineRequest request =
        MachineRequest(absl::StrCat("\"", c.direction, R"(": {"triggers": [{"type": "cpu", "cpu": {"value": ")",
                                    c.threshold, R"(", "timeWindow": "2m"}}]})"));
    for (int i = 0; i < 3; ++i) {
      for (const int seconds : {60, 0}) AddMachineCpu(request, request.nodes(i), seconds, c.millicores[i]);
    }
    const v1::RecommendMachineResponse response = DecideMachine(request);
    EXPECT_EQ(response.triggers(0).observed(), c.threshold);
    EXPECT_EQ(response.triggers(0).state(), v1::MACHINE_TRIGGER_STATE_NOT_MET) << c.millicores[1];
  }
}

TEST(MachineReadings, A25NodesCountAlikeAndSamplesWithinTheirNode) {
  v1::RecommendMachineRequest request = CpuMachineRequest();
  for (int i = 0; i < 10; ++i) AddMachineCpu(request, "a", i * 60, 4'000);
  for (int i = 0; i < 20; ++i) AddMachineCpu(request, "b", i * 30, 2'000);
  for (int i = 0; i < 10; ++i) AddMachineCpu(request, "c", i * 60, 3'000);
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(response.triggers(0).observed(), "75");
  EXPECT_EQ(response.triggers(0).nodes(1).samples_used(), 20);
  EXPECT_EQ(response.triggers(0).nodes(1).utilization(), "50");
}

TEST(MachineReadings, A26UsageIsComparedWithTheCapacityOfItsSample) {
  v1::RecommendMachineRequest request = CpuMachineRequest();
  for (const char* node : {"a", "b", "c"}) {
    for (int i = 0; i < 10; ++i) AddMachineCpu(request, node, i * 60, 3'000, i < 5 ? 3'000 : 6'000);
  }
  EXPECT_EQ(DecideMachine(request).triggers(0).observed(), "75");
}

TEST(MachineDecision, Section8OneSpikeMovesTheMeanByItsShare) {
  v1::RecommendMachineRequest request = UnderLoad(3'200);
  for (v1::MachineNodeSamples& node : *request.mutable_samples()) node.mutable_cpu()->set_usages(4, 4'000 * kMillicore);
  EXPECT_EQ(DecideMachine(request).triggers(0).observed(), "82");
}

struct WindowCase {
  const char* name;
  std::vector<int> seconds_ago;
  v1::MachineTriggerState state;
  const char* message;
};

// A window of 10 minutes needs 9 samples.
TEST(MachineDecision, Section8WhenAWindowIsFull) {
  const WindowCase kCases[] = {
      {"ten", {540, 480, 420, 360, 300, 240, 180, 120, 60, 0}, v1::MACHINE_TRIGGER_STATE_MET, "90 % is above 80 %"},
      {"nine reach back to the beginning within half an interval",
       {510, 450, 390, 330, 270, 210, 150, 90, 30},
       v1::MACHINE_TRIGGER_STATE_MET,
       "90 % is above 80 %"},
      {"nine that begin later",
       {509, 450, 390, 330, 270, 210, 150, 90, 30},
       v1::MACHINE_TRIGGER_STATE_UNKNOWN,
       "the samples of node \"a\" do not reach back to the beginning of the window"},
      {"one missing in the middle",
       {540, 480, 420, 360, 300, 180, 120, 60, 0},
       v1::MACHINE_TRIGGER_STATE_MET,
       "90 % is above 80 %"},
      {"two missing",
       {540, 480, 420, 360, 240, 120, 60, 0},
       v1::MACHINE_TRIGGER_STATE_UNKNOWN,
       "node \"a\" has 8 of 9 samples"},
      {"one that ends where the window begins is outside",
       {600, 540, 480, 420, 360, 300, 240, 180, 120},
       v1::MACHINE_TRIGGER_STATE_UNKNOWN,
       "node \"a\" has 8 of 9 samples"},
      {"none", {}, v1::MACHINE_TRIGGER_STATE_UNKNOWN, "node \"a\" has no usable samples"},
      {"old, but not stale", {300}, v1::MACHINE_TRIGGER_STATE_UNKNOWN, "node \"a\" has 1 of 9 samples"},
      {"stale", {301}, v1::MACHINE_TRIGGER_STATE_ERROR, "the newest sample of node \"a\" is 5m1s old"},
      {"stale, and outside of the window",
       {3'600},
       v1::MACHINE_TRIGGER_STATE_ERROR,
       "the newest sample of node \"a\" is 1h old"},
  };
  for (const WindowCase& c : kCases) {
    v1::RecommendMachineRequest request = CpuMachineRequest();
    for (const char* node : {"a", "b", "c"}) {
      for (const int seconds : c.seconds_ago) AddMachineCpu(request, node, seconds, 3'600);
    }
    const v1::RecommendMachineResponse response = DecideMachine(request);
    EXPECT_EQ(response.triggers(0).state(), c.state) << c.name;
    EXPECT_EQ(response.triggers(0).message(), c.message) << c.name;
    EXPECT_EQ(response.triggers(0).nodes(0).samples_required(), 9) << c.name;
  }
}

TEST(MachineDecision, TheAgeOfASampleIsInWholeSeconds) {
  v1::RecommendMachineRequest request = CpuMachineRequest();
  for (const char* node : {"a", "b", "c"}) AddMachineCpu(request, node, 400, 3'600);
  request.set_now(absl::StrReplaceAll(request.now(), {{"Z", ".123456789Z"}}));
  EXPECT_EQ(DecideMachine(request).triggers(0).message(), "the newest sample of node \"a\" is 6m40s old");
}

// A metric is stale after three intervals of 2 minutes. This is longer than 5 minutes.
TEST(MachineDecision, Section8AMetricIsStaleAfterThreeIntervals) {
  for (const int seconds : {360, 361}) {
    v1::RecommendMachineRequest request = CpuMachineRequest();
    request.mutable_options()->set_sample_interval("2m");
    for (const char* node : {"a", "b", "c"}) AddMachineCpu(request, node, seconds, 3'600);
    EXPECT_EQ(DecideMachine(request).triggers(0).message(),
              seconds == 360 ? "node \"a\" has 1 of 5 samples" : "the newest sample of node \"a\" is 6m1s old");
  }
}

// 90 % of a window of 889 ns are 800.1 ns. Ten samples of 80 ns cover only 800 ns, so the window needs 11 samples.
TEST(MachineDecision, Section8TheNumberOfSamplesIsRoundedUp) {
  const auto required = [](absl::string_view window) {
    v1::RecommendMachineRequest request = MachineRequest(absl::StrCat(
        R"("scaleUp": {"triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": ")", window, R"("}}]})"));
    request.mutable_options()->set_sample_interval("80ns");
    return DecideMachine(request).triggers(0).nodes(0).samples_required();
  };
  EXPECT_EQ(required("888ns"), 10);
  EXPECT_EQ(required("889ns"), 11);
}

// This is the example of section 8: 30 samples over 30 minutes are enough, but 29 samples after a start are not.
TEST(MachineDecision, Section8ThirtyMinutesTakeThirtySamples) {
  for (const int minutes : {29, 30}) {
    v1::RecommendMachineRequest request =
        MachineRequest(R"("scaleUp": {"triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "30m"}}]})");
    AddMachineLoad(request, minutes, 3'600);
    EXPECT_EQ(OutcomeAndReason(request), minutes == 30 ? "SCALE_UP TRIGGERED" : "HOLD INSUFFICIENT_DATA") << minutes;
  }
}

TEST(MachineDecision, Section8WhichSamplesCount) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  for (const char* node : {"a", "b", "c"}) {
    AddMachineCpu(request, node, 60, 0) /* the same end as an earlier one */;
    AddMachineCpu(request, node, -1, 0) /* in the future */;
    AddMachineCpu(request, node, 91, 0, 0) /* without a capacity */;
  }
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(response.triggers(0).observed(), "90");
  EXPECT_EQ(response.triggers(0).nodes(0).samples_used(), 10);
  EXPECT_EQ(response.samples(0).cpu().usages_size(), 11) << "with the one in the future, which can count later";
}

// A response of the metrics API can have the CPU of a node without its memory, or the memory without the CPU.
TEST(MachineDecision, Section8EachResourceHasSamplesOfItsOwn) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  for (v1::MachineNodeSamples& node : *request.mutable_samples()) {
    node.clear_memory();
    AddMachineUse(MachineNanos(kMachineNoon - 300), kMebibyte, 2 * kMebibyte, *node.mutable_memory());
  }
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "SCALE_UP TRIGGERED");
  EXPECT_EQ(response.samples(0).memory().utilizations_size(), 1);
  EXPECT_EQ(response.samples(0).memory().utilizations(0), 50);
  *request.mutable_samples() = response.samples();
  EXPECT_EQ(DecideMachine(request).SerializeAsString(), response.SerializeAsString());
}

// Three samples have the same end. The first sample has no capacity, so the second sample is used.
TEST(MachineDecision, Section8TheFirstWithACapacityCounts) {
  v1::RecommendMachineRequest request = CpuMachineRequest();
  for (const std::string& node : request.nodes()) {
    for (int i = 0; i < 10; ++i) {
      AddMachineCpu(request, node, i * 60, 1'000, 0);
      AddMachineCpu(request, node, i * 60, 3'600);
      AddMachineCpu(request, node, i * 60, 400);
    }
  }
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(response.triggers(0).observed(), "90");
  EXPECT_EQ(response.samples(0).cpu().usages_size(), 10);
}

// A long window can contain 90 % of its samples although the newest sample is stale.
TEST(MachineDecision, Section8AStaleMetricIsAnErrorEvenIfTheWindowIsFull) {
  v1::RecommendMachineRequest request =
      MachineRequest(R"("scaleUp": {"triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "2h"}}]})");
  AddMachineLoad(request, 120, 3'600);
  for (const int minutes : {0, 5}) {
    request.set_now(MachineTime(kMachineNoon + minutes));
    EXPECT_EQ(OutcomeAndReason(request), "SCALE_UP TRIGGERED") << minutes;
  }
  request.set_now(MachineTime(kMachineNoon + 5, 1));
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_TRUE(response.triggers(0).nodes(0).full());
  EXPECT_EQ(OutcomeAndReason(response), "HOLD METRICS_ERROR");
  EXPECT_EQ(response.degraded().reason(), "MetricsDisappeared");
}

TEST(MachineDecision, Section11TheMostImportantCauseOfOneTriggerCountsInAnyOrderOfNodes) {
  for (const char* stale : {"a", "c"}) {
    v1::RecommendMachineRequest request = CpuMachineRequest();
    AddMachineCpu(request, stale, 3'600, 1'000);
    request.set_metrics_source(v1::MACHINE_METRICS_SOURCE_FORBIDDEN);
    EXPECT_EQ(DecideMachine(request).degraded().reason(), "MetricsAPIForbidden") << stale;
  }
}

TEST(MachineReadings, A30OnlyCurrentNodesCountAndEachNeedsAFullWindow) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  request.set_nodes(1, "new");
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "HOLD INSUFFICIENT_DATA");
  EXPECT_EQ(response.triggers(0).message(), "node \"new\" has no usable samples");
  EXPECT_EQ(response.summary(),
            "\"s2\" stays the size of the machines, because there is not enough data yet (scaleUp[0] cpu: node \"new\" "
            "has no usable samples; scaleDown[0] cpu: node \"new\" has no usable samples).");
  EXPECT_EQ(response.triggers(0).nodes(1).utilization(), "");
  EXPECT_EQ(response.samples_size(), 2) << "the samples of the node that is gone are not sent back";
  EXPECT_EQ(response.requeue_after(), "10m");
  EXPECT_EQ(response.next_step_time(), "2026-01-02T12:10:00Z");
}

TEST(MachineDecision, Section8WithoutNodesNothingIsKnown) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  request.clear_nodes();
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "HOLD INSUFFICIENT_DATA");
  EXPECT_EQ(response.requeue_after(), "30m");
}

TEST(MachineDecision, Section8ANodeWithoutSamplesIsAnErrorWhileTheSourceIsBroken) {
  v1::RecommendMachineRequest request = CpuMachineRequest();
  request.set_metrics_source(v1::MACHINE_METRICS_SOURCE_UNAVAILABLE);
  request.set_metrics_error("HTTP 503");
  v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "HOLD METRICS_ERROR");
  EXPECT_EQ(response.degraded().reason(), "MetricsAPIUnavailable");
  EXPECT_THAT(
      response.degraded().message(),
      HasSubstr("spec.scaleUp.triggers[0]: node \"a\" has no usable samples, and the metrics API is unavailable: "
                "HTTP 503"));
  request.set_metrics_source(v1::MACHINE_METRICS_SOURCE_FORBIDDEN);
  EXPECT_EQ(DecideMachine(request).degraded().reason(), "MetricsAPIForbidden");
  // If the request has samples, the error of the metrics API is ignored.
  AddMachineLoad(request, 10, 3'600);
  EXPECT_EQ(OutcomeAndReason(request), "SCALE_UP TRIGGERED");
}

TEST(MachineReadings, A2ADelayIsNotAWindowOfRecommendations) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  MachineStatus(request).set_last_scale_down_time(MachineTime(kMachineNoon - 120));
  EXPECT_EQ(OutcomeAndReason(request), "SCALE_UP TRIGGERED")
      << "what was low before does not hold back what is high now";
}

TEST(MachineReadings, A3ADelayBlocksBothDirectionsByTheLastChange) {
  for (const int load : {3'600, 1'200}) {
    for (const bool up : {true, false}) {
      v1::RecommendMachineRequest request = UnderLoad(load);
      MachineSpecOf(request).mutable_scale_up()->set_scale_up_delay("1h");
      MachineSpecOf(request).mutable_scale_down()->set_scale_down_delay("90m");
      const int delay = up ? 60 : 90;
      const auto set = [&](int minutes, int seconds) {
        const std::string time = MachineTime(kMachineNoon - minutes, seconds);
        up ? MachineStatus(request).set_last_scale_up_time(time)
           : MachineStatus(request).set_last_scale_down_time(time);
      };
      set(delay, 1);
      const v1::RecommendMachineResponse response = DecideMachine(request);
      EXPECT_EQ(OutcomeAndReason(response), "HOLD COOLING_DOWN") << load << up;
      EXPECT_EQ(response.cooldown_until(), MachineTime(kMachineNoon, 1));
      EXPECT_EQ(response.next_step_time(), MachineTime(kMachineNoon, 1));
      EXPECT_EQ(response.requeue_after(), "1s");
      set(delay, 0);
      EXPECT_NE(DecideMachine(request).outcome(), v1::MACHINE_OUTCOME_HOLD) << "the end of the delay is not in it";
    }
  }
}

TEST(MachineDecision, Section10TheLaterDelayCounts) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  MachineStatus(request).set_last_scale_up_time(MachineTime(kMachineNoon - 100));
  MachineStatus(request).set_last_scale_down_time(MachineTime(kMachineNoon - 119));
  EXPECT_EQ(DecideMachine(request).cooldown_until(), MachineTime(kMachineNoon + 20));
}

TEST(MachineDecision, Section10AChangeInTheFutureCountsAsNow) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  MachineStatus(request).set_last_scale_up_time(MachineTime(kMachineNoon + 500));
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "HOLD COOLING_DOWN");
  EXPECT_EQ(response.cooldown_until(), MachineTime(kMachineNoon + 120));
}

TEST(MachineDecision, Section10ADirectionThatIsGoneKeepsTheDefaultDelay) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  MachineSpecOf(request).clear_scale_down();
  MachineStatus(request).set_last_scale_down_time(MachineTime(kMachineNoon - 119));
  EXPECT_EQ(OutcomeAndReason(request), "HOLD COOLING_DOWN");
  MachineStatus(request).set_last_scale_down_time(MachineTime(kMachineNoon - 120));
  EXPECT_EQ(OutcomeAndReason(request), "SCALE_UP TRIGGERED");
}

// The caller writes the status before the patch. If the caller crashes between these two writes, the next decision must
// not miss a change and must not assume a change that did not happen.
TEST(MachineDecision, Section10APendingChangeCountsIfTheSizeIsAnother) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  v1::AutoscalerPendingScale& pending = *MachineStatus(request).mutable_pending_scale();
  pending.set_direction("Up");
  pending.set_from("s1");
  pending.set_to("s2");
  pending.set_time(MachineTime(kMachineNoon - 5));
  v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "HOLD COOLING_DOWN");
  EXPECT_EQ(response.last_scale_up_time(), MachineTime(kMachineNoon - 5));
  pending.set_from("s2");
  pending.set_to("s3");
  response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "SCALE_UP TRIGGERED");
  EXPECT_EQ(response.last_scale_up_time(), MachineTime(kMachineNoon));
}

TEST(MachineReadings, A24ScaleUpHasPrecedenceAlsoAtTheLargestSize) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  MachineSpecOf(request).mutable_scale_down()->mutable_triggers(0)->mutable_cpu()->set_value("95");
  EXPECT_EQ(OutcomeAndReason(request), "SCALE_UP TRIGGERED");
  ProviderSpec(request).set_instance_type("s3");
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "HOLD AT_MAXIMUM_SIZE");
  EXPECT_EQ(response.summary(),
            R"("s3" stays the size of the machines although a larger size is requested (cpu: 90 % is above 80 %): )"
            "it is the largest.");
}

TEST(MachineDecision, Section10TheSmallestSizeStays) {
  v1::RecommendMachineRequest request = UnderLoad(400);
  ProviderSpec(request).set_instance_type("s1");
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "HOLD AT_MINIMUM_SIZE");
  EXPECT_EQ(response.summary(),
            R"("s1" stays the size of the machines although a smaller size is requested (cpu: 10 % is below 40 %): )"
            "it is the smallest.");
}

TEST(MachineDecision, Section10WithoutADirectionNothingIsEvaluated) {
  for (
      const char* spec :
      {"", R"("scaleUp": {}, "scaleDown": {"triggers": []})",
       R"("scaleUp": {"enabled": false, "triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "10m"}}]})"}) {
    v1::RecommendMachineRequest request = MachineRequest(spec);
    request.set_metrics_source(v1::MACHINE_METRICS_SOURCE_UNAVAILABLE);
    const v1::RecommendMachineResponse response = DecideMachine(request);
    EXPECT_EQ(OutcomeAndReason(response), "HOLD SCALING_DISABLED") << spec;
    EXPECT_FALSE(response.degraded().degraded());
    EXPECT_EQ(response.triggers_size(), 0);
    EXPECT_EQ(response.directions(0).state(), v1::MACHINE_DIRECTION_STATE_DISABLED);
  }
}

TEST(MachineDecision, Section10ARolloutEndsFirst) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  v1::ControlPlaneMachineSet& machines = *request.mutable_control_plane_machine_set();
  machines.mutable_status()->set_updated_replicas(2);
  EXPECT_EQ(OutcomeAndReason(request), "HOLD ROLLOUT_IN_PROGRESS");
  machines.mutable_status()->set_updated_replicas(3);
  machines.mutable_status()->set_observed_generation(2);
  EXPECT_EQ(OutcomeAndReason(request), "HOLD ROLLOUT_IN_PROGRESS");
  machines.mutable_status()->set_observed_generation(9);
  EXPECT_EQ(OutcomeAndReason(request), "SCALE_UP TRIGGERED");
  machines.mutable_status()->set_replicas(4);
  EXPECT_EQ(OutcomeAndReason(request), "HOLD ROLLOUT_IN_PROGRESS") << "the old machine of a replacement is still there";
  machines.clear_status();
  EXPECT_EQ(OutcomeAndReason(request), "SCALE_UP TRIGGERED") << "without a status rollouts are not checked";
}

TEST(MachineDecision, Section12WhatIsNotActiveIsNotChanged) {
  for (const char* state : {"Inactive", ""}) {
    v1::RecommendMachineRequest request = UnderLoad(3'600);
    request.mutable_control_plane_machine_set()->mutable_spec()->set_state(state);
    const v1::RecommendMachineResponse response = DecideMachine(request);
    EXPECT_EQ(OutcomeAndReason(response), "HOLD MACHINE_SET_INACTIVE");
    ASSERT_THAT(MachineWarnings(response), ElementsAre("MACHINE_SET_INACTIVE"));
    EXPECT_EQ(response.findings(0).message(), "the state is Inactive");
  }
}

TEST(MachineDecision, Section10AMachineSetThatIsBeingDeletedIsNotChanged) {
  for (const int load : {3'300, 1'500}) {
    v1::RecommendMachineRequest request = UnderLoad(load);
    v1::ObjectMeta& metadata = *request.mutable_control_plane_machine_set()->mutable_metadata();
    metadata.set_deletion_timestamp("2026-01-02T03:04:05Z");
    const v1::RecommendMachineResponse response = DecideMachine(request);
    EXPECT_EQ(OutcomeAndReason(response), "HOLD MACHINE_SET_DELETING");
    EXPECT_FALSE(response.has_target());
    EXPECT_EQ(response.patch(), "");
    EXPECT_EQ(response.summary(),
              "\"s2\" stays the size of the machines, because the ControlPlaneMachineSet is being deleted.");
    metadata.clear_deletion_timestamp();
    EXPECT_NE(DecideMachine(request).outcome(), v1::MACHINE_OUTCOME_HOLD);
  }
}

TEST(MachineDecision, Section12OnDeleteCausesAWarning) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  request.mutable_control_plane_machine_set()->mutable_spec()->mutable_strategy()->set_type("OnDelete");
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "SCALE_UP TRIGGERED");
  EXPECT_THAT(MachineWarnings(response), Contains("MACHINE_SET_ON_DELETE"));
}

TEST(MachineDecision, Section10SizeOutsideTheLadderHasNoNextSize) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  ProviderSpec(request).set_instance_type("s4");
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "HOLD CURRENT_SIZE_NOT_IN_LADDER");
  EXPECT_FALSE(response.has_current());
  EXPECT_FALSE(response.degraded().degraded());
  EXPECT_EQ(response.triggers(0).state(), v1::MACHINE_TRIGGER_STATE_MET) << "triggers are evaluated all the same";
  EXPECT_THAT(MachineWarnings(response), Contains("MACHINE_SIZE_NOT_IN_LADDER"));
}

// Tests the states of scaleUp and scaleDown, and the result. In each case, scaleUp has a CPU window that is not full
// and a query, and scaleDown has only a query.
TEST(MachineDecision, Section9AndSection10ThreeValuedCombination) {
  // In this request, the query of scaleUp is below its threshold, and CPU is unknown.
  v1::RecommendMachineRequest request = WithQueries();
  request.clear_samples();
  AddMachineReading(request, v1::MACHINE_DIRECTION_UP, 1, v1::MACHINE_QUERY_RESULT_VALUE, "10");
  AddMachineReading(request, v1::MACHINE_DIRECTION_DOWN, 0, v1::MACHINE_QUERY_RESULT_VALUE, "10");
  v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(response.directions(0).state(), v1::MACHINE_DIRECTION_STATE_UNDETERMINED);
  EXPECT_EQ(response.directions(1).state(), v1::MACHINE_DIRECTION_STATE_MET);
  EXPECT_EQ(OutcomeAndReason(response), "HOLD INSUFFICIENT_DATA") << "an undetermined scaleUp blocks scaleDown";
  // With the policy `all`, one trigger that is not met decides.
  MachineSpecOf(request).mutable_scale_up()->set_trigger_policy("all");
  response = DecideMachine(request);
  EXPECT_EQ(response.directions(0).state(), v1::MACHINE_DIRECTION_STATE_NOT_MET);
  EXPECT_EQ(response.directions(0).trigger_policy(), "all");
  EXPECT_EQ(OutcomeAndReason(response), "SCALE_DOWN TRIGGERED");
  // With the policy `any`, one trigger that is met decides, even if scaleDown is undetermined.
  MachineSpecOf(request).mutable_scale_up()->set_trigger_policy("any");
  request.mutable_readings(0)->set_value("90");
  request.mutable_readings()->RemoveLast();
  response = DecideMachine(request);
  EXPECT_EQ(response.directions(1).state(), v1::MACHINE_DIRECTION_STATE_UNDETERMINED);
  EXPECT_EQ(response.directions(0).trigger_policy(), "any");
  EXPECT_EQ(response.triggers(0).comparison(), ">");
  EXPECT_EQ(response.triggers(2).comparison(), "<");
  EXPECT_EQ(response.triggers(2).message(), "the query was not sent yet");
  EXPECT_EQ(OutcomeAndReason(response), "SCALE_UP TRIGGERED");
}

TEST(MachineReadings, A15AndA16AMissingValueIsIgnoredAndNeverZero) {
  const v1::MachineQueryResult kResults[] = {v1::MACHINE_QUERY_RESULT_EMPTY, v1::MACHINE_QUERY_RESULT_NON_FINITE};
  for (const v1::MachineQueryResult result : kResults) {
    for (const char* ignore : {"true", "false"}) {
      for (const char* policy : {"any", "all"}) {
        v1::RecommendMachineRequest request = WithQueries(policy, ignore);
        AddMachineReading(request, v1::MACHINE_DIRECTION_UP, 1, result);
        AddMachineReading(request, v1::MACHINE_DIRECTION_DOWN, 0, result);
        const v1::RecommendMachineResponse response = DecideMachine(request);
        const bool ignored = std::string(ignore) == "true";
        EXPECT_EQ(response.triggers(1).state(),
                  ignored ? v1::MACHINE_TRIGGER_STATE_IGNORED : v1::MACHINE_TRIGGER_STATE_ERROR);
        EXPECT_EQ(OutcomeAndReason(response), ignored ? "HOLD NO_TRIGGER_MET" : "HOLD METRICS_ERROR");
        EXPECT_EQ(response.degraded().reason(), ignored ? "AsExpected" : "PrometheusMetricMissing");
      }
    }
  }
  // With the policy `any`, the other trigger still decides.
  v1::RecommendMachineRequest request = WithQueries();
  request.clear_samples();
  AddMachineLoad(request, 10, 3'600);
  AddMachineReading(request, v1::MACHINE_DIRECTION_UP, 1, v1::MACHINE_QUERY_RESULT_EMPTY);
  EXPECT_EQ(OutcomeAndReason(request), "SCALE_UP TRIGGERED");
  // With the policy `all`, the direction can no longer be met.
  MachineSpecOf(request).mutable_scale_up()->set_trigger_policy("all");
  EXPECT_EQ(DecideMachine(request).directions(0).state(), v1::MACHINE_DIRECTION_STATE_NOT_MET);
}

struct QueryCase {
  v1::MachineQueryResult result;
  int http_status;
  const char* value;
  v1::MachineTriggerState state;
  const char* reason;
};

TEST(MachineDecision, Section9ResultsOfQueries) {
  const v1::MachineTriggerState kError = v1::MACHINE_TRIGGER_STATE_ERROR;
  const QueryCase kCases[] = {
      {v1::MACHINE_QUERY_RESULT_VALUE, 0, "80.5", v1::MACHINE_TRIGGER_STATE_MET, "AsExpected"},
      {v1::MACHINE_QUERY_RESULT_VALUE, 0, "8.05e+01", v1::MACHINE_TRIGGER_STATE_MET, "AsExpected"},
      {v1::MACHINE_QUERY_RESULT_VALUE, 0, "80", v1::MACHINE_TRIGGER_STATE_NOT_MET, "AsExpected"},
      {v1::MACHINE_QUERY_RESULT_VALUE, 0, "-1", v1::MACHINE_TRIGGER_STATE_NOT_MET, "AsExpected"},
      {v1::MACHINE_QUERY_RESULT_VALUE, 0, "NaN", kError, "PrometheusMetricMissing"},
      {v1::MACHINE_QUERY_RESULT_VALUE, 0, "+Inf", kError, "PrometheusMetricMissing"},
      {v1::MACHINE_QUERY_RESULT_VALUE, 0, "-Inf", kError, "PrometheusMetricMissing"},
      {v1::MACHINE_QUERY_RESULT_MULTIPLE, 0, "", kError, "PrometheusQueryInvalid"},
      {v1::MACHINE_QUERY_RESULT_BAD_TYPE, 0, "", kError, "PrometheusQueryInvalid"},
      {v1::MACHINE_QUERY_RESULT_MALFORMED, 0, "", kError, "PrometheusQueryInvalid"},
      {v1::MACHINE_QUERY_RESULT_HTTP_ERROR, 400, "", kError, "PrometheusQueryInvalid"},
      {v1::MACHINE_QUERY_RESULT_HTTP_ERROR, 422, "", kError, "PrometheusQueryInvalid"},
      {v1::MACHINE_QUERY_RESULT_HTTP_ERROR, 401, "", kError, "PrometheusAuthenticationFailed"},
      {v1::MACHINE_QUERY_RESULT_HTTP_ERROR, 403, "", kError, "PrometheusAuthenticationFailed"},
      {v1::MACHINE_QUERY_RESULT_AUTH_FAILED, 0, "", kError, "PrometheusAuthenticationFailed"},
      {v1::MACHINE_QUERY_RESULT_HTTP_ERROR, 500, "", kError, "PrometheusUnavailable"},
      {v1::MACHINE_QUERY_RESULT_HTTP_ERROR, 404, "", kError, "PrometheusUnavailable"},
      {v1::MACHINE_QUERY_RESULT_UNREACHABLE, 0, "", kError, "PrometheusUnavailable"},
  };
  for (const QueryCase& c : kCases) {
    v1::RecommendMachineRequest request = WithQueries("any", "false");
    AddMachineReading(request, v1::MACHINE_DIRECTION_UP, 1, c.result, c.value).set_http_status(c.http_status);
    AddMachineReading(request, v1::MACHINE_DIRECTION_DOWN, 0, v1::MACHINE_QUERY_RESULT_VALUE, "50");
    const v1::RecommendMachineResponse response = DecideMachine(request);
    EXPECT_EQ(response.triggers(1).state(), c.state) << c.result << c.value << c.http_status;
    EXPECT_EQ(response.degraded().reason(), c.reason) << c.result << c.value << c.http_status;
  }
}

TEST(MachineReadings, A21EqualityOfAQueryMeetsNeitherDirection) {
  v1::RecommendMachineRequest request = WithQueries();
  AddMachineReading(request, v1::MACHINE_DIRECTION_UP, 1, v1::MACHINE_QUERY_RESULT_VALUE, "80");
  AddMachineReading(request, v1::MACHINE_DIRECTION_DOWN, 0, v1::MACHINE_QUERY_RESULT_VALUE, "40");
  EXPECT_EQ(OutcomeAndReason(request), "HOLD NO_TRIGGER_MET");
  request.mutable_readings(1)->set_value("39.9");
  EXPECT_EQ(OutcomeAndReason(request), "SCALE_DOWN TRIGGERED");
}

// An authentication failure is always reported as degraded, for each value of ignoreNullValues.
TEST(MachineReadings, A16AuthenticationFailuresAlwaysDegrade) {
  v1::RecommendMachineRequest request = WithQueries("any", "true");
  AddMachineReading(request, v1::MACHINE_DIRECTION_UP, 1, v1::MACHINE_QUERY_RESULT_AUTH_FAILED).set_message("no token");
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_TRUE(response.degraded().degraded());
  EXPECT_EQ(response.degraded().message(), "spec.scaleUp.triggers[1]: the query was not authenticated: no token");
}

TEST(MachineReadings, A17AnErrorInOneDirectionStopsBoth) {
  v1::RecommendMachineRequest request = WithQueries();
  request.clear_samples();
  AddMachineLoad(request, 10, 3'600);
  AddMachineReading(request, v1::MACHINE_DIRECTION_UP, 1, v1::MACHINE_QUERY_RESULT_VALUE, "90");
  AddMachineReading(request, v1::MACHINE_DIRECTION_DOWN, 0, v1::MACHINE_QUERY_RESULT_UNREACHABLE);
  EXPECT_EQ(OutcomeAndReason(request), "HOLD METRICS_ERROR");
  // Triggers of a disabled direction are ignored, so their errors are ignored too.
  MachineSpecOf(request).mutable_scale_down()->set_enabled(false);
  EXPECT_EQ(OutcomeAndReason(request), "SCALE_UP TRIGGERED");
}

TEST(MachineDecision, Section11TheMostImportantCauseIsTheReason) {
  v1::RecommendMachineRequest request = WithQueries();
  request.clear_samples();
  for (const char* node : {"a", "b", "c"}) AddMachineCpu(request, node, 3'600, 1'000);
  AddMachineReading(request, v1::MACHINE_DIRECTION_UP, 1, v1::MACHINE_QUERY_RESULT_UNREACHABLE);
  AddMachineReading(request, v1::MACHINE_DIRECTION_DOWN, 0, v1::MACHINE_QUERY_RESULT_MULTIPLE);
  EXPECT_EQ(DecideMachine(request).degraded().reason(), "PrometheusQueryInvalid");
  request.mutable_readings()->RemoveLast();
  EXPECT_EQ(DecideMachine(request).degraded().reason(), "PrometheusUnavailable");
  request.clear_readings();
  EXPECT_EQ(DecideMachine(request).degraded().reason(), "MetricsDisappeared");
}

// If only the oldest sample is missing, the window is full after half an interval. The wait is still at least one
// interval.
TEST(MachineDecision, Section10RequeueAfterIsTheNextUsefulTime) {
  v1::RecommendMachineRequest request = CpuMachineRequest();
  AddMachineLoad(request, 4, 3'600);
  EXPECT_EQ(DecideMachine(request).requeue_after(), "6m");
  request = CpuMachineRequest();
  AddMachineLoad(request, 9, 3'600);
  EXPECT_EQ(DecideMachine(request).requeue_after(), "1m");
  MachineSpecOf(request).set_sync_period("20s");
  EXPECT_EQ(DecideMachine(request).requeue_after(), "20s");
}

// Each node has one sample with the length of the whole window. With this sample interval of 1 ns, the window needs
// many samples.
TEST(MachineDecision, Section10TheShortestWaitIsOneNanosecond) {
  v1::RecommendMachineRequest request = CpuMachineRequest();
  request.mutable_options()->set_sample_interval("1ns");
  for (const std::string& node : request.nodes()) {
    AddMachineCpu(request, node, 0, 2'400);
    MachineSamplesOf(request, node).mutable_cpu()->set_window_nanos(0, 600'000'000'000);
  }
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "HOLD INSUFFICIENT_DATA");
  EXPECT_EQ(response.requeue_after(), "0.000000001s");
}

TEST(MachineDecision, SamplesThatCanStillCountAreReturned) {
  v1::RecommendMachineRequest request = CpuMachineRequest();
  AddMachineLoad(request, 20, 2'400);
  const v1::RecommendMachineResponse response = DecideMachine(request);
  ASSERT_EQ(response.samples_size(), 3);
  const v1::MachineUsageSamples& memory = response.samples(0).memory();
  EXPECT_EQ(memory.end_unix_nanos_size(), 11) << "10 minutes and one interval";
  EXPECT_EQ(memory.end_unix_nanos(0), MachineNanos(kMachineNoon - 10));
  EXPECT_EQ(memory.usages(0), 8'192 * kMebibyte);
  EXPECT_EQ(memory.utilizations(0), 50);
  *request.mutable_samples() = response.samples();
  EXPECT_EQ(DecideMachine(request).SerializeAsString(), response.SerializeAsString());
}

TEST(MachineDecision, WithoutTriggersSamplesOfOneIntervalAreSentBack) {
  v1::RecommendMachineRequest request = MachineRequest("");
  for (const int seconds : {60, 59, 0}) AddMachineCpu(request, "a", seconds, 2'400);
  EXPECT_THAT(DecideMachine(request).samples(0).cpu().end_unix_nanos(),
              ElementsAre(MachineNanos(kMachineNoon, -59), MachineNanos(kMachineNoon)));
}

TEST(MachineDecision, Section7AnOldSampleIsNotSentBackWithANewerOne) {
  v1::RecommendMachineRequest request = CpuMachineRequest();
  AddMachineCpu(request, "a", 3'600, 1'000);
  AddMachineCpu(request, "a", 0, 1'000);
  EXPECT_THAT(DecideMachine(request).samples(0).cpu().end_unix_nanos(), ElementsAre(MachineNanos(kMachineNoon)));
}

// In a short window, the last sample is outside the window before it is stale. The response still contains this sample.
// Without the sample, the next decision would treat the metric as one that never existed, and the other trigger would
// decide.
TEST(MachineDecision, Section7AMetricThatHasDisappearedStaysAnError) {
  v1::RecommendMachineRequest request = WithQueries();
  MachineSpecOf(request).mutable_scale_up()->mutable_triggers(0)->mutable_cpu()->set_time_window("2m");
  AddMachineReading(request, v1::MACHINE_DIRECTION_UP, 1, v1::MACHINE_QUERY_RESULT_VALUE, "90");
  AddMachineReading(request, v1::MACHINE_DIRECTION_DOWN, 0, v1::MACHINE_QUERY_RESULT_VALUE, "50");
  for (int minute = 6; minute < 60; ++minute) {
    request.set_now(MachineTime(kMachineNoon + minute));
    const v1::RecommendMachineResponse response = DecideMachine(request);
    EXPECT_EQ(OutcomeAndReason(response), "HOLD METRICS_ERROR") << minute;
    EXPECT_EQ(response.degraded().reason(), "MetricsDisappeared") << minute;
    *request.mutable_samples() = response.samples();
  }
  EXPECT_EQ(request.samples(0).cpu().usages_size(), 1);
  EXPECT_EQ(request.samples(0).memory().usages_size(), 1);
}

TEST(MachineDecision, BriefLeavesTheExplanationOut) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  request.mutable_control_plane_machine_set()->mutable_spec()->mutable_strategy()->set_type("OnDelete");
  request.mutable_options()->set_detail(v1::DETAIL_BRIEF);
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "SCALE_UP TRIGGERED");
  EXPECT_EQ(response.summary(), "");
  EXPECT_EQ(response.findings_size(), 0);
  EXPECT_EQ(response.triggers(0).message(), "");
  EXPECT_EQ(response.samples(0).cpu().usages_size(), 10);
  EXPECT_EQ(response.samples(0).cpu().utilizations_size(), 0);
  EXPECT_THAT(response.patch(), HasSubstr("s3"));
}

TEST(MachineDecision, TheSampleIntervalIsAnOption) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  request.mutable_options()->set_sample_interval("20s");
  EXPECT_EQ(DecideMachine(request).triggers(0).nodes(0).samples_required(), 27);
  request.mutable_options()->set_sample_interval("1ns");
  EXPECT_THAT(MachineErrors(request), ::testing::IsEmpty());
  request.mutable_options()->set_sample_interval("6m");
  EXPECT_THAT(MachineErrors(request), ElementsAre("VALUE_OUT_OF_RANGE spec.scaleUp.triggers[0].cpu.timeWindow",
                                                  "VALUE_OUT_OF_RANGE spec.scaleDown.triggers[0].cpu.timeWindow"));
}

// With 6 decimals, 80.0000001 % and 80 % would have the same text.
TEST(MachineReadings, Section8TheMessageIsTrueBeyondSixDecimals) {
  struct NearCase {
    const char* direction;
    int64_t usage;
    int64_t capacity;
    const char* threshold;
    const char* message;
  };
  constexpr int64_t kFour = 4'000'000'000;
  const NearCase kCases[] = {
      {"scaleUp", 3'200'000'004, kFour, "80", "80.0000001 % is above 80 %"},
      {"scaleUp", 3'200'000'000, kFour, "80", "80 % is not above 80 %"},
      {"scaleUp", 3'199'999'996, kFour, "80", "80 % is not above 80 %"},
      {"scaleUp", 3'199'999'988, kFour, "79.9999998", "79.9999997 % is not above 79.9999998 %"},
      {"scaleUp", 3'300'000'000, kFour, "80", "82.5 % is above 80 %"},
      {"scaleUp", 800'000'051'200, 1'000'000'000'000, "80.000005", "80.0000051 % is above 80.000005 %"},
      {"scaleDown", 1'599'999'996, kFour, "40", "39.9999999 % is below 40 %"},
      {"scaleDown", 1'600'000'000, kFour, "40", "40 % is not below 40 %"},
      {"scaleDown", 1'600'000'004, kFour, "40", "40 % is not below 40 %"},
      {"scaleDown", 1'500'000'000, kFour, "40", "37.5 % is below 40 %"},
      // The message has as many decimals as it needs to show the difference.
      {"scaleUp", 1'000'000'003, 100'000'000'000'000'000, "0.000001", "0.000001000000003 % is above 0.000001 %"},
  };
  for (const NearCase& near : kCases) {
    v1::RecommendMachineRequest request =
        MachineRequest(absl::StrCat("\"", near.direction, R"(": {"triggers": [{"type": "cpu", "cpu": {"value": ")",
                                    near.threshold, R"(", "timeWindow": "2m"}}]})"));
    for (const std::string& node : request.nodes()) {
      v1::MachineUsageSamples& cpu = *MachineSamplesOf(request, node).mutable_cpu();
      for (const int minutes : {1, 0}) {
        AddMachineUse(MachineNanos(kMachineNoon - minutes), near.usage, near.capacity, cpu);
      }
    }
    EXPECT_EQ(DecideMachine(request).triggers(0).message(), near.message);
  }
}

TEST(MachineReadings, Section8MeansAreRoundedAndUtilizationsOfSamplesAreNot) {
  v1::RecommendMachineRequest request =
      MachineRequest(R"("scaleUp": {"triggers": [{"type": "cpu", "cpu": {"value": "80", "timeWindow": "2m"}}]})");
  for (const std::string& node : request.nodes()) {
    for (const int seconds : {60, 0}) AddMachineCpu(request, node, seconds, 2'000, 3'000);
  }
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_DOUBLE_EQ(response.samples(0).cpu().utilizations(0), 200.0 / 3);
  EXPECT_EQ(response.triggers(0).nodes(0).utilization(), "66.666667");
  EXPECT_EQ(response.triggers(0).observed(), "66.666667");
}

TEST(MachineDecision, Section10ChangeInTheFutureCausesAWarning) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  v1::ControlPlaneMachineSetAutoscalerStatus& status =
      *request.mutable_control_plane_machine_set_autoscaler()->mutable_status();
  status.set_last_scale_up_time(MachineTime(kMachineNoon));
  EXPECT_THAT(MachineWarnings(DecideMachine(request)), Not(Contains("LAST_SCALE_IN_FUTURE")));
  status.set_last_scale_up_time(MachineTime(kMachineNoon, 1));
  const v1::RecommendMachineResponse response = DecideMachine(request);
  EXPECT_EQ(OutcomeAndReason(response), "HOLD COOLING_DOWN");
  ASSERT_THAT(MachineWarnings(response), Contains("LAST_SCALE_IN_FUTURE"));
  EXPECT_EQ(response.findings(0).path(), "status.lastScaleUpTime");
  EXPECT_EQ(response.findings(0).message(),
            "2026-01-02T12:00:01Z is in the future; the change is treated as a change now");
}

TEST(MachineDecision, Section10PendingChangeInTheFutureCausesAWarningIfItCounts) {
  v1::RecommendMachineRequest request = UnderLoad(3'600);
  v1::AutoscalerPendingScale& pending =
      *request.mutable_control_plane_machine_set_autoscaler()->mutable_status()->mutable_pending_scale();
  pending.set_direction("Down");
  pending.set_from("s2");
  pending.set_time(MachineTime(kMachineNoon, 1));
  EXPECT_THAT(MachineWarnings(DecideMachine(request)), Not(Contains("LAST_SCALE_IN_FUTURE")));
  pending.set_from("s3");
  const v1::RecommendMachineResponse response = DecideMachine(request);
  ASSERT_THAT(MachineWarnings(response), Contains("LAST_SCALE_IN_FUTURE"));
  EXPECT_EQ(response.findings(0).path(), "status.pendingScale.time");
}

// For 3 nodes and a window of 400,000 seconds, a request needs 20,000 samples.
TEST(MachineReadings, Section7WindowThatNeedsMoreSamplesThanARequestHasCausesAWarning) {
  const auto findings = [](absl::string_view type, absl::string_view window, absl::string_view interval) {
    v1::RecommendMachineRequest request =
        MachineRequest(absl::StrCat(R"("scaleUp": {"scaleUpDelay": "200h", "triggers": [{"type": ")", type, R"(", ")",
                                    type, R"(": {"value": "80", "timeWindow": ")", window, R"("}}]})"));
    if (!interval.empty()) request.mutable_options()->set_sample_interval(std::string(interval));
    return DecideMachine(request).findings();
  };
  for (const std::string type : {"cpu", "memory"}) {
    EXPECT_EQ(findings(type, "400000s", "").size(), 0) << type;
    EXPECT_EQ(findings(type, "400001s", "2m").size(), 0) << type;
    const auto warnings = findings(type, "400001s", "");
    ASSERT_EQ(warnings.size(), 1) << type;
    EXPECT_EQ(warnings[0].rule(), "WINDOW_EXCEEDS_SAMPLES");
    EXPECT_EQ(warnings[0].path(), absl::StrCat("spec.scaleUp.triggers[0].", type, ".timeWindow"));
    EXPECT_EQ(warnings[0].message(),
              "a window of 400001s needs a sample each 1m of 3 nodes, more than the 20000 of a request");
  }
}

}  // namespace
}  // namespace cpsizer
