#include "client/sidecar/size/cluster_cache.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::sidecar {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

const absl::Time kCacheNow = absl::UnixEpoch();

HostedCluster CachedCluster(const std::string& name, const std::string& version, const std::string& size = "") {
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

class ClusterCacheTest : public ::testing::Test {
 protected:
  ClusterCache::Keys Put(const HostedCluster& cluster, absl::Time now = kCacheNow) {
    return cache_.PutCluster(cluster, false, now);
  }
  ClusterCache cache_;
};

TEST_F(ClusterCacheTest, ReportsNewAndChangedClustersOnce) {
  EXPECT_THAT(Put(CachedCluster("a", "1")), ElementsAre("clusters/a"));
  EXPECT_THAT(Put(CachedCluster("a", "1")), IsEmpty());
  EXPECT_THAT(Put(CachedCluster("a", "2")), ElementsAre("clusters/a"));
}

TEST_F(ClusterCacheTest, AListReportsDeletedClustersEvenAfterAnIncompleteList) {
  Put(CachedCluster("a", "1"));
  Put(CachedCluster("b", "1"));
  cache_.clusters().BeginList();
  cache_.PutCluster(CachedCluster("a", "1"), true, kCacheNow);
  cache_.clusters().BeginList();
  cache_.PutCluster(CachedCluster("b", "1"), true, kCacheNow);
  EXPECT_FALSE(cache_.clusters().complete());
  EXPECT_THAT(cache_.clusters().EndList(), ElementsAre("clusters/a"));
  EXPECT_TRUE(cache_.clusters().complete());
}

TEST_F(ClusterCacheTest, IgnoresVersionsOlderThanOurOwnWriteForAWhile) {
  Put(CachedCluster("a", "9"));
  cache_.PutFresh(CachedCluster("a", "12", "medium"), kCacheNow);
  EXPECT_THAT(Put(CachedCluster("a", "11"), kCacheNow + absl::Seconds(1)), IsEmpty());
  EXPECT_EQ(cache_.FindCluster("clusters/a")->recommended_size, "medium");
  EXPECT_THAT(Put(CachedCluster("a", "12", "medium"), kCacheNow + absl::Seconds(2)), IsEmpty()) << "our own";
  EXPECT_THAT(Put(CachedCluster("a", "13", "large"), kCacheNow + absl::Seconds(3)), ElementsAre("clusters/a"));
}

TEST_F(ClusterCacheTest, IgnoresAResponseThatIsOlderThanTheWatch) {
  Put(CachedCluster("a", "9"));
  Put(CachedCluster("a", "13", "large"));
  cache_.PutFresh(CachedCluster("a", "12", "medium"), kCacheNow);
  EXPECT_EQ(cache_.FindCluster("clusters/a")->recommended_size, "large");
  cache_.RemoveCluster("clusters/a");
  cache_.PutFresh(CachedCluster("a", "14", "medium"), kCacheNow);
  EXPECT_EQ(cache_.FindCluster("clusters/a"), nullptr);
}

TEST_F(ClusterCacheTest, IgnoresAVpaResponseThatIsOlderThanTheWatch) {
  Put(CachedCluster("a", "1"));
  cache_.PutVpa(VpaOf("a", "13"), false);
  cache_.PutFreshVpa(VpaOf("a", "12"));
  EXPECT_EQ(cache_.FindVpa(CachedCluster("a", "1")).vpa->resource_version, "13");
  cache_.RemoveVpa("clusters-a/kube-apiserver");
  cache_.PutFreshVpa(VpaOf("a", "13"));
  EXPECT_EQ(cache_.FindVpa(CachedCluster("a", "1")).vpa, nullptr) << "that one is gone";
  cache_.PutFreshVpa(VpaOf("a", "15"));
  EXPECT_NE(cache_.FindVpa(CachedCluster("a", "1")).vpa, nullptr);
}

TEST_F(ClusterCacheTest, AcceptsOlderVersionsEventuallyAndThoseOfAnotherObject) {
  Put(CachedCluster("a", "9"));
  cache_.PutFresh(CachedCluster("a", "12", "medium"), kCacheNow);
  EXPECT_THAT(Put(CachedCluster("a", "11"), kCacheNow + absl::Seconds(31)), ElementsAre("clusters/a"));
  cache_.PutFresh(CachedCluster("a", "12", "medium"), kCacheNow);
  HostedCluster another = CachedCluster("a", "11");
  another.uid = "V";
  EXPECT_THAT(Put(another), ElementsAre("clusters/a"));
}

TEST_F(ClusterCacheTest, AcceptsAListThatBeganAfterItsOwnWrite) {
  // The server was restored from a backup, so the list returns the object in the state before the write.
  cache_.PutFresh(CachedCluster("a", "12", "medium"), kCacheNow);
  cache_.BeginClusterList();
  EXPECT_THAT(cache_.PutCluster(CachedCluster("a", "11"), /*listed=*/true, kCacheNow), ElementsAre("clusters/a"));
  EXPECT_EQ(cache_.FindCluster("clusters/a")->resource_version, "11");
  // In this case, the write happens during the list.
  cache_.BeginClusterList();
  cache_.PutFresh(CachedCluster("a", "12", "medium"), kCacheNow);
  EXPECT_THAT(cache_.PutCluster(CachedCluster("a", "11"), /*listed=*/true, kCacheNow), IsEmpty());
}

TEST_F(ClusterCacheTest, AResponseOlderThanTheWatchIsStale) {
  Put(CachedCluster("a", "12", "large"));
  cache_.PutFresh(CachedCluster("a", "11", "medium"), kCacheNow);
  EXPECT_EQ(cache_.FindCluster("clusters/a")->recommended_size, "large");
  cache_.PutVpa(VpaOf("a", "12"), false);
  cache_.PutFreshVpa(VpaOf("a", "11"));
  EXPECT_EQ(cache_.FindVpa(CachedCluster("a", "12")).vpa->resource_version, "12");
  cache_.PutFreshVpa(VpaOf("a", "13"));
  EXPECT_EQ(cache_.FindVpa(CachedCluster("a", "12")).vpa->resource_version, "13");
}

TEST_F(ClusterCacheTest, AVpaConcernsTheClustersOfItsNamespace) {
  EXPECT_THAT(cache_.PutVpa(VpaOf("a", "1"), false), IsEmpty()) << "no cluster yet";
  Put(CachedCluster("a", "1"));
  EXPECT_THAT(cache_.PutVpa(VpaOf("a", "2"), false), ElementsAre("clusters/a"));
  EXPECT_THAT(cache_.PutVpa(VpaOf("a", "2"), false), IsEmpty());
  EXPECT_THAT(cache_.RemoveVpa("clusters-a/kube-apiserver"), ElementsAre("clusters/a"));
  EXPECT_THAT(cache_.RemoveVpa("clusters-a/kube-apiserver"), IsEmpty());
}

TEST_F(ClusterCacheTest, FindsTheVpaThatIsForTheCluster) {
  Put(CachedCluster("a", "1"));
  EXPECT_EQ(cache_.FindVpa(CachedCluster("a", "1")).vpa, nullptr);
  cache_.PutVpa(VpaOf("a", "1"), false);
  EXPECT_NE(cache_.FindVpa(CachedCluster("a", "1")).vpa, nullptr);
}

TEST_F(ClusterCacheTest, AVpaOfAnotherClusterIsAConflict) {
  // The clusters a.b and a-b have the same control plane namespace.
  Put(CachedCluster("a.b", "1"));
  Put(CachedCluster("a-b", "1"));
  cache_.PutVpa(VpaOf("a-b", "1"), false);
  EXPECT_NE(cache_.FindVpa(CachedCluster("a-b", "1")).vpa, nullptr);
  const VpaOfCluster other = cache_.FindVpa(CachedCluster("a.b", "1"));
  EXPECT_EQ(other.vpa, nullptr);
  EXPECT_THAT(other.conflict, HasSubstr("clusters/a-b"));
}

TEST_F(ClusterCacheTest, AVpaWithoutClusterNameBelongsToNoneOfSeveralClusters) {
  Put(CachedCluster("a-b", "1"));
  Vpa vpa = VpaOf("a-b", "1");
  vpa.cluster_name.clear();
  cache_.PutVpa(vpa, false);
  EXPECT_NE(cache_.FindVpa(CachedCluster("a-b", "1")).vpa, nullptr);
  Put(CachedCluster("a.b", "1"));
  EXPECT_THAT(cache_.FindVpa(CachedCluster("a-b", "1")).conflict, HasSubstr("several"));
  cache_.RemoveCluster("clusters/a.b");
  EXPECT_NE(cache_.FindVpa(CachedCluster("a-b", "1")).vpa, nullptr);
}

}  // namespace
}  // namespace cpsizer::sidecar
