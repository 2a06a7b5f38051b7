#include "tests/sidecar/size/controller_test.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Lt;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

TEST_F(ControllerTest, DecidesAllTogetherAndWritesEachOnce) {
  at_.PutConfiguration(ConfigurationJson());
  for (int i = 0; i < 50; ++i) PutSized("hc" + std::to_string(i), i % 2 == 0 ? "small" : "", "20Gi");
  at_.Start();
  at_.Settle();
  EXPECT_EQ(at_.counters.writes[kSizeWrites], 50);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(at_.SizeOf("hc" + std::to_string(i)), "medium");
  EXPECT_EQ(at_.service.batches, 2) << "in brief, then in full for the reasons";
  EXPECT_EQ(at_.service.singles, 0);
  EXPECT_EQ(at_.counters.decisions["sized"], 50) << "each decision counts once";
  at_.Start();
  at_.Settle();
  EXPECT_EQ(at_.counters.writes[kSizeWrites], 50) << "the second relist writes nothing";
  EXPECT_EQ(at_.service.batches, 3);
}

// The test has more clusters than one call can contain.
TEST_F(ControllerTest, RequestsReasonsOnceAllSizesAreKnown) {
  constexpr int kCount = 4'000;
  at_.PutConfiguration(ConfigurationJson());
  for (int i = 0; i < kCount; ++i) PutSized("hc" + std::to_string(i), "small", "20Gi");
  at_.service.before_answer = [&] {
    if (at_.service.batches == 2) {
      EXPECT_EQ(at_.counters.writes[kSizeWrites], 0);
    }
  };
  at_.Start();
  at_.Settle();
  EXPECT_EQ(at_.counters.writes[kSizeWrites], kCount);
  EXPECT_THAT(at_.service.batches, AllOf(Gt(4), Lt(30))) << "in full a few hundred at once";
}

TEST_F(ControllerTest, AChangeWhileManyWritesWaitIsDecidedFirst) {
  constexpr int kCount = 4'000;
  constexpr int kChanged = 20;
  constexpr int kWritesAhead = 1'000;
  at_.PutConfiguration(ConfigurationJson());
  for (int i = 0; i < kCount; ++i) PutSized("hc" + std::to_string(i), "small", "20Gi");
  at_.service.before_answer = [&] {
    // At the third batch, all sizes are decided, but only a few reasons are known.
    if (at_.service.batches != 3) return;
    at_.service.before_answer = nullptr;
    for (int i = 0; i < kChanged; ++i) at_.PutVpa(VpaJson("hc" + std::to_string(i), i % 2 == 0 ? "10Gi" : "40Gi"));
  };
  at_.Start();
  at_.Settle();
  EXPECT_EQ(at_.counters.writes[kSizeWrites], kCount - kChanged / 2);
  for (int i = 0; i < kChanged; ++i) {
    const std::string name = "hc" + std::to_string(i);
    const auto write = std::find_if(at_.writer.writes.begin(), at_.writer.writes.end(),
                                    [&](const std::string& line) { return absl::StartsWith(line, name + " "); });
    if (i % 2 == 0) {
      EXPECT_EQ(write, at_.writer.writes.end()) << *write;
    } else {
      ASSERT_NE(write, at_.writer.writes.end()) << name;
      EXPECT_EQ(*write, name + " small -> large");
      EXPECT_LT(write - at_.writer.writes.begin(), kWritesAhead) << name;
    }
  }
}

// The controller requests the reasons only once, even if the response does not contain them.
TEST_F(ControllerTest, RequestsMissingReasonsOnlyOnce) {
  at_.PutConfiguration(ConfigurationJson());
  PutSized("hc1", "small", "20Gi");
  PutSized("hc2", "small", "20Gi");
  at_.service.corrupt = [](v1::RecommendSizeResponse& response) { response.clear_summary(); };
  at_.Start();
  at_.Settle();
  EXPECT_EQ(at_.service.batches, 2);
  EXPECT_EQ(at_.counters.writes[kSizeWrites], 2);
}

TEST_F(ControllerTest, WritesNothingBeforeItIsStarted) {
  at_.PutConfiguration(ConfigurationJson());
  PutSized("hc1", "small", "20Gi");
  at_.Pass(absl::Minutes(1));
  EXPECT_EQ(at_.counters.writes[kSizeWrites], 0);
}

TEST_F(ControllerTest, RequestsOneChangedVpaAlone) {
  StartWithOne();
  const int singles = at_.service.singles;
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_EQ(at_.service.singles, singles + 1);
  EXPECT_EQ(at_.service.batches, 0);
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> medium"));
  EXPECT_THAT(at_.writer.events, ElementsAre("ClusterSizeRecommendationChanged"));
}

