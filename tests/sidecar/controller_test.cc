#include "client/sidecar/controller.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/sidecar_world.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

// The capacities of the configuration, halved: small holds 16Gi and 4, medium 32Gi and 8, large 64Gi and 16.
class ControllerTest : public ::testing::Test {
 protected:
  void PutSized(const std::string& name, const std::string& size, const std::string& memory) {
    at_.PutCluster(ClusterJson(name, size));
    at_.PutVpa(VpaJson(name, memory));
  }
  // Started, with one cluster `hc1` that has `small`, and nothing left to do.
  void StartWithOne() {
    at_.PutConfiguration(ConfigurationJson());
    PutSized("hc1", "small", "10Gi");
    at_.Start();
    at_.Settle();
    at_.writer.writes.clear();
  }
  std::vector<std::string> LinesWith(absl::string_view text) const {
    std::vector<std::string> lines;
    std::copy_if(at_.log.begin(), at_.log.end(), std::back_inserter(lines),
                 [&](const std::string& line) { return absl::StrContains(line, text); });
    return lines;
  }
  Json ConfigurationWithoutCpu() {
    Json configuration = ConfigurationJson();
    for (Json& size : configuration["spec"]["sizes"]) size["capacity"].erase("cpu");
    return configuration;
  }
  Json InvalidConfiguration(int64_t generation) {
    Json configuration = ConfigurationJson(generation);
    configuration["spec"]["sizes"][0]["capacity"]["memory"] = "-1";
    return configuration;
  }

  ControllerFixture at_;
};

TEST_F(ControllerTest, DecidesAllTogetherAndWritesEachOnce) {
  at_.PutConfiguration(ConfigurationJson());
  for (int i = 0; i < 50; ++i) PutSized("hc" + std::to_string(i), i % 2 == 0 ? "small" : "", "20Gi");
  at_.Start();
  at_.Settle();
  EXPECT_EQ(at_.counters.size_writes, 50);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(at_.SizeOf("hc" + std::to_string(i)), "medium");
  EXPECT_EQ(at_.service.batches, 2) << "in brief, then in full for the reasons";
  EXPECT_EQ(at_.service.singles, 0);
  at_.Start();
  at_.Settle();
  EXPECT_EQ(at_.counters.size_writes, 50) << "the second full look writes nothing";
  EXPECT_EQ(at_.service.batches, 3);
}

TEST_F(ControllerTest, WritesNothingBeforeItIsStarted) {
  at_.PutConfiguration(ConfigurationJson());
  PutSized("hc1", "small", "20Gi");
  at_.Pass(absl::Minutes(1));
  EXPECT_EQ(at_.counters.size_writes, 0);
}

TEST_F(ControllerTest, AsksAboutOneVpaAlone) {
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
                  "debug decision namespace=clusters hostedCluster=stranger outcome=not eligible"));
}

TEST_F(ControllerTest, HoldsWithoutRecommendationAndWithGarbageAndSaysSo) {
  StartWithOne();
  at_.PutVpa(VpaJson("hc1", ""));
  at_.Settle();
  EXPECT_EQ(at_.counters.held["VPA_RECOMMENDATION_MISSING"], 1);
  at_.PutVpa(VpaJson("hc1", "1e20"));
  at_.Settle();
  Json wrong = VpaJson("hc1", "20Gi");
  wrong["status"]["recommendation"] = 7;
  at_.PutVpa(wrong);
  at_.Settle();
  EXPECT_EQ(at_.counters.held["VPA_UNREADABLE"], 1);
  EXPECT_THAT(at_.writer.writes, IsEmpty());
  EXPECT_THAT(at_.writer.events, Contains("ClusterSizeRecommendationHeld"));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> medium"));
}

TEST_F(ControllerTest, IsLoudAboutAHeldClusterWhoseSizeIsNotInTheConfiguration) {
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
                                    "configuration, and none of it can be decided: ")));
  EXPECT_THAT(at_.writer.notes, ElementsAre(HasSubstr("the cluster's size small is not in the configuration")));
  EXPECT_EQ(at_.writer.events.back(), "ClusterSizeRecommendationHeld");
  EXPECT_EQ(at_.SizeOf("hc1"), "small");
}

