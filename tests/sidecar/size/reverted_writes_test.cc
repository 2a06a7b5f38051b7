#include "client/sidecar/size/reverted_writes.h"

#include "gtest/gtest.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::sidecar {
namespace {

constexpr char kRevertedKey[] = "clusters/hc1";

HostedCluster RevertedCluster(const std::string& size, const std::string& by, const std::string& uid = "u1") {
  HostedCluster cluster = ReadHostedCluster(ClusterJson("hc1", size));
  cluster.recommended_by = by;
  cluster.uid = uid;
  return cluster;
}

class RevertedWritesTest : public ::testing::Test {
 protected:
  // Writes the size as the sidecar, and then overwrites it as another writer. Returns whether a contention begins.
  bool Round() {
    reverted_writes_.SizeWritten(cluster_, "medium");
    return reverted_writes_.SizeReverted(RevertedCluster("small", "operator"), now_);
  }
  ContentionTracker contentions_{kSizeContention};
  RevertedWrites reverted_writes_{contentions_};
  const HostedCluster cluster_ = RevertedCluster("", "");
  absl::Time now_ = absl::UnixEpoch();
};

TEST_F(RevertedWritesTest, PausesAfterAFewRounds) {
  EXPECT_FALSE(Round());
  EXPECT_FALSE(Round());
  EXPECT_LT(reverted_writes_.SizePausedUntil(kRevertedKey), now_);
  EXPECT_TRUE(Round());
  EXPECT_EQ(reverted_writes_.SizePausedUntil(kRevertedKey), now_ + absl::Minutes(30));
  EXPECT_FALSE(Round()) << "counts from the beginning";
}

TEST_F(RevertedWritesTest, RoundsFarApartAreNotContention) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(Round());
    now_ += absl::Minutes(6);
  }
}

TEST_F(RevertedWritesTest, CountsEachRevertedWriteOnceAndOnlyThoseOfOthers) {
  reverted_writes_.SizeWritten(cluster_, "medium");
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(reverted_writes_.SizeReverted(RevertedCluster("small", "operator"), now_));
  for (int i = 0; i < 10; ++i) {
    reverted_writes_.SizeWritten(cluster_, "medium");
    EXPECT_FALSE(reverted_writes_.SizeReverted(RevertedCluster("medium", "cpsizer-sidecar"), now_))
        << "our value is there";
  }
}

TEST_F(RevertedWritesTest, OurFieldManagerWithoutOurLeaseIsAnotherWriter) {
  for (int i = 0; i < 3; ++i) {
    reverted_writes_.SizeWritten(cluster_, "medium");
    EXPECT_EQ(reverted_writes_.SizeReverted(RevertedCluster("large", "cpsizer-sidecar"), now_), i == 2);
  }
}

TEST_F(RevertedWritesTest, AWriteWithALostResponseIsOurs) {
  reverted_writes_.SizeWritten(cluster_, "medium");
  for (int i = 0; i < 5; ++i) {
    reverted_writes_.SizeSent(cluster_, "large");
    EXPECT_FALSE(reverted_writes_.SizeReverted(RevertedCluster("large", "cpsizer-sidecar"), now_));
    reverted_writes_.SizeSent(cluster_, "small");
    EXPECT_FALSE(reverted_writes_.SizeReverted(RevertedCluster("small", "cpsizer-sidecar"), now_));
  }
}

TEST_F(RevertedWritesTest, AVpaThatWeDeletedIsNotReverted) {
  for (int i = 0; i < 10; ++i) {
    reverted_writes_.VpaWritten(cluster_);
    reverted_writes_.VpaDeleted(cluster_);
    EXPECT_FALSE(reverted_writes_.VpaReverted(cluster_, now_));
  }
}

TEST_F(RevertedWritesTest, PausesForAVpaThatIsRevertedRepeatedly) {
  EXPECT_FALSE(reverted_writes_.VpaReverted(cluster_, now_)) << "never written";
  for (int i = 0; i < 3; ++i) {
    reverted_writes_.VpaWritten(cluster_);
    EXPECT_EQ(reverted_writes_.VpaReverted(cluster_, now_), i == 2);
    EXPECT_FALSE(reverted_writes_.VpaReverted(cluster_, now_)) << "once for each write";
  }
  EXPECT_EQ(reverted_writes_.VpaPausedUntil(kRevertedKey), now_ + absl::Minutes(30));
  reverted_writes_.Delete(kRevertedKey);
  contentions_.Delete(kRevertedKey);
  EXPECT_EQ(reverted_writes_.VpaPausedUntil(kRevertedKey), absl::InfinitePast());
}

TEST_F(RevertedWritesTest, AnotherClusterOfTheSameNameHasNoContention) {
  const HostedCluster again = RevertedCluster("", "", "u2");
  for (int i = 0; i < 5; ++i) {
    const HostedCluster& now = i % 2 == 0 ? again : cluster_;
    reverted_writes_.SizeWritten(i % 2 == 0 ? cluster_ : again, "medium");
    reverted_writes_.VpaWritten(i % 2 == 0 ? cluster_ : again);
    EXPECT_FALSE(reverted_writes_.SizeReverted(now, now_));
    EXPECT_FALSE(reverted_writes_.VpaReverted(now, now_));
  }
  EXPECT_EQ(contentions_.Count(now_), 0u);
}

TEST_F(RevertedWritesTest, APauseEndsWithTheClusterThatItWasAbout) {
  for (int i = 0; i < 3; ++i) Round();
  EXPECT_GT(reverted_writes_.SizePausedUntil(kRevertedKey), now_);
  EXPECT_FALSE(reverted_writes_.SizeReverted(RevertedCluster("", "", "u2"), now_));
  EXPECT_LT(reverted_writes_.SizePausedUntil(kRevertedKey), now_);
  EXPECT_EQ(contentions_.Count(now_), 0u);
}

TEST_F(RevertedWritesTest, APauseEndsWithTheClusterEvenIfTheNextOneIsNotSizedAtFirst) {
  for (int i = 0; i < 3; ++i) Round();
  reverted_writes_.NotSized(RevertedCluster("", "", "u2"));
  EXPECT_FALSE(reverted_writes_.SizeReverted(RevertedCluster("", "", "u2"), now_));
  EXPECT_LT(reverted_writes_.SizePausedUntil(kRevertedKey), now_);
}

TEST_F(RevertedWritesTest, RemovalsFromAClusterThatIsNotSizedDoNotCount) {
  for (int i = 0; i < 5; ++i) {
    reverted_writes_.SizeSent(cluster_, "medium");
    reverted_writes_.SizeWritten(cluster_, "medium");
    reverted_writes_.VpaWritten(cluster_);
    reverted_writes_.NotSized(cluster_);
    EXPECT_FALSE(reverted_writes_.SizeReverted(cluster_, now_));
    EXPECT_FALSE(reverted_writes_.VpaReverted(cluster_, now_));
  }
}

TEST_F(RevertedWritesTest, APauseOutlastsAnOptOut) {
  for (int i = 0; i < 3; ++i) Round();
  reverted_writes_.NotSized(cluster_);
  EXPECT_GT(reverted_writes_.SizePausedUntil(kRevertedKey), now_);
}

}  // namespace
}  // namespace cpsizer::sidecar