TEST_F(ControllerTest, HasOneLineForEveryDecisionAtDebug) {
  at_.PutConfiguration(ConfigurationJson());
  PutSized("keeps", "small", "10Gi");
  PutSized("changes", "small", "20Gi");
  PutSized("waits", "small", "");
  at_.PutCluster({{"metadata", {{"namespace", "clusters"}, {"name", "stranger"}}}});
  at_.Start();
  at_.Settle();
  EXPECT_THAT(LinesWith("debug"),
              UnorderedElementsAre(
                  "debug decision namespace=clusters hostedCluster=keeps outcome=sized size=small",
                  HasSubstr("hostedCluster=changes outcome=sized size=medium reason=medium: memory 20Gi exceeds small"),
                  HasSubstr("hostedCluster=waits outcome=held size=small reason=VPA_RECOMMENDATION_MISSING"),
                  "debug decision namespace=clusters hostedCluster=stranger outcome=not_eligible"));
}

TEST_F(ControllerTest, HoldsAndReportsMissingAndImplausibleRecommendations) {
  StartWithOne();
  at_.PutVpa(VpaJson("hc1", ""));
  at_.Settle();
  EXPECT_EQ(at_.Status().held_begun["VPA_RECOMMENDATION_MISSING"], 1);
  at_.PutVpa(VpaJson("hc1", "1e20"));
  at_.Settle();
  EXPECT_THAT(LinesWith("reason=RECOMMENDATION_SUSPECT"), Contains(HasSubstr(" heldBy=VPA_OVERFLOW note=")));
  Json wrong = VpaJson("hc1", "20Gi");
  wrong["status"]["recommendation"] = 7;
  at_.PutVpa(wrong);
  at_.Settle();
  EXPECT_EQ(at_.Status().held_begun["VPA_UNREADABLE"], 1);
  EXPECT_THAT(at_.writer.writes, IsEmpty());
  EXPECT_THAT(at_.writer.events, Contains("ClusterSizeRecommendationHeld"));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> medium"));
}

TEST_F(ControllerTest, WarnsAboutAHeldClusterWithAnUnknownSize) {
  StartWithOne();
  at_.RemoveVpa("hc1");
  at_.Settle();
  at_.writer.notes.clear();
  Json renamed = ConfigurationJson(2);
  renamed["spec"]["sizes"][0]["name"] = "tiny";
  at_.PutConfiguration(renamed);
  at_.Settle();
  EXPECT_THAT(LinesWith("warn size held"),
              ElementsAre(HasSubstr("reason=VPA_RECOMMENDATION_MISSING note=the cluster's size small is not in the "
                                    "configuration, and no other size can be decided: ")));
  EXPECT_THAT(at_.writer.notes, ElementsAre(HasSubstr("the cluster's size small is not in the configuration")));
  EXPECT_EQ(at_.writer.events.back(), "ClusterSizeRecommendationHeld");
  EXPECT_EQ(at_.SizeOf("hc1"), "small");
}

TEST_F(ControllerTest, ReportsOnceThatNoSizeFits) {
  StartWithOne();
  at_.PutVpa(VpaJson("hc1", "100Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> large"));
  at_.PutVpa(VpaJson("hc1", "101Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.events, UnorderedElementsAre("ClusterSizeRecommendationChanged", "NoSizeFits"));
}

TEST_F(ControllerTest, HoldsWhileTheServiceFailsAndRetriesWithGrowingDelay) {
  StartWithOne();
  at_.service.broken = absl::UnavailableError("down");
  const int singles = at_.service.singles;
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(5));
  EXPECT_THAT(at_.writer.writes, IsEmpty());
  EXPECT_GT(at_.service.singles - singles, 3) << "keeps asking";
  EXPECT_LT(at_.service.singles - singles, kMostAttemptsInFiveMinutes) << "but not in a hot loop";
  EXPECT_EQ(at_.Status().held_begun[kServiceFailed], 1);
  at_.service.broken = absl::OkStatus();
  at_.Pass(absl::Minutes(1));
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> medium"));
}

TEST_F(ControllerTest, ReportsTheRecoveryOfTheServiceAndResetsTheBackoff) {
  StartWithOne();
  at_.service.broken = absl::UnavailableError("down");
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(1));
  at_.service.broken = absl::OkStatus();
  at_.Pass(absl::Minutes(1));
  EXPECT_THAT(LinesWith("the service responds again"), SizeIs(1));
  at_.service.broken = absl::UnavailableError("down");
  at_.PutVpa(VpaJson("hc1", "40Gi"));
  at_.Pass(absl::Milliseconds(1));
  EXPECT_THAT(LinesWith("warn service call failed"), Each(HasSubstr("reason=SERVICE_FAILED")));
  EXPECT_THAT(LinesWith("warn service call failed"), SizeIs(2));
  const std::vector<std::string> failures = LinesWith("debug service call failed");
  EXPECT_GT(failures.size(), 3u);
  EXPECT_EQ(failures.back(), failures.front()) << "with the same wait";
}

TEST_F(ControllerTest, AnOutageOfTheServiceIsOneWarning) {
  StartWithOne();
  at_.service.broken = absl::UnavailableError("down");
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(5));
  EXPECT_THAT(LinesWith("warn service call failed"), SizeIs(1));
  at_.service.broken = absl::PermissionDeniedError("no");
  at_.Pass(absl::Minutes(5));
  EXPECT_THAT(LinesWith("warn service call failed"), SizeIs(2)) << "it is another cause";
}

