#include "client/sidecar/size/world.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

const absl::Time kWorldNow = absl::UnixEpoch();

HostedCluster WorldCluster(const std::string& name, const std::string& version, const std::string& size = "") {
  HostedCluster cluster = ReadHostedCluster(ClusterJson(name, size));
  cluster.uid = "U";
  cluster.resource_version = version;
  return cluster;
}

Vpa VpaOf(const std::string& cluster, const std::string& version) {
  Vpa vpa = ReadVpa(VpaJson(cluster, "1Gi"));
  vpa.resource_version = version;
  return vpa;
}

class WorldTest : public ::testing::Test {
 protected:
  World::Keys Put(const HostedCluster& cluster, absl::Time now = kWorldNow) {
    return world_.PutCluster(cluster, false, now);
  }
  World world_;
};

TEST_F(WorldTest, TellsOfNewAndChangedClustersOnce) {
  EXPECT_THAT(Put(WorldCluster("a", "1")), ElementsAre("clusters/a"));
  EXPECT_THAT(Put(WorldCluster("a", "1")), IsEmpty());
  EXPECT_THAT(Put(WorldCluster("a", "2")), ElementsAre("clusters/a"));
}

TEST_F(WorldTest, AListTellsWhatIsGoneAlsoAfterOneThatWasCutShort) {
  Put(WorldCluster("a", "1"));
  Put(WorldCluster("b", "1"));
  world_.clusters().BeginList();
  world_.PutCluster(WorldCluster("a", "1"), true, kWorldNow);
  world_.clusters().BeginList();
  world_.PutCluster(WorldCluster("b", "1"), true, kWorldNow);
  EXPECT_FALSE(world_.clusters().complete());
  EXPECT_THAT(world_.clusters().EndList(), ElementsAre("clusters/a"));
  EXPECT_TRUE(world_.clusters().complete());
}

TEST_F(WorldTest, PassesOverNewsOlderThanOurOwnWriteForAWhile) {
  Put(WorldCluster("a", "9"));
  world_.PutFresh(WorldCluster("a", "12", "medium"), kWorldNow);
  EXPECT_THAT(Put(WorldCluster("a", "11"), kWorldNow + absl::Seconds(1)), IsEmpty());
  EXPECT_EQ(world_.FindCluster("clusters/a")->recommended_size, "medium");
  EXPECT_THAT(Put(WorldCluster("a", "12", "medium"), kWorldNow + absl::Seconds(2)), IsEmpty()) << "our own";
  EXPECT_THAT(Put(WorldCluster("a", "13", "large"), kWorldNow + absl::Seconds(3)), ElementsAre("clusters/a"));
}

TEST_F(WorldTest, PassesOverAnAnswerThatTheWatchHasOvertaken) {
  Put(WorldCluster("a", "9"));
  Put(WorldCluster("a", "13", "large"));
  world_.PutFresh(WorldCluster("a", "12", "medium"), kWorldNow);
  EXPECT_EQ(world_.FindCluster("clusters/a")->recommended_size, "large");
  world_.RemoveCluster("clusters/a");
  world_.PutFresh(WorldCluster("a", "14", "medium"), kWorldNow);
  EXPECT_EQ(world_.FindCluster("clusters/a"), nullptr);
}

TEST_F(WorldTest, PassesOverAnAnswerAboutAVpaThatTheWatchHasOvertaken) {
  Put(WorldCluster("a", "1"));
  world_.PutVpa(VpaOf("a", "13"), false);
  world_.PutFreshVpa(VpaOf("a", "12"));
  EXPECT_EQ(world_.FindVpa(WorldCluster("a", "1")).vpa->resource_version, "13");
  world_.RemoveVpa("clusters-a/kube-apiserver");
  world_.PutFreshVpa(VpaOf("a", "13"));
  EXPECT_EQ(world_.FindVpa(WorldCluster("a", "1")).vpa, nullptr) << "that one is gone";
  world_.PutFreshVpa(VpaOf("a", "15"));
  EXPECT_NE(world_.FindVpa(WorldCluster("a", "1")).vpa, nullptr);
}

TEST_F(WorldTest, BelievesOldNewsInTheEndAndThoseOfAnotherObject) {
  Put(WorldCluster("a", "9"));
  world_.PutFresh(WorldCluster("a", "12", "medium"), kWorldNow);
  EXPECT_THAT(Put(WorldCluster("a", "11"), kWorldNow + absl::Seconds(31)), ElementsAre("clusters/a"));
  world_.PutFresh(WorldCluster("a", "12", "medium"), kWorldNow);
  HostedCluster another = WorldCluster("a", "11");
  another.uid = "V";
  EXPECT_THAT(Put(another), ElementsAre("clusters/a"));
}

