#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/controller_test.h"

namespace cpsizer::sidecar {
namespace {

using kube::Json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

// A contention applies only to one object and to one value that the sidecar wrote.
class ControllerContentionTest : public ControllerTest {
 protected:
  ControllerContentionTest() {
    at_.PutConfiguration(ConfigurationJson());
    at_.PutVpa(VpaJson("hc1", "20Gi"));
    at_.Start();
    at_.Pass(absl::Seconds(1));
  }
  // Puts a cluster without a size and expects that the controller writes its size immediately.
  void ExpectSized(const std::string& uid) {
    at_.writer.writes.clear();
    at_.PutCluster(ClusterJson("hc1"), uid);
    at_.Pass(absl::Seconds(1));
    EXPECT_THAT(at_.writer.writes, ElementsAre("hc1  -> medium")) << uid;
  }
  void ExpectNoContention() {
    EXPECT_EQ(at_.counters.contentions, 0);
    EXPECT_EQ(at_.Status().contended, 0u);
    EXPECT_THAT(at_.writer.events, Not(Contains("AnnotationContention")));
  }
  void Overwrite(const std::string& uid) {
    for (int i = 0; i < kSizeContention.rounds; ++i) {
      at_.Pass(absl::Seconds(5));
      at_.PutCluster(ClusterJson("hc1", "small"), uid);
    }
    at_.Pass(absl::Seconds(5));
  }
};

TEST_F(ControllerContentionTest, ClustersThatAreDeletedAndCreatedAgainGetTheirSizes) {
  for (const char* uid : {"u1", "u2", "u3", "u4"}) {
    ExpectSized(uid);
    at_.Pass(absl::Minutes(2));
    at_.RemoveCluster("hc1");
  }
  ExpectNoContention();
}

// The list contains the new objects, but no event has reported the deletion of the previous objects. This can happen
// after a watch broke.
TEST_F(ControllerContentionTest, ClustersWhoseDeletionWasNotSeenGetTheirSizes) {
  for (const char* uid : {"u1", "u2", "u3", "u4", "u5"}) {
    ExpectSized(uid);
    at_.Pass(absl::Minutes(2));
  }
  ExpectNoContention();
}

TEST_F(ControllerContentionTest, ClustersWhoseVpaWasDeletedWithThemGetTheirVpas) {
  for (const char* uid : {"u1", "u2", "u3", "u4", "u5"}) {
    at_.writer.writes.clear();
    at_.PutCluster(ClusterJson("hc2"), uid);
    at_.RemoveVpa("hc2");
    at_.Pass(absl::Seconds(1));
    EXPECT_THAT(at_.writer.writes, ElementsAre("create hc2")) << uid;
    at_.Pass(absl::Minutes(2));
  }
  ExpectNoContention();
}

TEST_F(ControllerContentionTest, RemovingTheSizeWithAnOptOutIsNotContention) {
  Json opted_out = ClusterJson("hc1");
  opted_out["metadata"]["annotations"].erase("hypershift.openshift.io/resource-based-cp-auto-scaling");
  for (int i = 0; i < 4; ++i) {
    ExpectSized("u1");
    at_.Pass(absl::Minutes(1));
    at_.PutCluster(opted_out, "u1");
    at_.Pass(absl::Minutes(1));
  }
  ExpectNoContention();
}

TEST_F(ControllerContentionTest, OverwritingOurValueIsContentionAlsoOfAClusterThatWasCreatedAgain) {
  ExpectSized("u1");
  ExpectSized("u2");
  Overwrite("u2");
  EXPECT_EQ(at_.counters.contentions, 1);
  EXPECT_THAT(at_.writer.events, Contains("AnnotationContention"));
  EXPECT_EQ(at_.SizeOf("hc1"), "small");
}

TEST_F(ControllerContentionTest, ContentionAboutAClusterDoesNotConcernTheNextOneOfItsName) {
  ExpectSized("u1");
  Overwrite("u1");
  EXPECT_EQ(at_.Status().contended, 1u);
  ExpectSized("u2");
  EXPECT_EQ(at_.Status().contended, 0u);
}

}  // namespace
}  // namespace cpsizer::sidecar