TEST_F(ControllerTest, SaysWhereNoSizeFitsOnce) {
  StartWithOne();
  at_.PutVpa(VpaJson("hc1", "100Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> large"));
  at_.PutVpa(VpaJson("hc1", "101Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.events, UnorderedElementsAre("ClusterSizeRecommendationChanged", "NoSizeFits"));
}

TEST_F(ControllerTest, HoldsWhileTheServiceFailsAndAsksLaterEachTime) {
  StartWithOne();
  at_.service.broken = absl::UnavailableError("down");
  const int singles = at_.service.singles;
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(5));
  EXPECT_THAT(at_.writer.writes, IsEmpty());
  EXPECT_GT(at_.service.singles - singles, 3) << "keeps asking";
  EXPECT_LT(at_.service.singles - singles, 30) << "but not in a hot loop";
  EXPECT_EQ(at_.counters.held[kServiceReason], 1);
  at_.service.broken = absl::OkStatus();
  at_.Pass(absl::Minutes(1));
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> medium"));
}

TEST_F(ControllerTest, SaysThatTheServiceAnswersAgainAndThenAFailureIsAFirstOne) {
  StartWithOne();
  at_.service.broken = absl::UnavailableError("down");
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(1));
  at_.service.broken = absl::OkStatus();
  at_.Pass(absl::Minutes(1));
  EXPECT_THAT(LinesWith("the service answers again"), SizeIs(1));
  at_.service.broken = absl::UnavailableError("down");
  at_.PutVpa(VpaJson("hc1", "40Gi"));
  at_.Pass(absl::Milliseconds(1));
  const std::vector<std::string> failures = LinesWith("the service failed");
  EXPECT_THAT(failures.front(), HasSubstr("reason=SERVICE_FAILED"));
  EXPECT_GT(failures.size(), 3u);
  EXPECT_EQ(failures.back(), failures.front()) << "with the same wait";
}

TEST_F(ControllerTest, HoldsWhileTheServiceTalksNonsense) {
  StartWithOne();
  at_.service.distort = [](v1::RecommendSizeResponse& response) { response.set_recommended_size("gigantic"); };
  const int singles = at_.service.singles;
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(5));
  EXPECT_THAT(at_.writer.writes, IsEmpty());
  EXPECT_GT(at_.counters.senseless_answers, 0);
  EXPECT_LT(at_.service.singles - singles, 30);
  at_.service.distort = nullptr;
  at_.Pass(absl::Minutes(6));
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> medium"));
}

TEST_F(ControllerTest, HoldsAllWhileTheConfigurationIsNotValid) {
  StartWithOne();
  at_.PutConfiguration(InvalidConfiguration(2));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("condition False"));
  EXPECT_THAT(at_.writer.events, ElementsAre("SizingConfigurationInvalid"));
  EXPECT_THAT(LinesWith("error holding all sizes"), ElementsAre(HasSubstr("reason=CONFIGURATION_UNUSABLE note=")));
  EXPECT_EQ(at_.counters.held[kConfigurationReason], 1);
  at_.PutConfiguration(ConfigurationJson(3));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, Contains("hc1 small -> medium"));
}

TEST_F(ControllerTest, AsksAgainForAVerdictThatSaysNothing) {
  StartWithOne();
  at_.service.distort_verdict = [](v1::ValidateConfigResponse& response) { response.Clear(); };
  const int validations = at_.service.validations;
  at_.PutConfiguration(ConfigurationJson(2));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(5));
  EXPECT_THAT(at_.writer.writes, IsEmpty());
  EXPECT_THAT(at_.writer.events, IsEmpty());
  EXPECT_LT(at_.service.validations - validations, 30) << "not in a hot loop";
  at_.service.distort_verdict = nullptr;
  at_.Pass(absl::Minutes(6));
  EXPECT_THAT(at_.writer.writes, Contains("hc1 small -> medium"));
}

TEST_F(ControllerTest, SaysOnceForAGenerationThatTheConfigurationIsValidAndWhatItWarnsOf) {
  StartWithOne();
  at_.log.clear();
  at_.service.distort_verdict = [](v1::ValidateConfigResponse& response) {
    v1::Finding& finding = *response.add_findings();
    finding.set_rule("SOME_RULE");
    finding.set_severity(v1::SEVERITY_WARNING);
    finding.set_path("spec.sizes[0]");
    finding.set_message("is odd");
    response.add_findings()->set_severity(v1::SEVERITY_NOTE);
  };
  at_.PutConfiguration(ConfigurationJson(2));
  at_.Settle();
  // The same, judged anew.
  at_.LoseMachineSets();
  at_.Settle();
  EXPECT_THAT(LinesWith("configuration"),
              ElementsAre("info the configuration is valid generation=2 warnings=1",
                          "warn a warning about the configuration rule=SOME_RULE path=spec.sizes[0] message=is odd"));
}

