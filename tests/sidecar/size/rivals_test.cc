#include "client/sidecar/size/rivals.h"

#include "gtest/gtest.h"
#include "tests/sidecar/size/objects.h"

namespace cpsizer::sidecar {
namespace {

constexpr char kRivalsKey[] = "clusters/hc1";

HostedCluster RivalsCluster(const std::string& size, const std::string& by, const std::string& uid = "u1") {
  HostedCluster cluster = ReadHostedCluster(ClusterJson("hc1", size));
  cluster.recommended_by = by;
  cluster.uid = uid;
  return cluster;
}

class RivalsTest : public ::testing::Test {
 protected:
  // We write, and somebody overwrites. Whether a pause begins.
  bool Round() {
    rivals_.SizeWritten(cluster_, "medium");
    return rivals_.SizeUndone(RivalsCluster("small", "operator"), now_);
  }
  Contentions contentions_{kSizeContention};
  Rivals rivals_{contentions_};
  const HostedCluster cluster_ = RivalsCluster("", "");
  absl::Time now_ = absl::UnixEpoch();
};

TEST_F(RivalsTest, PausesAfterAFewRounds) {
  EXPECT_FALSE(Round());
  EXPECT_FALSE(Round());
  EXPECT_LT(rivals_.SizePausedUntil(kRivalsKey), now_);
  EXPECT_TRUE(Round());
  EXPECT_EQ(rivals_.SizePausedUntil(kRivalsKey), now_ + absl::Minutes(30));
  EXPECT_FALSE(Round()) << "counts from the beginning";
}

TEST_F(RivalsTest, RoundsFarApartAreNoFight) {
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(Round());
    now_ += absl::Minutes(6);
  }
}

TEST_F(RivalsTest, CountsEachWriteOnceAndOnlyWhatOthersDo) {
  rivals_.SizeWritten(cluster_, "medium");
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(rivals_.SizeUndone(RivalsCluster("small", "operator"), now_));
  for (int i = 0; i < 10; ++i) {
    rivals_.SizeWritten(cluster_, "medium");
    EXPECT_FALSE(rivals_.SizeUndone(RivalsCluster("medium", "cpsizer-sidecar"), now_)) << "ours stands";
  }
}

TEST_F(RivalsTest, WhoHasOurNameButNotOurLeaseIsSomebodyElse) {
  for (int i = 0; i < 3; ++i) {
    rivals_.SizeWritten(cluster_, "medium");
    EXPECT_EQ(rivals_.SizeUndone(RivalsCluster("large", "cpsizer-sidecar"), now_), i == 2);
  }
}

TEST_F(RivalsTest, AWriteWhoseAnswerGotLostIsOurs) {
  rivals_.SizeWritten(cluster_, "medium");
  for (int i = 0; i < 5; ++i) {
    rivals_.SizeSent(cluster_, "large");
    EXPECT_FALSE(rivals_.SizeUndone(RivalsCluster("large", "cpsizer-sidecar"), now_));
    rivals_.SizeSent(cluster_, "small");
    EXPECT_FALSE(rivals_.SizeUndone(RivalsCluster("small", "cpsizer-sidecar"), now_));
  }
}

TEST_F(RivalsTest, AVpaThatWeDeletedOurselvesIsNotUndone) {
  for (int i = 0; i < 10; ++i) {
    rivals_.VpaWritten(cluster_);
    rivals_.VpaDeleted(cluster_);
    EXPECT_FALSE(rivals_.VpaUndone(cluster_, now_));
  }
}

TEST_F(RivalsTest, PausesForAVpaThatIsUndoneAgainAndAgain) {
  EXPECT_FALSE(rivals_.VpaUndone(cluster_, now_)) << "never written";
  for (int i = 0; i < 3; ++i) {
    rivals_.VpaWritten(cluster_);
    EXPECT_EQ(rivals_.VpaUndone(cluster_, now_), i == 2);
    EXPECT_FALSE(rivals_.VpaUndone(cluster_, now_)) << "once for each write";
  }
  EXPECT_EQ(rivals_.VpaPausedUntil(kRivalsKey), now_ + absl::Minutes(30));
  rivals_.Forget(kRivalsKey);
  contentions_.Forget(kRivalsKey);
  EXPECT_EQ(rivals_.VpaPausedUntil(kRivalsKey), absl::InfinitePast());
}

TEST_F(RivalsTest, AnotherClusterOfTheSameNameHasLostNothing) {
  const HostedCluster again = RivalsCluster("", "", "u2");
  for (int i = 0; i < 5; ++i) {
    const HostedCluster& now = i % 2 == 0 ? again : cluster_;
    rivals_.SizeWritten(i % 2 == 0 ? cluster_ : again, "medium");
    rivals_.VpaWritten(i % 2 == 0 ? cluster_ : again);
    EXPECT_FALSE(rivals_.SizeUndone(now, now_));
    EXPECT_FALSE(rivals_.VpaUndone(now, now_));
  }
  EXPECT_EQ(contentions_.Count(now_), 0u);
}

TEST_F(RivalsTest, APauseEndsWithTheClusterThatItWasAbout) {
  for (int i = 0; i < 3; ++i) Round();
  EXPECT_GT(rivals_.SizePausedUntil(kRivalsKey), now_);
  EXPECT_FALSE(rivals_.SizeUndone(RivalsCluster("", "", "u2"), now_));
  EXPECT_LT(rivals_.SizePausedUntil(kRivalsKey), now_);
  EXPECT_EQ(contentions_.Count(now_), 0u);
}

TEST_F(RivalsTest, APauseEndsWithTheClusterThoughTheNextOneIsNotSizedAtFirst) {
  for (int i = 0; i < 3; ++i) Round();
  rivals_.NotSized(RivalsCluster("", "", "u2"));
  EXPECT_FALSE(rivals_.SizeUndone(RivalsCluster("", "", "u2"), now_));
  EXPECT_LT(rivals_.SizePausedUntil(kRivalsKey), now_);
}

TEST_F(RivalsTest, WhatIsRemovedFromAClusterThatIsNotSizedIsNotUndone) {
  for (int i = 0; i < 5; ++i) {
    rivals_.SizeSent(cluster_, "medium");
    rivals_.SizeWritten(cluster_, "medium");
    rivals_.VpaWritten(cluster_);
    rivals_.NotSized(cluster_);
    EXPECT_FALSE(rivals_.SizeUndone(cluster_, now_));
    EXPECT_FALSE(rivals_.VpaUndone(cluster_, now_));
  }
}

TEST_F(RivalsTest, APauseOutlastsAnOptOut) {
  for (int i = 0; i < 3; ++i) Round();
  rivals_.NotSized(cluster_);
  EXPECT_GT(rivals_.SizePausedUntil(kRivalsKey), now_);
}

}  // namespace
}  // namespace cpsizer::sidecar
