#include "client/sidecar/size/reversals.h"

#include "gtest/gtest.h"

namespace cpsizer::sidecar {
namespace {

HostedCluster ReversalsCluster(const std::string& name, const std::string& uid, const std::string& size) {
  HostedCluster cluster;
  cluster.name_space = "clusters";
  cluster.name = name;
  cluster.uid = uid;
  cluster.recommended_size = size;
  return cluster;
}

class ReversalsTest : public ::testing::Test {
 protected:
  bool Changed(const std::string& from, const std::string& to) {
    return reversals_.Changed(ReversalsCluster("hc1", "u1", from), to, now_);
  }

  Reversals reversals_;
  absl::Time now_ = absl::UnixEpoch();
};

TEST_F(ReversalsTest, CountsEachReversal) {
  EXPECT_FALSE(Changed("small", "medium"));
  EXPECT_TRUE(Changed("medium", "small"));
  EXPECT_TRUE(Changed("small", "medium"));
}

TEST_F(ReversalsTest, AFurtherChangeIsNotAReversal) {
  EXPECT_FALSE(Changed("", "small"));
  EXPECT_FALSE(Changed("small", "medium"));
  EXPECT_FALSE(Changed("medium", "large"));
  EXPECT_FALSE(Changed("large", "small"));
}

// The sidecar writes the same size again because another writer reverted it. This is a contention, not a reversal.
TEST_F(ReversalsTest, WritingTheSameAgainIsNotAReversal) {
  EXPECT_FALSE(Changed("small", "medium"));
  EXPECT_FALSE(Changed("small", "medium"));
}

TEST_F(ReversalsTest, AReversalOnTheNextDayDoesNotCount) {
  EXPECT_FALSE(Changed("small", "medium"));
  now_ += Reversals::kWindow;
  EXPECT_TRUE(Changed("medium", "small"));
  now_ += Reversals::kWindow + absl::Seconds(1);
  EXPECT_FALSE(Changed("small", "medium"));
}

TEST_F(ReversalsTest, OtherClustersAndThoseThatAreGoneDoNotCount) {
  EXPECT_FALSE(Changed("small", "medium"));
  EXPECT_FALSE(reversals_.Changed(ReversalsCluster("hc2", "u2", "medium"), "small", now_));
  reversals_.Delete("clusters/hc1");
  EXPECT_FALSE(Changed("medium", "small"));
}

TEST_F(ReversalsTest, AnotherClusterOfTheSameNameIsNotAReversal) {
  EXPECT_FALSE(Changed("small", "medium"));
  EXPECT_FALSE(reversals_.Changed(ReversalsCluster("hc1", "u2", "medium"), "small", now_));
}

}  // namespace
}  // namespace cpsizer::sidecar