TEST_F(ControllerTest, HoldsAllWithoutConfiguration) {
  StartWithOne();
  at_.RemoveConfiguration();
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, IsEmpty());
  EXPECT_EQ(at_.SizeOf("hc1"), "small");
}

TEST_F(ControllerTest, NothingIsAskedAgainAboutAConfigurationThatIsGone) {
  at_.service.broken = absl::UnavailableError("down");
  at_.PutConfiguration(ConfigurationJson());
  PutSized("hc1", "small", "20Gi");
  at_.Start();
  at_.Pass(absl::Seconds(1));
  at_.RemoveConfiguration();
  at_.service.broken = absl::OkStatus();
  at_.Pass(absl::Minutes(1));
  EXPECT_THAT(at_.writer.writes, IsEmpty());
}

TEST_F(ControllerTest, HoldsAllOnceAMachineSetIsGoneWithoutWhichCpuTakesNoPart) {
  Json configuration = ConfigurationWithoutCpu();
  at_.PutConfiguration(configuration);
  at_.PutMachineSet(MachineSetJson("small", "32768", "8"));
  const Json medium = MachineSetJson("medium", "65536", "16");
  at_.PutMachineSet(medium);
  at_.PutMachineSet(MachineSetJson("large", "131072", "32"));
  at_.PutCluster(ClusterJson("hc1", "large"));
  at_.PutVpa(VpaJson("hc1", "10Gi", "12"));
  at_.Start();
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "large");

  at_.RemoveMachineSet("openshift-machine-api/serving-medium");
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "large") << "memory alone would make it small";
  EXPECT_EQ(at_.counters.held[kConfigurationReason], 1);
  EXPECT_THAT(at_.writer.events, ElementsAre("SizingConfigurationInvalid"));

  at_.PutMachineSet(medium);
  at_.PutVpa(VpaJson("hc1", "10Gi", "7"));
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");

  // The MachineSet of a new name comes later.
  configuration["metadata"]["generation"] = 2;
  configuration["spec"]["sizes"][1]["name"] = "middle";
  at_.PutConfiguration(configuration);
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "medium") << "memory alone would make it small";
  at_.PutMachineSet(MachineSetJson("middle", "65536", "16"));
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "middle");

  // What the configuration itself no longer asks for is no loss.
  at_.RemoveMachineSet("openshift-machine-api/serving-middle");
  configuration["metadata"]["generation"] = 3;
  configuration["spec"].erase("resourceBasedAutoscaling");
  at_.PutConfiguration(configuration);
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "small");
}

TEST_F(ControllerTest, BelievesNoVpaOfAnotherWorkload) {
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

TEST_F(ControllerTest, HoldsAllFromTheStartWhereAMachineSetIsMissing) {
  at_.PutConfiguration(ConfigurationWithoutCpu());
  at_.PutMachineSet(MachineSetJson("small", "32768", "8"));
  at_.PutMachineSet(MachineSetJson("large", "131072", "32"));
  PutSized("hc1", "large", "10Gi");
  at_.Start();
  at_.Settle();
  EXPECT_EQ(at_.SizeOf("hc1"), "large") << "memory alone would make it small";
  EXPECT_THAT(at_.log, Contains(HasSubstr("no CPU capacity is known of the size medium")));
}

TEST_F(ControllerTest, WritesNoSizeOfAConfigurationThatIsNoMoreInForce) {
  StartWithOne();
  // The new one comes while the service decides by the old one.
  Json renamed = ConfigurationJson(2);
  renamed["spec"]["sizes"][1]["name"] = "middle";
  at_.service.before_answer = [&] {
    at_.service.before_answer = nullptr;
    at_.PutConfiguration(renamed);
  };
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, AllOf(Contains("hc1 small -> middle"), Not(Contains(HasSubstr("medium")))));
}

TEST_F(ControllerTest, WritesNothingFromAViewOfTheClusterThatIsNoMore) {
  StartWithOne();
  at_.service.before_answer = [&] {
    at_.service.before_answer = nullptr;
    at_.PutCluster(ClusterJson("hc1", "medium"));
  };
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, IsEmpty()) << "somebody has already written it";
}

TEST_F(ControllerTest, WritesNothingThatIsNoMoreSoWhenItsTurnComes) {
  StartWithOne();
  Json renamed = ConfigurationJson(2);
  renamed["spec"]["sizes"][1]["name"] = "middle";
  at_.writer.before_write = [&] {
    at_.writer.before_write = nullptr;
    at_.PutConfiguration(renamed);
  };
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, AllOf(Contains("hc1 small -> middle"), Not(Contains(HasSubstr("medium")))));
  EXPECT_EQ(at_.counters.stale_plans, 1);
}