TEST_F(WorldTest, BelievesAListThatBeganAfterItsOwnWrite) {
  // As the server was before the write: it has been restored from a backup.
  world_.PutFresh(WorldCluster("a", "12", "medium"), kWorldNow);
  world_.BeginClusterList();
  EXPECT_THAT(world_.PutCluster(WorldCluster("a", "11"), /*listed=*/true, kWorldNow), ElementsAre("clusters/a"));
  EXPECT_EQ(world_.FindCluster("clusters/a")->resource_version, "11");
  // One that the write came into the middle of.
  world_.BeginClusterList();
  world_.PutFresh(WorldCluster("a", "12", "medium"), kWorldNow);
  EXPECT_THAT(world_.PutCluster(WorldCluster("a", "11"), /*listed=*/true, kWorldNow), IsEmpty());
}

TEST_F(WorldTest, AnAnswerThatTheWatchHasOvertakenIsOldNews) {
  Put(WorldCluster("a", "12", "large"));
  world_.PutFresh(WorldCluster("a", "11", "medium"), kWorldNow);
  EXPECT_EQ(world_.FindCluster("clusters/a")->recommended_size, "large");
  world_.PutVpa(VpaOf("a", "12"), false);
  world_.PutFreshVpa(VpaOf("a", "11"));
  EXPECT_EQ(world_.FindVpa(WorldCluster("a", "12")).vpa->resource_version, "12");
  world_.PutFreshVpa(VpaOf("a", "13"));
  EXPECT_EQ(world_.FindVpa(WorldCluster("a", "12")).vpa->resource_version, "13");
}

TEST_F(WorldTest, AVpaConcernsTheClustersOfItsNamespace) {
  EXPECT_THAT(world_.PutVpa(VpaOf("a", "1"), false), IsEmpty()) << "no cluster yet";
  Put(WorldCluster("a", "1"));
  EXPECT_THAT(world_.PutVpa(VpaOf("a", "2"), false), ElementsAre("clusters/a"));
  EXPECT_THAT(world_.PutVpa(VpaOf("a", "2"), false), IsEmpty());
  EXPECT_THAT(world_.RemoveVpa("clusters-a/kube-apiserver"), ElementsAre("clusters/a"));
  EXPECT_THAT(world_.RemoveVpa("clusters-a/kube-apiserver"), IsEmpty());
}

TEST_F(WorldTest, FindsTheVpaThatIsForTheCluster) {
  Put(WorldCluster("a", "1"));
  EXPECT_EQ(world_.FindVpa(WorldCluster("a", "1")).vpa, nullptr);
  world_.PutVpa(VpaOf("a", "1"), false);
  EXPECT_NE(world_.FindVpa(WorldCluster("a", "1")).vpa, nullptr);
}

TEST_F(WorldTest, AVpaOfAnotherClusterIsAConflict) {
  // a.b and a-b share their control plane namespace.
  Put(WorldCluster("a.b", "1"));
  Put(WorldCluster("a-b", "1"));
  world_.PutVpa(VpaOf("a-b", "1"), false);
  EXPECT_NE(world_.FindVpa(WorldCluster("a-b", "1")).vpa, nullptr);
  const VpaOfCluster other = world_.FindVpa(WorldCluster("a.b", "1"));
  EXPECT_EQ(other.vpa, nullptr);
  EXPECT_THAT(other.conflict, HasSubstr("clusters/a-b"));
}

TEST_F(WorldTest, AVpaThatNamesNobodyBelongsToNoneOfSeveralClusters) {
  Put(WorldCluster("a-b", "1"));
  Vpa vpa = VpaOf("a-b", "1");
  vpa.cluster_name.clear();
  world_.PutVpa(vpa, false);
  EXPECT_NE(world_.FindVpa(WorldCluster("a-b", "1")).vpa, nullptr);
  Put(WorldCluster("a.b", "1"));
  EXPECT_THAT(world_.FindVpa(WorldCluster("a-b", "1")).conflict, HasSubstr("several"));
  world_.RemoveCluster("clusters/a.b");
  EXPECT_NE(world_.FindVpa(WorldCluster("a-b", "1")).vpa, nullptr);
}

}  // namespace
}  // namespace cpsizer::sidecar
