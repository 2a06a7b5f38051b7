#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/controller_test.h"

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

TEST_F(ControllerTest, WritesNothingFromAStaleDecision) {
  StartWithOne();
  at_.service.before_answer = [&] {
    at_.service.before_answer = nullptr;
    at_.PutCluster(ClusterJson("hc1", "medium"));
  };
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, IsEmpty()) << "another writer has already written it";
}

TEST_F(ControllerTest, DropsAStaleWriteBeforeItIsSent) {
  StartWithOne();
  at_.writer.before_write = [&] {
    at_.writer.before_write = nullptr;
    at_.PutConfiguration(ConfigurationWithMiddle());
  };
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, AllOf(Contains("hc1 small -> middle"), Not(Contains(HasSubstr("medium")))));
  EXPECT_EQ(at_.counters.stale_plans, 1);
}

TEST_F(ControllerTest, DropsAWriteThatIsNotPermittedBeforeItIsSent) {
  StartWithOne();
  at_.writer.before_write = [&] { at_.may_write = false; };
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, IsEmpty());
}

TEST_F(ControllerTest, LogsMemoryAsQuantities) {
  StartWithOne();
  at_.PutVpa(VpaJson("hc1", "21904333210"));
  at_.Settle();
  EXPECT_THAT(LinesWith("size changed"), ElementsAre(HasSubstr(" kubeAPIServerMemory=20.4Gi ")));
}

TEST_F(ControllerTest, SaysThatAnOverrideIsInForce) {
  StartWithOne();
  kube::Json cluster = ClusterJson("hc1", "small");
  cluster["metadata"]["annotations"]["hypershift.openshift.io/cluster-size-override"] = "large";
  at_.PutCluster(cluster);
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  constexpr char kOverride[] =
      "; the annotation hypershift.openshift.io/cluster-size-override is \"large\", so the operator does not apply "
      "this "
      "size";
  EXPECT_THAT(at_.writer.notes, Contains(HasSubstr(kOverride)));
  EXPECT_THAT(LinesWith("size changed"), ElementsAre(HasSubstr("cluster-size-override is ")));
}

TEST_F(ControllerTest, DecidesNothingWhilePaused) {
  StartWithOne();
  at_.Pause();
  const int singles = at_.service.singles;
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(11));
  EXPECT_EQ(at_.service.singles, singles);
  EXPECT_EQ(at_.service.batches, 0);
  at_.Start();
  at_.Settle();
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> medium"));
}