TEST_F(ControllerTest, WritesNothingOnceItMayNotWhenItsTurnComes) {
  StartWithOne();
  at_.writer.before_write = [&] { at_.may_write = false; };
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, IsEmpty());
}

TEST_F(ControllerTest, DecidesNothingOnHold) {
  StartWithOne();
  at_.Hold();
  const int singles = at_.service.singles;
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(11));
  EXPECT_EQ(at_.service.singles, singles);
  EXPECT_EQ(at_.service.batches, 0);
  at_.Start();
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> medium"));
}

TEST_F(ControllerTest, DropsWhatWasDecidedBeforeAHold) {
  StartWithOne();
  // Once while the service answers, once while the write waits for its turn.
  for (std::function<void()>* const moment : {&at_.service.before_answer, &at_.writer.before_write}) {
    *moment = [this, moment] {
      *moment = nullptr;
      at_.Hold();
    };
    at_.PutVpa(VpaJson("hc1", "20Gi"));
    at_.Pass(absl::Minutes(11));
    EXPECT_EQ(*moment, nullptr);
    EXPECT_THAT(at_.writer.writes, IsEmpty());
    at_.PutVpa(VpaJson("hc1", "10Gi"));
    at_.Start();
    at_.Settle();
    EXPECT_THAT(at_.writer.writes, IsEmpty());
  }
}

TEST_F(ControllerTest, CreatesNoVpaWhereThatOfAnotherClusterHasComeMeanwhile) {
  StartWithOne();
  Json another = VpaJson("hc2", "");
  another["metadata"]["annotations"]["hypershift.openshift.io/cluster-name"] = "another";
  at_.writer.before_write = [&] {
    at_.writer.before_write = nullptr;
    at_.PutVpa(another);
  };
  at_.PutCluster(ClusterJson("hc2"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, IsEmpty());
}

TEST_F(ControllerTest, GivesMemoryBackOnceManyAreWritten) {
  at_.PutConfiguration(ConfigurationJson());
  for (int i = 0; i < 1'000; ++i) PutSized("hc" + std::to_string(i), "", "10Gi");
  at_.writer.before_write = [&] {
    at_.manual.Advance(absl::Milliseconds(10));
    EXPECT_EQ(at_.memory_releases, 0);
  };
  at_.Start();
  at_.Settle();
  at_.Pass(absl::Seconds(2));
  EXPECT_THAT(at_.writer.events, SizeIs(1'000));
  EXPECT_EQ(at_.memory_releases, 1);
}

TEST_F(ControllerTest, LooksAgainAfterAConflict) {
  StartWithOne();
  at_.writer.failures.push_back(absl::AbortedError("the object has been modified"));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Seconds(10));
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> medium", "hc1 small -> medium"));
  EXPECT_EQ(at_.counters.write_conflicts, 1);
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
}

TEST_F(ControllerTest, DoesNotRepeatAWriteThatIsRefusedForGood) {
  StartWithOne();
  for (int i = 0; i < 50; ++i) at_.writer.failures.push_back(absl::InvalidArgumentError("no"));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(5));
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> medium"));
}

TEST_F(ControllerTest, SaysWhichWriteFailed) {
  StartWithOne();
  at_.writer.failures = {absl::PermissionDeniedError("no"), absl::UnavailableError("away")};
  at_.PutCluster(ClusterJson("hc2"));
  at_.Settle();
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.log,
              IsSupersetOf({"warn write failed, trying again namespace=clusters hostedCluster=hc2 write=VPA error=no",
                            "warn write failed, trying again namespace=clusters hostedCluster=hc1 write=size "
                            "error=away"}));
}

TEST_F(ControllerTest, RepeatsAWriteThatFailsLaterEachTime) {
  StartWithOne();
  for (int i = 0; i < 1000; ++i) at_.writer.failures.push_back(absl::PermissionDeniedError("no"));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(5));
  EXPECT_GT(at_.writer.writes.size(), 3u);
  EXPECT_LT(at_.writer.writes.size(), 20u);
}

TEST_F(ControllerTest, WhoMayNotWriteDoesNot) {
  StartWithOne();
  at_.may_write = false;
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(1));
  EXPECT_THAT(at_.writer.writes, IsEmpty());
  EXPECT_THAT(at_.writer.events, IsEmpty());
}

