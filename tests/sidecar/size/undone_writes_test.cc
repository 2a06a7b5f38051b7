#include "client/sidecar/size/undone_writes.h"

#include "gtest/gtest.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::sidecar {
namespace {

constexpr char kUndoneKey[] = "clusters/hc1";

HostedCluster UndoneCluster(const std::string& size, const std::string& by, const std::string& uid = "u1") {
  HostedCluster cluster = ReadHostedCluster(ClusterJson("hc1", size));
  cluster.recommended_by = by;
  cluster.uid = uid;
  return cluster;
}

class UndoneWritesTest : public ::testing::Test {
 protected:
  // Writes the size, and then overwrites it as another writer. Returns whether contention begins.
  bool Round() {
    undone_writes_.SizeWritten(cluster_, "medium");
    return undone_writes_.SizeUndone(UndoneCluster("small", "operator"), now_);
  }
  ContentionTracker contentions_{kSizeContention};
  UndoneWrites undone_writes_{contentions_};
  const HostedCluster cluster_ = UndoneCluster("", "");
  absl::Time now_ = absl::UnixEpoch();
};

TEST_F(UndoneWritesTest, PausesAfterAFewRounds) {
  EXPECT_FALSE(Round());
  EXPECT_FALSE(Round());
  EXPECT_LT(undone_writes_.SizePausedUntil(kUndoneKey), now_);
  EXPECT_TRUE(Round());
  EXPECT_EQ(undone_writes_.SizePausedUntil(kUndoneKey), now_ + absl::Minutes(30));
  EXPECT_FALSE(Round()) << "counts from the beginning";
}

TEST_F(UndoneWritesTest, RoundsFarApartAreNotContention) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(Round());
    now_ += absl::Minutes(6);
  }
}

TEST_F(UndoneWritesTest, CountsEachRevertedWriteOnceAndOnlyThoseOfOthers) {
  undone_writes_.SizeWritten(cluster_, "medium");
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(undone_writes_.SizeUndone(UndoneCluster("small", "operator"), now_));
  for (int i = 0; i < 10; ++i) {
    undone_writes_.SizeWritten(cluster_, "medium");
    EXPECT_FALSE(undone_writes_.SizeUndone(UndoneCluster("medium", "cpsizer-sidecar"), now_)) << "our value is there";
  }
}

TEST_F(UndoneWritesTest, OurFieldManagerWithoutOurLeaseIsAnotherWriter) {
  for (int i = 0; i < 3; ++i) {
    undone_writes_.SizeWritten(cluster_, "medium");
    EXPECT_EQ(undone_writes_.SizeUndone(UndoneCluster("large", "cpsizer-sidecar"), now_), i == 2);
  }
}

TEST_F(UndoneWritesTest, AWriteWithALostResponseIsOurs) {
  undone_writes_.SizeWritten(cluster_, "medium");
  for (int i = 0; i < 5; ++i) {
    undone_writes_.SizeSent(cluster_, "large");
    EXPECT_FALSE(undone_writes_.SizeUndone(UndoneCluster("large", "cpsizer-sidecar"), now_));
    undone_writes_.SizeSent(cluster_, "small");
    EXPECT_FALSE(undone_writes_.SizeUndone(UndoneCluster("small", "cpsizer-sidecar"), now_));
  }
}

TEST_F(UndoneWritesTest, AVpaThatWeDeletedOurselvesIsNotUndone) {
  for (int i = 0; i < 10; ++i) {
    undone_writes_.VpaWritten(cluster_);
    undone_writes_.VpaDeleted(cluster_);
    EXPECT_FALSE(undone_writes_.VpaUndone(cluster_, now_));
  }
}

TEST_F(UndoneWritesTest, PausesForAVpaThatIsUndoneAgainAndAgain) {
  EXPECT_FALSE(undone_writes_.VpaUndone(cluster_, now_)) << "never written";
  for (int i = 0; i < 3; ++i) {
    undone_writes_.VpaWritten(cluster_);
    EXPECT_EQ(undone_writes_.VpaUndone(cluster_, now_), i == 2);
    EXPECT_FALSE(undone_writes_.VpaUndone(cluster_, now_)) << "once for each write";
  }
  EXPECT_EQ(undone_writes_.VpaPausedUntil(kUndoneKey), now_ + absl::Minutes(30));
  undone_writes_.Delete(kUndoneKey);
  contentions_.Delete(kUndoneKey);
  EXPECT_EQ(undone_writes_.VpaPausedUntil(kUndoneKey), absl::InfinitePast());
}

TEST_F(UndoneWritesTest, AnotherClusterOfTheSameNameHasNoContention) {
  const HostedCluster again = UndoneCluster("", "", "u2");
  for (int i = 0; i < 5; ++i) {
    const HostedCluster& now = i % 2 == 0 ? again : cluster_;
    undone_writes_.SizeWritten(i % 2 == 0 ? cluster_ : again, "medium");
    undone_writes_.VpaWritten(i % 2 == 0 ? cluster_ : again);
    EXPECT_FALSE(undone_writes_.SizeUndone(now, now_));
    EXPECT_FALSE(undone_writes_.VpaUndone(now, now_));
  }
  EXPECT_EQ(contentions_.Count(now_), 0u);
}

TEST_F(UndoneWritesTest, APauseEndsWithTheClusterThatItWasAbout) {
  for (int i = 0; i < 3; ++i) Round();
  EXPECT_GT(undone_writes_.SizePausedUntil(kUndoneKey), now_);
  EXPECT_FALSE(undone_writes_.SizeUndone(UndoneCluster("", "", "u2"), now_));
  EXPECT_LT(undone_writes_.SizePausedUntil(kUndoneKey), now_);
  EXPECT_EQ(contentions_.Count(now_), 0u);
}

TEST_F(UndoneWritesTest, APauseEndsWithTheClusterThoughTheNextOneIsNotSizedAtFirst) {
  for (int i = 0; i < 3; ++i) Round();
  undone_writes_.NotSized(UndoneCluster("", "", "u2"));
  EXPECT_FALSE(undone_writes_.SizeUndone(UndoneCluster("", "", "u2"), now_));
  EXPECT_LT(undone_writes_.SizePausedUntil(kUndoneKey), now_);
}

TEST_F(UndoneWritesTest, RemovalsFromAClusterThatIsNotSizedDoNotCount) {
  for (int i = 0; i < 5; ++i) {
    undone_writes_.SizeSent(cluster_, "medium");
    undone_writes_.SizeWritten(cluster_, "medium");
    undone_writes_.VpaWritten(cluster_);
    undone_writes_.NotSized(cluster_);
    EXPECT_FALSE(undone_writes_.SizeUndone(cluster_, now_));
    EXPECT_FALSE(undone_writes_.VpaUndone(cluster_, now_));
  }
}

TEST_F(UndoneWritesTest, APauseOutlastsAnOptOut) {
  for (int i = 0; i < 3; ++i) Round();
  undone_writes_.NotSized(cluster_);
  EXPECT_GT(undone_writes_.SizePausedUntil(kUndoneKey), now_);
}

}  // namespace
}  // namespace cpsizer::sidecar