TEST_F(ControllerTest, DropsDecisionsOfBeforeAPause) {
  StartWithOne();
  // The pause begins before the response of the service in the first iteration, and before the write is sent in the
  // second.
  for (std::function<void()>* const moment : {&at_.service.before_answer, &at_.writer.before_write}) {
    *moment = [this, moment] {
      *moment = nullptr;
      at_.Pause();
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

TEST_F(ControllerTest, CreatesNoVpaIfThatOfAnotherClusterExistsMeanwhile) {
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

TEST_F(ControllerTest, ReleasesMemoryAfterManyWrites) {
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

TEST_F(ControllerTest, ReadsAgainAfterAConflict) {
  StartWithOne();
  at_.writer.failures.push_back(absl::AbortedError("the object has been modified"));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Seconds(10));
  EXPECT_THAT(at_.writer.writes, ElementsAre("hc1 small -> medium", "hc1 small -> medium"));
  EXPECT_EQ(at_.counters.write_conflicts, 1);
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
}

TEST_F(ControllerTest, ReportsWhichWriteFailed) {
  StartWithOne();
  at_.writer.failures = {absl::InternalError("no"), absl::UnavailableError("away")};
  at_.PutCluster(ClusterJson("hc2"));
  at_.Settle();
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Settle();
  EXPECT_THAT(at_.log,
              IsSupersetOf({"warn write failed; retrying namespace=clusters hostedCluster=hc2 write=VPA error=no",
                            "warn write failed; retrying namespace=clusters hostedCluster=hc1 write=size "
                            "error=away"}));
}

TEST_F(ControllerTest, WarnsOnceOfAWriteThatFailsAgainWithTheSameError) {
  StartWithOne();
  at_.writer.failures.assign(3, absl::UnavailableError("away"));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(1));
  EXPECT_THAT(LinesWith("warn write failed; retrying"), SizeIs(1));
  EXPECT_THAT(LinesWith("debug write failed; retrying"), SizeIs(2));
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
  // The controller logs a warning again for a different error, and for the same error after a success.
  at_.writer.failures = {absl::UnavailableError("away"), absl::UnavailableError("gone")};
  at_.PutVpa(VpaJson("hc1", "10Gi"));
  at_.Pass(absl::Minutes(1));
  EXPECT_THAT(LinesWith("warn write failed; retrying"), SizeIs(3));
}

TEST_F(ControllerTest, RetriesAFailingWriteWithGrowingDelay) {
  StartWithOne();
  for (int i = 0; i < 1000; ++i) at_.writer.failures.push_back(absl::InternalError("no"));
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(5));
  EXPECT_GT(at_.writer.writes.size(), 3u);
  EXPECT_LT(static_cast<int>(at_.writer.writes.size()), kMostAttemptsInFiveMinutes);
}

TEST_F(ControllerTest, WritesNothingWithoutPermission) {
  StartWithOne();
  at_.may_write = false;
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(1));
  EXPECT_THAT(at_.writer.writes, IsEmpty());
  EXPECT_THAT(at_.writer.events, IsEmpty());
}

TEST_F(ControllerTest, PausesWritesWhileAnotherWriterRevertsTheAnnotation) {
  StartWithOne();
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  for (int i = 0; i < 10; ++i) {
    at_.Pass(absl::Seconds(5));
    at_.PutCluster(ClusterJson("hc1", "small"));  // written by an unknown manager
  }
  at_.Pass(absl::Seconds(5));
  EXPECT_EQ(at_.counters.writes[kSizeWrites], kSizeContention.rounds);
  EXPECT_EQ(at_.counters.contentions, 1);
  EXPECT_THAT(at_.writer.events, Contains("AnnotationContention"));
  at_.writer.writes.clear();
  at_.Pass(absl::Minutes(31));
  EXPECT_THAT(at_.writer.writes, Contains("hc1 small -> medium")) << "tries again later";
}

// A webhook can replace the size that the sidecar writes.
TEST_F(ControllerTest, ReportsNoChangeIfTheResponseHasAnotherSize) {
  StartWithOne();
  at_.writer.pinned_size = "small";
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  at_.Pass(absl::Minutes(10));
  EXPECT_THAT(at_.writer.events, ElementsAre("AnnotationContention")) << "and no report of a change";
  EXPECT_THAT(at_.writer.writes, SizeIs(3));
  EXPECT_THAT(LinesWith("size changed"), IsEmpty());
  at_.writer.pinned_size.clear();
  at_.Pass(absl::Minutes(30));
  EXPECT_EQ(at_.SizeOf("hc1"), "medium");
}

TEST_F(ControllerTest, NamesTheWriterThatRevertsTheAnnotation) {
  StartWithOne();
  Json rewritten = ClusterJson("hc1", "small");
  rewritten["metadata"]["managedFields"] = Json::array(
      {{{"manager", "autopilot"},
        {"fieldsV1",
         {{"f:metadata",
           {{"f:annotations", {{"f:hypershift.openshift.io/recommended-cluster-size", Json::object()}}}}}}}}});
  at_.PutVpa(VpaJson("hc1", "20Gi"));
  for (int i = 0; i < kSizeContention.rounds; ++i) {
    at_.Pass(absl::Seconds(5));
    at_.PutCluster(rewritten);
  }
  at_.Pass(absl::Seconds(5));
  EXPECT_THAT(at_.writer.notes, Contains(HasSubstr("field manager \"autopilot\" repeatedly reverts hypershift")));
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

TEST_F(ControllerTest, PausesWritesWhileAnotherWriterDeletesTheVpa) {
  StartWithOne();
  at_.PutCluster(ClusterJson("hc2"));
  for (int i = 0; i < 10; ++i) {
    at_.Pass(absl::Seconds(5));
    at_.RemoveVpa("hc2");
  }
  EXPECT_EQ(at_.counters.writes[kVpaWrites], kSizeContention.rounds);
  EXPECT_EQ(at_.counters.contentions, 1);
}

TEST_F(ControllerTest, CreatesVpasWhileTheServiceIsDown) {
  StartWithOne();
  at_.service.broken = absl::UnavailableError("down");
  at_.PutCluster(ClusterJson("hc2"));
  at_.Pass(absl::Seconds(30));
  EXPECT_THAT(at_.writer.writes, ElementsAre("create hc2"));
}

}  // namespace
}  // namespace cpsizer::sidecar