TEST_F(ControllerTest, LeavesTheAnnotationToWhoeverKeepsRewritingIt) {
  StartWithOne();
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  for (int i = 0; i < 10; ++i) {
    at_.Pass(absl::Seconds(5));
    at_.PutCluster(ClusterJson("hc1", "small"));  // by a manager that nobody knows
  }
  at_.Pass(absl::Seconds(5));
  EXPECT_EQ(at_.counters.size_writes, Contention::kRounds);
  EXPECT_EQ(at_.counters.contentions, 1);
  EXPECT_THAT(at_.writer.events, Contains("AnnotationContention"));
  at_.writer.writes.clear();
  at_.Pass(absl::Minutes(31));
  EXPECT_THAT(at_.writer.writes, Contains("hc1 small -> medium")) << "tries again later";
}

TEST_F(ControllerTest, NamesWhoKeepsRewritingTheAnnotation) {
  StartWithOne();
  Json rewritten = ClusterJson("hc1", "small");
  rewritten["metadata"]["managedFields"] = Json::array(
      {{{"manager", "autopilot"},
        {"fieldsV1",
         {{"f:metadata",
           {{"f:annotations", {{"f:hypershift.openshift.io/recommended-cluster-size", Json::object()}}}}}}}}});
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  for (int i = 0; i < Contention::kRounds; ++i) {
    at_.Pass(absl::Seconds(5));
    at_.PutCluster(rewritten);
  }
  at_.Pass(absl::Seconds(5));
  EXPECT_THAT(at_.writer.notes, Contains(HasSubstr("field manager \"autopilot\" keeps undoing hypershift")));
}

TEST_F(ControllerTest, CreatesKeepsAndDeletesVpas) {
  StartWithOne();
  at_.PutCluster(ClusterJson("hc2"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("create hc2"));
  Json changed = VpaJson("hc2", "");
  changed["spec"]["updatePolicy"]["updateMode"] = "Auto";
  at_.PutVpa(changed);
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("create hc2", "repair hc2"));
  Json out = ClusterJson("hc2", "small");
  out["metadata"]["annotations"].erase("hypershift.openshift.io/resource-based-cp-auto-scaling");
  at_.PutCluster(out);
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("create hc2", "repair hc2", "delete hc2"));
  EXPECT_THAT(at_.log, IsSupersetOf({"info VPA created namespace=clusters hostedCluster=hc2",
                                     "info VPA repaired namespace=clusters hostedCluster=hc2",
                                     "info VPA deleted namespace=clusters hostedCluster=hc2"}));
  EXPECT_EQ(at_.SizeOf("hc2"), "small") << "the annotation stays";
}

TEST_F(ControllerTest, LeavesAVpaThatSomebodyKeepsDeleting) {
  StartWithOne();
  at_.PutCluster(ClusterJson("hc2"));
  for (int i = 0; i < 10; ++i) {
    at_.Pass(absl::Seconds(5));
    at_.RemoveVpa("hc2");
  }
  EXPECT_EQ(at_.counters.vpa_writes, Contention::kRounds);
  EXPECT_EQ(at_.counters.contentions, 1);
}

TEST_F(ControllerTest, CreatesVpasWhileTheServiceIsDown) {
  StartWithOne();
  at_.service.broken = absl::UnavailableError("down");
  at_.PutCluster(ClusterJson("hc2"));
  at_.Pass(absl::Seconds(30));
  EXPECT_THAT(at_.writer.writes, ElementsAre("create hc2"));
}

TEST(ObservingControllerTest, WritesNothingAndTellsEachThingOnce) {
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
  EXPECT_THAT(at.told, UnorderedElementsAre("agrees: keep small: it is what is recommended",
                                            HasSubstr("differs: annotate small -> medium: "),
                                            HasSubstr("has-none: annotate no size -> small: "),
                                            "waits: create VerticalPodAutoscaler clusters-waits/kube-apiserver",
                                            "waits: write nothing: VPA_RECOMMENDATION_MISSING: there is no VPA "
                                            "clusters-waits/kube-apiserver yet",
                                            "out: not sized: not opted in", "shared: not sized: of another topology",
                                            "ends: not sized: being deleted"));
  EXPECT_EQ(at.counters.shadow["agree"], 1);
  EXPECT_EQ(at.counters.shadow["disagree"], 1);
  EXPECT_EQ(at.counters.shadow["absent"], 1);
  EXPECT_EQ(at.counters.shadow["held"], 1);
  at.told.clear();
  at.Pass(absl::Minutes(11));
  EXPECT_THAT(at.told, IsEmpty());
}

}  // namespace
}  // namespace cpsizer::sidecar