TEST_F(ControllerTest, SendsNoRequestBeforeTheDelayOfABusyService) {
  StartWithOne();
  at_.service.broken = BusyFor(absl::Seconds(40));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Seconds(1));
  const int singles = at_.service.singles, validations = at_.service.validations;
  at_.service.broken = absl::OkStatus();
  at_.PutConfiguration(ConfigurationWithMiddle());
  at_.Pass(absl::Seconds(38));
  EXPECT_EQ(at_.service.singles, singles);
  EXPECT_EQ(at_.service.validations, validations) << "nor about a new configuration";
  at_.Pass(absl::Seconds(12));
  EXPECT_THAT(at_.writer.writes, ElementsAre("condition True", "hc1 small -> middle"));
}

TEST_F(ControllerTest, ARequestThatIsTooLargeHoldsOneClusterAndPausesNothing) {
  StartWithOne();
  at_.service.broken = absl::ResourceExhaustedError("too large");
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_EQ(at_.Status().held["INPUT_REFUSED"].count, 1u);
  EXPECT_EQ(at_.counters.service_failures, 0);
}

TEST_F(ControllerTest, HoldsOnInvalidResponses) {
  StartWithOne();
  at_.service.corrupt = [](v1::RecommendSizeResponse& response) { response.set_recommended_size("gigantic"); };
  const int singles = at_.service.singles;
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(5));
  EXPECT_THAT(at_.writer.writes, IsEmpty());
  EXPECT_GT(at_.counters.invalid_responses, 0);
  EXPECT_LT(at_.service.singles - singles, kMostAttemptsInFiveMinutes);
  at_.service.corrupt = nullptr;
  at_.Pass(absl::Minutes(6));
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> medium"));
}

TEST_F(ControllerTest, IgnoresAVpaOfAnotherWorkload) {
  at_.PutConfiguration(ConfigurationJson());
  at_.PutCluster(ClusterJson("hc1", "large"));
  Json vpa = VpaJson("hc1", "10Gi");
  vpa["spec"]["targetRef"]["name"] = "etcd";
  at_.PutVpa(vpa);
  at_.Start();
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("condition True", "delete hc1"));
  at_.RemoveVpa("hc1");
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("condition True", "delete hc1", "create hc1"));
  EXPECT_EQ(at_.SizeOf("hc1"), "large");
}

TEST(ObservingControllerTest, WritesNothingAndReportsEachDryRunOnce) {
  ControllerFixture at(/*enforce=*/false);
  at.PutConfiguration(ConfigurationJson());
  at.PutCluster(ClusterJson("agrees", "small"));
  at.PutVpa(VpaJson("agrees", "10Gi"));
  at.PutCluster(ClusterJson("differs", "small"));
  at.PutVpa(VpaJson("differs", "20Gi"));
  at.PutCluster(ClusterJson("has-none"));
  at.PutVpa(VpaJson("has-none", "10Gi"));
  at.PutCluster(ClusterJson("waits"));
  Json out = ClusterJson("out");
  out["metadata"]["annotations"].erase("hypershift.openshift.io/resource-based-cp-auto-scaling");
  at.PutCluster(out);
  Json shared = ClusterJson("shared");
  shared["metadata"]["annotations"].erase("hypershift.openshift.io/topology");
  at.PutCluster(shared);
  Json ends = ClusterJson("ends");
  ends["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
  at.PutCluster(ends);
  at.Start();
  at.Settle();
  EXPECT_THAT(at.dry_runs,
              UnorderedElementsAre("agrees: keep small: it is the recommended size",
                                   HasSubstr("differs: annotate small -> medium: "),
                                   HasSubstr("has-none: annotate <none> -> small: "),
                                   "waits: create VerticalPodAutoscaler clusters-waits/kube-apiserver",
                                   "waits: write nothing: VPA_RECOMMENDATION_MISSING: there is no VPA "
                                   "clusters-waits/kube-apiserver yet",
                                   "out: not sized: not opted in", "shared: not sized: of another topology",
                                   "ends: not sized: being deleted"));
  EXPECT_EQ(at.Status().agreements["agree"], 1);
  EXPECT_EQ(at.Status().agreements["disagree"], 1);
  EXPECT_EQ(at.Status().agreements["absent"], 1);
  EXPECT_EQ(at.Status().agreements["held"], 1);
  const std::map<std::string, int64_t> one_of_each = {{"agree", 1}, {"disagree", 1}, {"absent", 1}, {"held", 1}};
  EXPECT_EQ(at.Status().observed, one_of_each);
  at.PutCluster(ClusterJson("differs", "medium"));
  at.Settle();
  const std::map<std::string, int64_t> agreed = {{"agree", 2}, {"absent", 1}, {"held", 1}};
  EXPECT_EQ(at.Status().observed, agreed);
  at.dry_runs.clear();
  at.Pass(absl::Minutes(11));
  EXPECT_THAT(at.dry_runs, IsEmpty());
}

}  // namespace
}  // namespace cpsizer::sidecar
